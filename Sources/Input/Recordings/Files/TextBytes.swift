/// Buffer for text, as UTF-8 bytes.
struct TextBytes {
    var bytes: [UInt8] = []

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends a decimal number, padded to a width with `filler`: zeros after the sign, or other bytes before it.
    mutating func append(_ number: Int64, width: Int = 1, filler: UInt8 = 0x30) {
        var digits = 1
        var rest = number.magnitude
        while rest >= 10 {
            rest /= 10
            digits += 1
        }
        let sign = number < 0
        let missing = max(0, width - digits - (sign ? 1 : 0))
        if filler != 0x30 { for _ in 0..<missing { bytes.append(filler) } }
        if sign { bytes.append(0x2d) }
        if filler == 0x30 { for _ in 0..<missing { bytes.append(0x30) } }
        let start = bytes.count
        rest = number.magnitude
        for _ in 0..<digits {
            bytes.append(0x30 + UInt8(rest % 10))
            rest /= 10
        }
        bytes[start...].reverse()
    }

    /// Appends a hexadecimal number, padded with zeros to a width.
    mutating func append(hex number: UInt16, width: Int) {
        let digits = String(number, radix: 16)
        for _ in digits.utf8.count..<max(width, digits.utf8.count) { bytes.append(0x30) }
        append(digits)
    }
}
