final class ClientConnection {
    enum Stage {
        /// The server is reading the request, or the service has not yet responded.
        case asking
        /// The server is sending the response.
        case answered
        /// The server is sending the response body while other threads append to it.
        case streaming
        case socket
        /// The server is closing the connection.
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
    /// Unsent bytes of the response or chunk.
    var rest: ArraySlice<UInt8> = []
    /// Request that opened the WebSocket; nil until the server accepts the handshake.
    var request: Request?
    var socket: WebSocket?
    /// Received fragments of an incomplete WebSocket message.
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
