import Glibc

/// Asks a server on the loopback as a scraper does.
public struct Scraper {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    public struct Answer: Sendable {
        public var head: String
        public var body: [UInt8]
        public var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }

    private let port: Int

    public init(port: Int) { self.port = port }

    /// Asks, as often as it takes until somebody listens; for half a minute at most.
    ///
    /// `host` is what the server is called, its usual name unless given; `more` are further lines of the head.
    public func get(
        _ path: String = "/metrics",
        method: String = "GET",
        host: String? = nil,
        more: String = ""
    ) throws(Failure) -> Answer {
        for _ in 0..<1500 {
            if let answer = try ask(path, method, host ?? "localhost:\(port)", more) { return answer }
            usleep(20_000)
        }
        throw Failure(description: "nobody listens on port \(port)")
    }

    /// The page as it is, which has to be right.
    public func scrape() throws -> PrometheusText {
        let answer = try get()
        guard answer.status == 200 else { throw Failure(description: answer.head) }
        let type = "\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
        guard answer.head.contains(type) else { throw Failure(description: "another type: \(answer.head)") }
        return try PrometheusText(answer.body)
    }

    /// Scrapes until something is so; for half a minute at most, then it is as it was last.
    public func scrape(until isEnough: (PrometheusText) -> Bool) throws -> PrometheusText {
        for _ in 0..<300 {
            let text = try scrape()
            if isEnough(text) { return text }
            usleep(100_000)
        }
        return try scrape()
    }

    private func ask(_ path: String, _ method: String, _ host: String, _ more: String) throws(Failure) -> Answer? {
        let peer = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard peer >= 0 else { throw Failure(description: "there is no socket") }
        defer { close(peer) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let isConnected = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(peer, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { return nil }
        let head = "\(method) \(path) HTTP/1.1\r\nHost: \(host)\r\nAccept: text/plain\r\n\(more)\r\n"
        let request = Array(head.utf8)
        guard send(peer, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            throw Failure(description: "the request is not taken")
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = recv(peer, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw Failure(description: "no answer, but '\(String(decoding: bytes, as: UTF8.self))'")
        }
        return Answer(
            head: String(decoding: bytes[..<end.upperBound], as: UTF8.self),
            body: Array(bytes[end.upperBound...])
        )
    }
}
