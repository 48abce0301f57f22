internal import Glibc
internal import TestSupport

/// HTTP client for a metrics server on the loopback interface.
public struct Scraper {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public struct HandlerResult: Sendable {
        public var head: String
        public var body: [UInt8]
        public var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }

    private let port: Int

    public init(port: Int) { self.port = port }

    /// Sends a request; retries for at most 30 s until the server listens. By default, `host` is the server's usual
    /// name; `more` contains additional header lines.
    public func get(
        _ path: String = "/metrics",
        method: String = "GET",
        host: String? = nil,
        more: String = ""
    ) throws(Failure) -> HandlerResult {
        for _ in 0..<1500 {
            if let answer = try ask(path, method, host ?? "localhost:\(port)", more) { return answer }
            usleep(20_000)
        }
        throw Failure(description: "nobody listens on port \(port)")
    }

    /// Returns the page; throws if it is invalid.
    public func scrape() throws -> PrometheusText {
        let answer = try get()
        guard answer.status == 200 else { throw Failure(description: answer.head) }
        let type = "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
        guard answer.head.contains(type) else { throw Failure(description: "another type: \(answer.head)") }
        return try PrometheusText(answer.body)
    }

    /// Scrapes until a condition is true, for at most about 30 s. Returns the last page in any case.
    public func scrape(until isEnough: (PrometheusText) -> Bool) throws -> PrometheusText {
        for _ in 0..<300 {
            let text = try scrape()
            if isEnough(text) { return text }
            usleep(100_000)
        }
        return try scrape()
    }

    private func ask(_ path: String, _ method: String, _ host: String, _ more: String) throws(Failure) -> HandlerResult?
    {
        guard let peer = try? Peer(port: port) else { return nil }
        let head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAccept: text/plain\r\n\(more)\r\n"
        guard peer.send(head) else { throw Failure(description: "the request is not taken") }
        let bytes = (try? peer.receiveAllBytes()) ?? []
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw Failure(description: "no answer, but '\(String(decoding: bytes, as: UTF8.self))'")
        }
        return HandlerResult(
            head: String(decoding: bytes[..<end.upperBound], as: UTF8.self),
            body: Array(bytes[end.upperBound...])
        )
    }
}
