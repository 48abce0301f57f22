/// What a server has to say; all of it is asked on the server's own thread.
package protocol WebService: AnyObject {
    /// Judges a request; what is asked for comes from this machine's own name only.
    func answer(_ request: Request) -> WebAnswer
    /// A WebSocket was let in.
    func opened(_ socket: WebSocket)
    /// A whole message came.
    func received(_ message: [UInt8], isText: Bool, from socket: WebSocket)
    /// There is room for a message, as was asked for.
    func hasRoom(_ socket: WebSocket)
    /// The last that is heard of it.
    func closed(_ socket: WebSocket)
    /// The server's `wake` was called, once or more often.
    func woken()
    /// The time that was asked for has come.
    func timeHasCome()
    /// Others can connect from now on, at this port.
    func listens(at port: Int)
    /// The server is to stop: sockets are told so afterwards.
    func willStop()
}

extension WebService {
    package func opened(_ socket: WebSocket) {}
    package func received(_ message: [UInt8], isText: Bool, from socket: WebSocket) {}
    package func hasRoom(_ socket: WebSocket) {}
    package func closed(_ socket: WebSocket) {}
    package func woken() {}
    package func timeHasCome() {}
    package func listens(at port: Int) {}
    package func willStop() {}
}

/// What is to become of a request.
package enum WebAnswer: Sendable {
    case response(Response)
    /// It is answered by `WebDesk.answer` before its time is over.
    case later
    /// The head of the response at once, without its body, and the body as it is written to the stream.
    case stream(Response, ResponseStream)
    /// Lets a page that asked for it have a WebSocket; others are told that they have to ask for one.
    case upgrade
}

/// A page or program that was let in; for the server's thread alone.
package final class WebSocket {
    /// What it asked when it came.
    package let request: Request
    private let link: Link

    init(_ link: Link, _ request: Request) { (self.link, self.request) = (link, request) }

    /// Whether there is room for a message at once.
    package var hasRoom: Bool { link.hasRoom }
    /// Asks to be told when there is.
    package func askForRoom() { link.askForRoom() }

    /// Sends a message of text, when there is room for one; closes the connection that is of no use any more.
    package func send(_ bytes: [UInt8]) { if !link.write(bytes) { link.close() } }

    /// Ends it, and tells it why.
    package func close(_ code: CloseCode, _ reason: String) { link.close(code, reason) }
}

extension WebSocket: Hashable {
    package static func == (left: WebSocket, right: WebSocket) -> Bool { left === right }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
