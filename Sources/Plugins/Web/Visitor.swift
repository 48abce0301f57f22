/// One connection to a server, from the moment it comes.
final class Visitor {
    enum Stage {
        /// Its request is read, or waits for its answer.
        case asking
        /// It gets its answer.
        case answered
        /// It is a WebSocket.
        case socket
        /// It was let go, and the connection is being closed.
        case gone
    }

    let number: Int
    let link: Link
    /// When its request, the answer and a handshake have to be over.
    let deadline: Int64
    var stage = Stage.asking
    var isHeadOnly = false
    /// What is left of the answer.
    var rest: ArraySlice<UInt8> = []
    /// What a WebSocket that is let in asked for.
    var request: Request?
    var socket: WebSocket?
    /// The message that is being received.
    var message: [UInt8] = []

    /// Limit websocket-message-bytes (Web pages and clients): bytes of a WebSocket message to a built-in server. Past
    /// it: closed with code 1009.
    static let messageLimit = 64 * 1024
    private static let piece = 16 * 1024

    init(_ number: Int, _ link: Link, deadline: Int64) {
        (self.number, self.link, self.deadline) = (number, link, deadline)
    }

    /// Sends another piece of the answer, or ends the connection behind the last.
    func goOn() {
        guard stage == .answered else { return }
        guard !rest.isEmpty else { return link.close() }
        let next = rest.prefix(Self.piece)
        rest = rest.dropFirst(Self.piece)
        guard next.withUnsafeBufferPointer(link.write) else { return link.close() }
        link.askForRoom()
    }
}
