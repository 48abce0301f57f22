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
        "Sends requests to HTTP servers, with retries.",
        of: WebhookSettings(),
        keys: {
            Key("url", .baseAddress, \.url, "The base address of requests whose own address is a path.")
            Key("headers", .headers, \.headers, "Headers of every request.")
            Key(
                "headerFiles",
                .headerFiles,
                \.headerFiles,
                "Headers with secret values: paths of files that contain them."
            )
            Key("tokenFile", .secretFile, \.token, "The file with the token of 'Authorization: Bearer'.")
            Key("tokenEnvironment", .secretEnvironment, \.token, "The environment variable with that token.")
            Key("caFile", .name, \.caFile, "PEM file of authorities to trust in addition to the system's.")
            Key("proxy", .proxy, \.proxy, "none, environment, or the address of a proxy. none unless given.")
            Key("followRedirects", .boolean, \.followRedirects, "Whether redirects with the same scheme are followed.")
            Key("connectTimeout", .positiveTime, \.connectTimeout, "Time limit for a connection. 5s unless given.")
            Key(
                "timeout",
                .positiveTime,
                \.timeout,
                "Time limit of a request. 10s unless given."
            )
            Key("retries", .integer(0...100), \.retries, "Maximum number of retries. 5 unless given.")
            Key(
                "retryOn",
                .list(of: .status),
                \.retryOn,
                "Statuses that cause a retry. 408, 429 and 500-599 unless given."
            )
            Key(
                "firstWait",
                .time,
                \.firstWait,
                "Wait before the first retry, then doubled. 500ms unless given."
            )
            Key(
                "longestWait",
                .time,
                \.longestWait,
                "Maximum wait before a retry, even if the server asks for more. 1min unless given."
            )
            Key("concurrency", .integer(1...64), \.concurrency, "Maximum number of requests at a time. 4 unless given.")
            Key("queue", .integer(8...10_000), \.queue, "Maximum number of waiting requests. 256 unless given.")
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
