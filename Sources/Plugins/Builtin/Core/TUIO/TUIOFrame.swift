/// What a receiver is told at a time: who is there, and where some of them are.
struct TUIOFrame: Equatable {
    /// What we call ourselves.
    var source: String
    /// Who is there.
    var sessions: [Int32]
    /// Where some of them are.
    var cursors: [TUIOCursor]
    /// Counts up; -1 for a frame that says again what was said.
    var number: Int32

    /// Limit tuio-datagram-bytes (Internal bounds): bytes of a TUIO datagram.
    ///
    /// Payload of an unfragmented datagram: 1500 bytes without the headers of IPv6 and UDP.
    static let datagramLimit = 1452
    /// Says that nothing new is said.
    static let repetition: Int32 = -1

    /// The frame in as few datagrams as it fits into.
    ///
    /// Each can be taken by itself: it has the source, the set of the living and the frame's number. A cursor stands in one
    /// of them.
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
