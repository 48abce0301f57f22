/// Request handlers of a server; called on the server's thread.
package protocol WebService: AnyObject {
    /// Handles a request, whose `Host` header names this server.
    func answer(_ request: Request) -> WebAnswer
    /// A WebSocket was opened.
    func opened(_ socket: WebSocket)
    /// A complete message was received.
    func received(_ message: [UInt8], isText: Bool, from socket: WebSocket)
    /// A message can be written, as requested.
    func becameWritable(_ socket: WebSocket)
    /// Last callback of the WebSocket.
    func closed(_ socket: WebSocket)
    /// `WebServer.wake` was called once or more.
    func woken()
    /// The timer has expired.
    func timerExpired()
    /// The server listens on this port.
    func listens(at port: Int)
    /// The server stops; its sockets are closed afterwards.
    func willStop()
}

extension WebService {
    package func opened(_ socket: WebSocket) {}
    package func received(_ message: [UInt8], isText: Bool, from socket: WebSocket) {}
    package func becameWritable(_ socket: WebSocket) {}
    package func closed(_ socket: WebSocket) {}
    package func woken() {}
    package func timerExpired() {}
    package func listens(at port: Int) {}
    package func willStop() {}
}

/// Result of handling a request.
package enum WebAnswer: Sendable {
    case response(Response)
    /// Answered later by `ServerLoop.answer`, within the time limit.
    case later
    /// The response without its body, which is written to the stream.
    case stream(Response, ResponseStream)
    /// Accepts a requested WebSocket; other requests get status 426.
    case upgrade
}

/// An open WebSocket; used on the server's thread only.
package final class WebSocket {
    /// Request of the handshake.
    package let request: Request
    private let link: Link

    init(_ link: Link, _ request: Request) { (self.link, self.request) = (link, request) }

    /// Whether a message can be written.
    package var isWritable: Bool { link.isWritable }
    /// Requests one `becameWritable` callback.
    package func requestWritable() { link.requestWritable() }

    /// Sends a text message; closes the connection if it is broken.
    package func send(_ bytes: [UInt8]) { if !link.write(bytes) { link.close() } }

    /// Closes the connection with code and reason.
    package func close(_ code: CloseCode, _ reason: String) { link.close(code, reason) }
}

extension WebSocket: Hashable {
    package static func == (left: WebSocket, right: WebSocket) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
