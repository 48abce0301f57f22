internal import CHTTP
internal import Platform
internal import Schema

/// HTTP client for the requests of one thread.
struct HTTPClient: ~Copyable {
    private let http: OpaquePointer

    /// Result of a request.
    enum End: Equatable {
        case answered(Int, retryAfter: Int64, redirect: String)
        case unreachable(String)
        case untrusted(String)
        case impossible(String)
    }

    /// Loads libcurl. On failure, returns a message that names the missing library and explains how to install it; on
    /// success, returns nil.
    static func loadLibrary() -> String? { tb_http_load().map { String(cString: $0) } }

    /// Creates a client that caches at most `connections` connections. Returns nil without libcurl or if memory is
    /// exhausted.
    init?(connections: Int) {
        guard let http = tb_http_open(connections) else { return nil }
        self.http = http
    }

    deinit { tb_http_close(http) }

    /// Starts a request, which `number` identifies. Returns false if the request is invalid or memory is exhausted.
    func start(_ number: Int64, _ delivery: Delivery, secrets: [String], _ settings: WebhookSettings) -> Bool {
        let texts = (delivery.headers + secrets).map { Array($0.utf8CString) }
        let proxy: String? =
            switch settings.proxy {
            case .none: ""
            case .environment: nil
            case .address(let address): address
            }
        return Self.withPointers(texts[...], []) { headers in
            delivery.address.withCString { url in
                delivery.method.withCString { method in
                    Self.withText(settings.caFile) { caFile in
                        Self.withText(proxy) { proxy in
                            (delivery.body ?? []).withUnsafeBytes { body in
                                var request = tb_http_request(
                                    url: url,
                                    method: method,
                                    headers: headers,
                                    body: delivery.body == nil ? nil : body.baseAddress ?? UnsafeRawPointer(url),
                                    body_length: body.count,
                                    connect_milliseconds: Int(settings.connectTimeout.milliseconds),
                                    whole_milliseconds: Int(settings.timeout.milliseconds),
                                    ca_file: caFile,
                                    proxy: proxy,
                                    // Limit http-response-bytes (limits.md, Brokers and HTTP servers): maximum number
                                    // of bytes of an HTTP response with its headers. If exceeded: the rest of the
                                    // response is not read; only its status is used.
                                    answer_limit: 256 * 1024
                                )
                                return tb_http_start(http, number, &request) == 0
                            }
                        }
                    }
                }
            }
        }
    }

    /// Processes all requests. If no request has finished, first waits for progress of a request, a readable descriptor
    /// or the timeout. A negative timeout means no limit.
    func wait(_ descriptors: [Int32], milliseconds: Int32) {
        tb_http_wait(http, descriptors, UInt32(descriptors.count), milliseconds < 0 ? .max : milliseconds)
    }

    /// Removes and returns the next finished request; nil if no request has finished.
    func next() -> (number: Int64, end: End)? {
        var result = tb_http_result()
        guard tb_http_next(http, &result) == 1 else { return nil }
        let message = withUnsafeBytes(of: &result.message) { Self.text($0) }
        let redirect = withUnsafeBytes(of: &result.redirect) { Self.text($0) }
        let end: End =
            switch result.end {
            case TB_HTTP_ANSWERED:
                .answered(Int(result.status), retryAfter: result.retry_after, redirect: redirect)
            case TB_HTTP_UNTRUSTED: .untrusted(message)
            case TB_HTTP_IMPOSSIBLE: .impossible(message)
            default: .unreachable(message)
            }
        return (result.number, end)
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static func withText<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
        guard let text else { return body(nil) }
        return text.withCString { body($0) }
    }

    private typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

    private static func withPointers<Result>(
        _ texts: ArraySlice<[CChar]>,
        _ pointers: [UnsafePointer<CChar>?],
        _ body: (Texts) -> Result
    ) -> Result {
        guard let first = texts.first else {
            return (pointers + [nil]).withUnsafeBufferPointer { body($0.baseAddress!) }
        }
        return first.withUnsafeBufferPointer { text in
            withPointers(texts.dropFirst(), pointers + [text.baseAddress], body)
        }
    }
}
