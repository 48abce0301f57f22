/// One connection to a server, from the moment it comes.
final class Visitor {
    enum Stage {
        /// Its request is read, or waits for its answer.
        case asking
        /// It gets its answer.
        case answered
        /// It gets the body of its answer as it is written.
        case streaming
        /// It is a WebSocket.
        case socket
        /// It was let go, and the connection is being closed.
        case gone
    }

    let number: Int
    let link: Link
    /// When its request, the answer and a handshake have to be over; not for what is yet to be written of a stream.
    var deadline = Int64.max
    var stage = Stage.asking
    var isHeadOnly = false
    /// The body of its answer, if that is written piece by piece.
    var stream: ResponseStream?
    /// What is left of the answer, or of a piece of it.
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

    init(_ number: Int, _ link: Link) { (self.number, self.link) = (number, link) }

    /// Sends another piece of the answer, or ends the connection behind the last.
    func goOn() {
        guard stage == .answered || stage == .streaming else { return }
        if rest.isEmpty, stage == .streaming, let stream {
            switch stream.next(Self.piece) {
            case .nothing, .cut: return
            case .bytes(let bytes): rest = bytes[...]
            case .end(let bytes): (rest, stage) = (bytes[...], .answered)
            }
        }
        guard !rest.isEmpty else {
            stream?.end(.finished)
            return link.close()
        }
        let next = rest.prefix(Self.piece)
        rest = rest.dropFirst(Self.piece)
        guard next.withUnsafeBufferPointer(link.write) else { return link.close() }
        link.askForRoom()
    }
}
