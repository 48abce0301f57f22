/// A TUIO frame: the session ids of all cursors (touches), and the state of some or all of the cursors.
struct TUIOFrame: Equatable {
    /// Name of this sender in the form `name@host`.
    var source: String
    /// Session ids of all cursors.
    var sessions: [Int32]
    /// Cursors whose state the frame contains.
    var cursors: [TUIOCursor]
    /// Ascending frame number; -1 marks a repetition of the current state.
    var number: Int32

    /// Limit tuio-datagram-bytes (limits.md, Internal bounds): maximum number of bytes of a TUIO datagram.
    ///
    /// The value is the payload of an unfragmented datagram: 1500 bytes minus the IPv6 and UDP headers.
    static let datagramLimit = 1452
    /// Frame number that marks a repetition.
    static let repetition: Int32 = -1

    /// The frame, encoded in as few datagrams as possible.
    ///
    /// A receiver can process each datagram alone: every datagram contains the source, all session ids and the frame
    /// number. The state of each cursor is in exactly one datagram.
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
