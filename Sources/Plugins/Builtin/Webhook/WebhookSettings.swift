internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Schema

/// Settings of a plugin of type `webhook`.
struct WebhookSettings: Hashable, Sendable {
    /// Base address to which the paths of requests are appended; nil if the layout sets none.
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
            Key("url", .baseAddress, \.url, "The base address of requests whose `url` is a path.")
            Key("headers", .headers, \.headers, "Headers of every request.")
            Key(
                "headerFiles",
                .headerFiles,
                \.headerFiles,
                "Headers with secret values, each with the path of the file that contains the value."
            )
            Key("tokenFile", .secretFile, \.token, "The file that contains the token for 'Authorization: Bearer'.")
            Key(
                "tokenEnvironment",
                .secretEnvironment,
                \.token,
                "The environment variable that contains the token for 'Authorization: Bearer'."
            )
            Key(
                "caFile",
                .filePath,
                \.caFile,
                "PEM file of trusted authorities, in addition to the system's authorities."
            )
            Key(
                "proxy",
                .proxy,
                \.proxy,
                "The address of the proxy. `environment` uses the proxy variables, and `none` uses no proxy. Default: none."
            )
            Key(
                "followRedirects",
                .boolean,
                \.followRedirects,
                "Whether redirects with the same scheme are followed. Default: false."
            )
            Key("connectTimeout", .positiveTime, \.connectTimeout, "Time limit for a connection. Default: 5s.")
            Key("timeout", .positiveTime, \.timeout, "Time limit of a request. Default: 10s.")
            Key("retries", .integer(0...100), \.retries, "Maximum number of retries. Default: 5.")
            Key(
                "retryOn",
                .list(of: .status),
                \.retryOn,
                "Status codes that cause a retry. Default: 408, 429 and 500-599."
            )
            Key(
                "firstWait",
                .time,
                \.firstWait,
                "Pause before the first retry; each further pause is doubled. Default: 500ms."
            )
            Key(
                "longestWait",
                .time,
                \.longestWait,
                "Maximum pause before a retry, even if the server requests a longer pause. Default: 1min."
            )
            Key("concurrency", .integer(1...64), \.concurrency, "Maximum number of requests at a time. Default: 4.")
            Key("queue", .integer(8...10_000), \.queue, "Maximum number of waiting requests. Default: 256.")
        }
    )

    /// Whether a request is retried after a response with this status.
    func isRetried(_ status: Int) -> Bool { retryOn.contains { $0.range.contains(status) } }
}

/// A header whose value can contain placeholders.
struct Header: Hashable, Sendable {
    var name: String
    var value: Template
}

/// A header whose value is a secret.
struct SecretHeader: Hashable, Sendable {
    var name: String
    var secret: Secret
}

/// Proxy that requests use.
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

extension Setting where Value == String {
    fileprivate static var filePath: Setting { name.described("the path of a file") }
}
