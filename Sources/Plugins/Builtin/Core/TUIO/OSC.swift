/// A bundle of Open Sound Control 1.0: messages to be processed at once.
struct OSCBundle: Equatable {
    private(set) var bytes: [UInt8]

    /// Creates an empty bundle.
    init() {
        bytes = OSC.text("#bundle")
        // Time tag "immediately".
        bytes += OSC.number(0) + OSC.number(1)
    }

    mutating func append(_ message: OSCMessage) { bytes += OSC.number(Int32(message.bytes.count)) + message.bytes }

    /// Returns the size in bytes after appending the message.
    func size(with message: OSCMessage) -> Int { bytes.count + 4 + message.bytes.count }
}

/// A message of Open Sound Control 1.0: an address and typed arguments.
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

/// Encoding of Open Sound Control: big endian, padded to words of four bytes.
private enum OSC {
    /// Encodes a text, padded with one to four zero bytes; truncates it at a NUL.
    static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8.prefix { $0 != 0 })
        return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
    }

    static func number(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
