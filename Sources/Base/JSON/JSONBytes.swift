/// Writes JSON on one line; escapes line feeds in strings.
public struct JSONBytes: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    /// Removes all bytes but retains the capacity.
    public mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Appends a JSON fragment without escaping.
    public mutating func append(raw text: StaticString) {
        // Fast path for one byte: most calls append a comma or a bracket.
        if text.utf8CodeUnitCount == 1 { return bytes.append(text.utf8Start.pointee) }
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends a JSON fragment without escaping.
    public mutating func append(raw json: [UInt8]) { bytes.append(contentsOf: json) }

    public mutating func append(_ number: Int64) {
        append(upTo: 20) { start in
            guard number < 0 else { return start.write(digits: number.magnitude) }
            start.pointee = UInt8(ascii: "-")
            return 1 + (start + 1).write(digits: number.magnitude)
        }
    }

    /// Calls `body` with a stack buffer of `count` bytes. `body` returns the number of bytes to append.
    @inline(__always)
    mutating func append(upTo count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer in
            guard let start = buffer.baseAddress else { return }
            bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: body(start)))
        }
    }

    /// Appends a number with the fewest digits that parse to the same value; integers have no decimal point. Appends
    /// `null` if the number is not finite.
    public mutating func append(_ number: Double) {
        if number.rounded() == number, number.magnitude < 1e15 {
            append(Int64(number))
        } else {
            bytes.append(contentsOf: (number.isFinite ? "\(number)" : "null").utf8)
        }
    }

    /// Appends a quoted and escaped string.
    public mutating func append(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0x0a: append(raw: "\\n")
            case 0..<0x20, 0x7f:
                let digits = Array("0123456789abcdef".utf8)
                append(raw: "\\u00")
                bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func append(_ value: JSONValue) {
        switch value {
        case .null: append(raw: "null")
        case .boolean(let truth): append(raw: truth ? "true" : "false")
        case .number(let number): append(number)
        case .text(let text): append(text)
        case .list(let values):
            append(raw: "[")
            for (index, value) in values.enumerated() {
                if index > 0 { append(raw: ",") }
                append(value)
            }
            append(raw: "]")
        case .object(let members):
            append(raw: "{")
            for (index, member) in members.enumerated() {
                if index > 0 { append(raw: ",") }
                append(member.key)
                append(raw: ":")
                append(member.value)
            }
            append(raw: "}")
        }
    }
}

extension UnsafeMutablePointer<UInt8> {
    /// Writes decimal digits and returns the number of digits, at most 20.
    @inline(__always)
    func write(digits number: UInt64) -> Int {
        var (count, power) = (1, 10 as UInt64)
        while count < 20, number >= power { (count, power) = (count + 1, power &* 10) }
        var rest = number
        for index in stride(from: count - 1, through: 0, by: -1) {
            self[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        return count
    }
}
