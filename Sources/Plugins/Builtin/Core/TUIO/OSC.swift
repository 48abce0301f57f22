/// A bundle of Open Sound Control 1.0: messages that belong together, to be taken at once.
struct OSCBundle: Equatable {
    /// What is sent.
    private(set) var bytes: [UInt8]

    /// An empty one.
    init() {
        bytes = OSC.text("#bundle")
        // The time tag that means "at once".
        bytes += OSC.number(0) + OSC.number(1)
    }

    /// Takes in a message.
    mutating func append(_ message: OSCMessage) { bytes += OSC.number(Int32(message.bytes.count)) + message.bytes }

    /// How long it would be with a message more.
    func size(with message: OSCMessage) -> Int { bytes.count + 4 + message.bytes.count }
}

/// A message of Open Sound Control 1.0: an address and arguments, each of which says of what type it is.
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

/// How Open Sound Control writes its parts: whole words of four bytes, the highest byte first.
private enum OSC {
    /// A text with a 0 behind it, filled up with more of them; what comes after a 0 of its own is not sent.
    static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8.prefix { $0 != 0 })
        return bytes + [UInt8](repeating: 0, count: 4 - bytes.count % 4)
    }

    static func number(_ number: Int32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }
}
