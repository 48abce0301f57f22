internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Schema

/// Settings of a plugin of type `webhook`.
struct WebhookSettings: Hashable, Sendable {
    /// Base address of requests' paths; nil for none.
    var url: String?
    var headers: [Header] = []
    var headerFiles: [SecretHeader] = []
    var token: Secret?
    var caFile: String?
    var proxy = Proxy.none
    var followRedirects = false
    var connectTimeout = TimeSpan(microseconds: 5_000_000)
    var timeout = TimeSpan(microseconds: 10_000_000)
    var retries = 5
    var retryOn: [StatusRange] = [.init(408...408), .init(429...429), .init(500...599)]
    var firstWait = TimeSpan(microseconds: 500_000)
    var longestWait = TimeSpan(microseconds: 60_000_000)
    var concurrency = 4
    var queue = 256

    static let table = Table<WebhookSettings>(
        "webhook",
        "Sends requests to HTTP servers, and tries again what did not arrive.",
        of: WebhookSettings(),
        keys: {
            Key("url", .baseAddress, \.url, "What requests whose own address is a path go on from.")
            Key("headers", .headers, \.headers, "Headers that every request gets.")
            Key("headerFiles", .headerFiles, \.headerFiles, "Headers whose values are secrets: files that hold them.")
            Key("tokenFile", .secretFile, \.token, "The file with the token of 'Authorization: Bearer'.")
            Key("tokenEnvironment", .secretEnvironment, \.token, "The environment variable that holds that token.")
            Key("caFile", .name, \.caFile, "Authorities to trust beside the system's, as PEM.")
            Key("proxy", .proxy, \.proxy, "none, environment, or the address of a proxy. none unless given.")
            Key("followRedirects", .boolean, \.followRedirects, "Whether redirects within a scheme are followed.")
            Key("connectTimeout", .positiveTime, \.connectTimeout, "How long a connection may take. 5s unless given.")
            Key(
                "timeout",
                .positiveTime,
                \.timeout,
                "How long a request may take from beginning to end. 10s unless given."
            )
            Key("retries", .integer(0...100), \.retries, "How often a request is tried again. 5 unless given.")
            Key(
                "retryOn",
                .list(of: .status),
                \.retryOn,
                "Statuses to try again after. 408, 429 and 500-599 unless given."
            )
            Key(
                "firstWait",
                .time,
                \.firstWait,
                "What is waited before the first of them, then twice. 500ms unless given."
            )
            Key(
                "longestWait",
                .time,
                \.longestWait,
                "What is waited at most, whatever a server asks. 1min unless given."
            )
            Key("concurrency", .integer(1...64), \.concurrency, "Requests under way at a time. 4 unless given.")
            Key("queue", .integer(8...10_000), \.queue, "How many wait for others. 256 unless given.")
        }
    )

    /// Whether a request is retried after the status.
    func isRetried(_ status: Int) -> Bool { retryOn.contains { $0.range.contains(status) } }
}

/// A header whose value may contain placeholders.
struct Header: Hashable, Sendable {
    var name: String
    var value: Template
}

/// A header with a secret value.
struct SecretHeader: Hashable, Sendable {
    var name: String
    var secret: Secret
}

/// Proxy of the requests.
enum Proxy: Hashable, Sendable {
    case none
    case environment
    case address(String)
}

/// A range of HTTP status codes.
struct StatusRange: Hashable, Sendable {
    var range: ClosedRange<Int>
    init(_ range: ClosedRange<Int>) { self.range = range }
}
