/// Reads numbers out of a line's bytes; each step is nil, and the cursor stays, when there is none that fits.
struct ByteCursor {
    private(set) var place: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    /// The bytes have to stay where they are; an empty line has no address, so it may not come here.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        place = bytes.baseAddress! + start
        end = bytes.baseAddress! + bytes.count
    }

    /// How many bytes are not read yet.
    var left: Int { end - place }

    @inline(__always)
    mutating func skipBlanks() {
        while place < end, place.pointee == 0x20 || place.pointee == 0x09 { place += 1 }
    }

    /// Whether nothing follows but blanks and a comment.
    @inline(__always)
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return place == end || place.pointee == 0x23
    }

    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard place < end, place.pointee == byte else { return false }
        place += 1
        return true
    }

    /// Decimal digits without a sign; at most `digits` of them, so that they fit.
    @inline(__always)
    mutating func digits(atMost digits: Int) -> (value: Int64, count: Int)? {
        var value: Int64 = 0
        let start = place
        while place < end {
            let digit = place.pointee &- 0x30
            guard digit < 10 else { break }
            guard place - start < digits else { return nil }
            value = value &* 10 &+ Int64(digit)
            place += 1
        }
        return place == start ? nil : (value, place - start)
    }

    /// A decimal number of 32 bits after blanks.
    @inline(__always)
    mutating func decimal() -> Int32? {
        skipBlanks()
        let isNegative = take(0x2d)
        // Ten digits can't overflow 64 bits; more may only be leading zeros.
        guard let (value, _) = digits(atMost: 18) else { return nil }
        return Int32(exactly: isNegative ? -value : value)
    }

    /// A hexadecimal number of 16 bits after blanks, without `0x`.
    @inline(__always)
    mutating func hexadecimal() -> UInt16? {
        skipBlanks()
        var value: UInt32 = 0
        let start = place
        while place < end {
            let byte = place.pointee
            let digit: UInt8
            if byte &- 0x30 < 10 {
                digit = byte &- 0x30
            } else {
                let letter = (byte | 0x20) &- 0x61
                guard letter < 6 else { break }
                digit = letter + 10
            }
            value = value << 4 | UInt32(digit)
            guard value <= 0xffff else { return nil }
            place += 1
        }
        return place == start ? nil : UInt16(value)
    }
}
