/// Request and WebSocket callbacks of a server. The server calls them on its own thread.
package protocol WebService: AnyObject {
    /// Processes a request whose `Host` header names this server.
    func answer(_ request: Request) -> WebAnswer
    /// Called when a WebSocket has opened.
    func opened(_ socket: WebSocket)
    /// Called when a complete message has arrived.
    func received(_ message: [UInt8], isText: Bool, from socket: WebSocket)
    /// Called after `requestWritable`, when a message can be written.
    func becameWritable(_ socket: WebSocket)
    /// Called when a WebSocket is closed; the last callback of a WebSocket.
    func closed(_ socket: WebSocket)
    /// Called once after one or more calls of `WebServer.wake`.
    func woken()
    /// Called when the timer of `ServerLoop.setTimer` has expired.
    func timerExpired()
    /// Called when the server starts listening on this port.
    func listens(at port: Int)
    /// Called when the server stops, before it closes its WebSockets.
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

package enum WebAnswer: Sendable {
    case response(Response)
    /// No response yet. The service must call `ServerLoop.answer` within the time limit for responses.
    case later
    /// A response without a body. The service writes the body to the stream.
    case stream(Response, ResponseStream)
    /// Accepts the requested WebSocket. Any other request receives status 426.
    case upgrade
}

/// An open WebSocket; used on the server's thread only.
package final class WebSocket {
    package let request: Request
    private let link: Link

    init(_ link: Link, _ request: Request) { (self.link, self.request) = (link, request) }

    /// Whether a message can be written now.
    package var isWritable: Bool { link.isWritable }
    /// Requests a single `becameWritable` callback.
    package func requestWritable() { link.requestWritable() }

    /// Sends a text message; closes the WebSocket if the connection is broken.
    package func send(_ bytes: [UInt8]) { if !link.write(bytes) { link.close() } }

    /// Closes the WebSocket with this code and reason.
    package func close(_ code: CloseCode, _ reason: String) { link.close(code, reason) }
}

extension WebSocket: Hashable {
    package static func == (left: WebSocket, right: WebSocket) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
