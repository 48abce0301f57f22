/// A bundle in the Open Sound Control 1.0 format: several messages that the receiver processes together.
struct OSCBundle: Equatable {
    private(set) var bytes: [UInt8]

    /// Creates an empty bundle.
    init() {
        bytes = OSC.text("#bundle")
        // The time tag 1 means "immediately".
        bytes += OSC.number(0) + OSC.number(1)
    }

    mutating func append(_ message: OSCMessage) { bytes += OSC.number(Int32(message.bytes.count)) + message.bytes }

    /// Returns the size of the bundle in bytes after this message is appended.
    func size(with message: OSCMessage) -> Int { bytes.count + 4 + message.bytes.count }
}

/// A message in the Open Sound Control 1.0 format: an address and typed arguments.
struct OSCMessage: Equatable {
    enum Argument: Equatable {
        case text(String)
        case integer(Int32)
        case number(Float)
    }

    let bytes: [UInt8]

    init(_ address: String, _ arguments: [Argument]) {
        var types = ","
        var values: [UInt8] = []
        for argument in arguments {
            switch argument {
            case .text(let text):
                types += "s"
                values += OSC.text(text)
            case .integer(let number):
                types += "i"
                values += OSC.number(number)
            case .number(let number):
                types += "f"
                values += OSC.number(Int32(bitPattern: number.bitPattern))
            }
        }
        bytes = OSC.text(address) + OSC.text(types) + values
    }
}

/// Encoding of Open Sound Control values: big-endian, padded to a multiple of four bytes.
private enum OSC {
    /// Encodes a string, padded with one to four zero bytes. The string is truncated at a NUL.
    static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8.prefix { $0 != 0 })
        return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
    }

    static func number(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
