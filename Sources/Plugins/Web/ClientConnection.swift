/// A connection from a client to a server.
final class ClientConnection {
    enum Stage {
        /// The request is being read, or the service has not yet responded.
        case asking
        /// The response is being sent.
        case answered
        /// The body of the response is sent while other threads are still writing the body.
        case streaming
        case socket
        /// The connection is being closed.
        case gone
    }

    let number: Int
    let link: Link
    /// Monotonic time limit of the request, response or handshake, in microseconds; `Int64.max` for an unfinished
    /// stream.
    var deadline = Int64.max
    var stage = Stage.asking
    var isHeadOnly = false
    /// Body of a streamed response; nil for other responses.
    var stream: ResponseStream?
    /// Bytes of the response or chunk that are not yet sent.
    var rest: ArraySlice<UInt8> = []
    /// Request with which the client opened the WebSocket; nil until the handshake is accepted.
    var request: Request?
    var socket: WebSocket?
    /// The WebSocket message that is being received.
    var message: [UInt8] = []

    /// Limit websocket-message-bytes (limits.md, Web pages and clients): maximum number of bytes of a WebSocket message
    /// to a built-in server. If exceeded: the connection is closed with code 1009.
    static let messageLimit = 64 * 1024
    private static let piece = 16 * 1024

    init(_ number: Int, _ link: Link) { (self.number, self.link) = (number, link) }

    /// Sends the next bytes of the response; closes the connection after the last byte.
    func sendNext() {
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
        link.requestWritable()
    }
}
