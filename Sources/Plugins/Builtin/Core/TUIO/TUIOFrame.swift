/// A frame of TUIO: the sessions of all cursors, and the state of some.
struct TUIOFrame: Equatable {
    /// Name of this sender, as `name@host`.
    var source: String
    /// Sessions of all cursors.
    var sessions: [Int32]
    /// Cursors whose state is sent.
    var cursors: [TUIOCursor]
    /// Frame number, ascending; -1 for a repetition of known state.
    var number: Int32

    /// Limit tuio-datagram-bytes (Internal bounds): bytes of a TUIO datagram.
    ///
    /// Payload of an unfragmented datagram: 1500 bytes without the headers of IPv6 and UDP.
    static let datagramLimit = 1452
    /// Frame number of a repetition.
    static let repetition: Int32 = -1

    /// The frame in as few datagrams as possible.
    ///
    /// Each datagram can be processed alone: it has the source, all sessions and the frame number. A cursor is in
    /// one of them.
    var datagrams: [[UInt8]] {
        var result: [[UInt8]] = []
        let end = message([.text("fseq"), .integer(number)])
        var bundle = beginning
        for cursor in cursors {
            let set = Self.set(cursor)
            if bundle.size(with: set) + 4 + end.bytes.count > Self.datagramLimit {
                bundle.append(end)
                result.append(bundle.bytes)
                bundle = beginning
            }
            bundle.append(set)
        }
        bundle.append(end)
        return result + [bundle.bytes]
    }

    private var beginning: OSCBundle {
        var bundle = OSCBundle()
        bundle.append(message([.text("source"), .text(source)]))
        bundle.append(message([.text("alive")] + sessions.map { .integer($0) }))
        return bundle
    }

    private static func set(_ cursor: TUIOCursor) -> OSCMessage {
        let numbers = [cursor.x, cursor.y, cursor.velocityX, cursor.velocityY, cursor.acceleration]
        return OSCMessage(
            address,
            [.text("set"), .integer(cursor.session)] + numbers.map { .number(Float($0)) }
        )
    }

    private func message(_ arguments: [OSCMessage.Argument]) -> OSCMessage { OSCMessage(Self.address, arguments) }

    private static let address = "/tuio/2Dcur"
}
