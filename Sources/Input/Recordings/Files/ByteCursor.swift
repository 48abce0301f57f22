/// Parses numbers in a line's bytes. A parsing method returns nil if no valid number follows; the cursor may then have
/// moved.
struct ByteCursor {
    private(set) var position: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>

    /// Creates a cursor. `bytes` must remain valid while the cursor is in use, and must not be empty, because an empty
    /// buffer may have no address.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        position = bytes.baseAddress! + start
        end = bytes.baseAddress! + bytes.count
    }

    /// Number of unread bytes.
    var left: Int { end - position }

    @inline(__always)
    mutating func skipBlanks() {
        while position < end, position.pointee == 0x20 || position.pointee == 0x09 { position += 1 }
    }

    /// Skips blanks; returns whether the cursor is at the end of the line or at a comment.
    @inline(__always)
    mutating func isAtEnd() -> Bool {
        skipBlanks()
        return position == end || position.pointee == 0x23
    }

    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
        guard position < end, position.pointee == byte else { return false }
        position += 1
        return true
    }

    /// Parses decimal digits without a sign; returns nil if there is no digit or if there are more than `digits`
    /// digits.
    @inline(__always)
    mutating func digits(atMost digits: Int) -> (value: Int64, count: Int)? {
        var value: Int64 = 0
        let start = position
        while position < end {
            let digit = position.pointee &- 0x30
            guard digit < 10 else { break }
            guard position - start < digits else { return nil }
            value = value &* 10 &+ Int64(digit)
            position += 1
        }
        return position == start ? nil : (value, position - start)
    }

    /// Skips blanks and parses a 32-bit decimal number; returns nil if no such number follows.
    @inline(__always)
    mutating func decimal() -> Int32? {
        skipBlanks()
        let isNegative = take(0x2d)
        // 18 digits cannot overflow 64 bits. More than ten digits are valid only if the additional digits are leading
        // zeros.
        guard let (value, _) = digits(atMost: 18) else { return nil }
        return Int32(exactly: isNegative ? -value : value)
    }

    /// Skips blanks and parses a 16-bit hexadecimal number without `0x`; returns nil if no such number follows.
    @inline(__always)
    mutating func hexadecimal() -> UInt16? {
        skipBlanks()
        var value: UInt32 = 0
        let start = position
        while position < end {
            let byte = position.pointee
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
            position += 1
        }
        return position == start ? nil : UInt16(value)
    }

    /// Skips blanks and returns the text up to the next blank; empty at the end.
    mutating func word() -> String {
        skipBlanks()
        let start = position
        while position < end, position.pointee != 0x20, position.pointee != 0x09 { position += 1 }
        return String(decoding: UnsafeBufferPointer(start: start, count: position - start), as: UTF8.self)
    }
}
