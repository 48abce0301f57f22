internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// A request with the state of its delivery attempts.
struct Delivery {
    let entry: DeliveryQueue.Entry
    /// Current address; a redirect changes the address.
    var address: String
    let method: String
    /// Header lines, except headers that contain secrets.
    var headers: [String]
    let body: [UInt8]?
    /// Number of attempts so far.
    var attempts = 0
    /// Number of responses so far that required a retry.
    var refusals = 0
    var backoff: Backoff
    var redirects = 0
    /// HTTP status of the latest attempt; nil without a response.
    var lastStatus: Int?

    /// Cause of the latest attempt's failure; used only if `lastStatus` is nil.
    var cause: CallReport.Cause?

    /// Report to send if the delivery of the request is abandoned.
    var report: CallReport {
        if let lastStatus { return CallReport(.failed, .httpStatus, number: lastStatus) }
        return CallReport(.failed, cause)
    }

    /// Limit http-body-bytes (limits.md, Brokers and HTTP servers): maximum number of bytes of an HTTP request body. If
    /// exceeded: the request is dropped and logged.
    static let bodyLimit = 1 << 20
    /// Limit http-redirects (limits.md, Brokers and HTTP servers): maximum number of redirects of one request. If
    /// exceeded: the request is dropped and logged.
    static let redirectLimit = 5

    /// Creates the request for an event. All attempts use the same idempotency key.
    init(_ entry: DeliveryQueue.Entry, _ request: WebhookRequest, _ settings: WebhookSettings, address: String) {
        self.entry = entry
        self.address = address
        method = request.method.rawValue
        backoff = Backoff(first: settings.firstWait.microseconds, limit: settings.longestWait.microseconds)
        let content = request.content(entry.handlerEvent, entry.binding)
        body = content?.bytes
        var lines: [(name: String, text: String)] = [("User-Agent", "touchbridge"), ("Idempotency-Key", Self.key())]
        if let content { lines.append(("Content-Type", content.type)) }
        for header in settings.headers + request.headers {
            lines.removeAll { $0.name.lowercased() == header.name.lowercased() }
            lines.append((header.name, entry.binding.expand(header.value, entry.handlerEvent)))
        }
        headers = lines.map { Self.line($0.name, $0.text) }
        // An empty `Expect` header prevents libcurl from waiting for "100 Continue".
        headers.append("Expect:")
    }

    /// Returns a header line for libcurl. An empty value is written as `NAME;`, because `NAME:` would remove the
    /// header.
    static func line(_ name: String, _ text: String) -> String { text.isEmpty ? "\(name);" : "\(name): \(text)" }

    var origin: String { Address.origin(address) }

    /// Returns a random version 4 UUID.
    private static func key() -> String {
        var generator = SystemRandomNumberGenerator()
        let (high, low) = (generator.next() & ~0xf000 | 0x4000, generator.next() & ~(3 << 62) | 2 << 62)
        func digits(_ number: UInt64, _ range: Range<Int>) -> String {
            let text = String(number, radix: 16)
            return String(
                (String(repeating: "0", count: 16 - text.count) + text).dropFirst(range.lowerBound).prefix(range.count)
            )
        }
        return [
            digits(high, 0..<8), digits(high, 8..<12), digits(high, 12..<16), digits(low, 0..<4), digits(low, 4..<16),
        ]
        .joined(separator: "-")
    }
}
