internal import Glibc
internal import Platform
internal import PluginWorkers

/// A connection to the socket of the systemd unit `touchbridge-reset.socket`, for one request.
struct ResetRequest: ~Copyable {
    struct Failure: Error {
        let reason: String
        /// Whether the connection was closed without an answer. systemd closes connections without an answer while the
        /// unit processes another request.
        var isClosed = false
        init(_ reason: String) { self.reason = reason }
    }

    static let remedy = "enable it with 'systemctl enable --now touchbridge-reset.socket'"

    /// Time limit for the unit's answer, in microseconds.
    private static let answerTimeout: Int64 = 30_000_000
    /// Limit reset-answer-bytes (limits.md, Panels and the kernel): maximum number of bytes of an answer of the helper
    /// that resets panels. If exceeded: the rest is ignored.
    static let answerLimit = 1000

    private let socket: Int32

    init(_ path: String) throws(Failure) {
        do throws(UnixSocket.Failure) {
            socket = try UnixSocket.connect(to: path, isBlocking: false)
        } catch {
            throw Failure("\(path): \(Self.reason(error.code))")
        }
    }

    deinit { close(socket) }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED: "the unit touchbridge-reset.socket is not active; \(remedy)"
        case EACCES: "permission denied; run touchbridge as the user touchbridge"
        case EAGAIN: "the unit touchbridge-reset.socket is busy"
        default: String(cString: strerror(code))
        }
    }

    private static let noAnswer =
        "the unit touchbridge-reset@.service did not answer; see 'journalctl -u \"touchbridge-reset@*\"'"

    private static var closed: Failure {
        var failure = Failure(noAnswer)
        failure.isClosed = true
        return failure
    }

    /// Requests a reset of the input device with this name, and returns the answer.
    func send(_ name: String, _ link: PluginLink) throws(Failure) -> String {
        let line = Array("\(name)\n".utf8)
        // The socket's send buffer is empty, so the complete line fits.
        guard Glibc.send(socket, line, line.count, Int32(MSG_NOSIGNAL)) == line.count else {
            throw Self.closed
        }
        let answer = try receive(link)
        guard !answer.isEmpty else { throw Self.closed }
        let words = answer.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0] == "ok" || words[0] == "error" else {
            throw Failure(Self.noAnswer)
        }
        let text = TerminalText.line(String(words[1]))
        guard words[0] == "ok" else { throw Failure(text) }
        return text
    }

    /// Returns the first line that the unit sends.
    private func receive(_ link: PluginLink) throws(Failure) -> String {
        let end = MonotonicClock.now + Self.answerTimeout
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: Self.answerLimit)
        while true {
            let count = recv(socket, &part, part.count, 0)
            if count > 0 { received += part[..<count] }
            let lineEnd = received.firstIndex(of: UInt8(ascii: "\n"))
            if count == 0 || lineEnd != nil || received.count >= Self.answerLimit {
                return String(
                    decoding: received[..<(lineEnd ?? received.count)].prefix(Self.answerLimit),
                    as: UTF8.self
                )
            }
            guard count > 0 || errno == EAGAIN || errno == EINTR else { return "" }
            guard MonotonicClock.now < end else { throw Failure(Self.noAnswer) }
            Wakeup.wait(for: [socket, link.wakeup.descriptor], until: end)
            link.wakeup.clear()
            guard !link.isStopping else {
                throw Failure("the plugin stopped before touchbridge-reset@.service answered")
            }
        }
    }
}
