internal import CommandSupport
internal import Glibc
package import JSON
internal import Platform

/// Connection of a command to the control socket of a running service.
package struct ControlClient: ~Copyable {
    private let path: String
    private let socket: Int32
    private let received = Received()

    /// Reason why a service did not answer or rejected a request.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    /// Default maximum time to wait for the service's answer, in seconds.
    package static let answerSeconds = 15

    package init(_ path: String, answerWithin seconds: Int = Self.answerSeconds) throws(Failure) {
        self.path = path
        do throws(UnixSocket.Failure) {
            socket = try UnixSocket.connect(to: path, isBlocking: true)
        } catch {
            throw Failure("\(path): \(Self.reason(error.code))")
        }
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(socket) }

    private static func reason(_ code: Int32) -> String {
        switch code {
        case ENOENT, ECONNREFUSED: "no service is running; start it, for example with 'systemctl start touchbridge'"
        case EACCES:
            "permission denied; run the command as root, or add the user to the group of the socket (for the packaged "
                + "service: usermod -aG touchbridge-observers USER, then log in again)"
        default: String(cString: strerror(code))
        }
    }

    /// Failure for a connection that the service closed. The message names the most frequent reason, because the reply
    /// with the actual reason can be lost.
    private var closed: Failure {
        Failure("\(path): the service closed the connection; at most 8 clients can be connected, so try again later")
    }

    /// Sends a request and returns the value of the reply; throws if the service rejects the request.
    package func ask(_ request: JSONValue) throws(Failure) -> JSONValue {
        var line = Array("\(request)\n".utf8)[...]
        while !line.isEmpty {
            let count = line.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            // If too many clients are connected, the service refuses the client without reading its request. `send` can
            // then fail, but the reply with the reason can still be received.
            guard count > 0 else { break }
            line = line.dropFirst(count)
        }
        let reply = try receiveLine()
        guard let object = try? JSONValue(parsing: reply) else {
            throw Failure("\(path): the reply is not valid JSON; use the control socket of a service")
        }
        guard object["ok"]?.boolean == true else {
            throw Failure(object["error"]?.text ?? "the service rejected the request without a reason")
        }
        return object["value"] ?? .null
    }

    /// Passes complete lines from the service to `converted`, and prints the result. Returns when the reader of
    /// standard output closes the pipe, even if the service sends nothing. Throws when the service closes the
    /// connection.
    package func printLines(converted: ([UInt8]) -> [UInt8]) throws {
        var limit = timeval(tv_sec: 0, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let ended = Failure(
            "\(path): the service stopped, or closed the connection because no lines were read for 30 s"
        )
        do {
            repeat {
                // `received` may already contain lines, because the first lines can arrive together with the reply.
                if let end = received.bytes.lastIndex(of: UInt8(ascii: "\n")) {
                    try Output.standard.write(converted(takeBytes(through: end)))
                }
                guard Output.standard.wait(forInputFrom: socket) else { return }
                try receive(orThrow: ended)
            } while true
        } catch let error as WriteError where error == .lostReader {
            return
        }
    }

    /// Waits for a line and returns it with its newline.
    private func receiveLine() throws(Failure) -> [UInt8] {
        var start = 0
        while true {
            if let end = received.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) { return takeBytes(through: end) }
            start = received.bytes.count
            try receive(orThrow: closed)
        }
    }

    private func takeBytes(through end: Int) -> [UInt8] {
        defer { received.bytes.removeFirst(end + 1) }
        return Array(received.bytes[...end])
    }

    /// Waits for bytes and appends them to `received`. Throws `closed` if the service closes the connection.
    private func receive(orThrow closed: Failure) throws(Failure) {
        var part = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(socket, &part, part.count, 0)
            if count < 0, errno == EINTR { continue }
            if count == 0 || count < 0 && errno == ECONNRESET { throw closed }
            guard count > 0 else { throw Failure("\(path): the service did not answer; see its log") }
            received.bytes += part.prefix(count)
            return
        }
    }

    /// Received bytes that were not yet returned as lines. A class, so that non-mutating methods can change the bytes.
    private final class Received {
        var bytes: [UInt8] = []
    }
}
