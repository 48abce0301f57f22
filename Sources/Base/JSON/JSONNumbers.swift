/// A list of numbers under way, written straight to where there is room for all of them.
///
/// The zeros at its end are left out: who reads it takes what is not there for zero.
public struct JSONNumbers: ~Copyable {
    /// No number has more characters, the comma behind it included.
    static let longest = 26

    private let start: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>
    /// Behind the last number that is no zero, and its comma.
    private var kept: UnsafeMutablePointer<UInt8>
    /// So many numbers still have room.
    private var room: Int

    /// A list of so many numbers at most, of which each has room for `longest` characters, and the list for two more.
    init(at start: UnsafeMutablePointer<UInt8>, atMost room: Int) {
        start.pointee = UInt8(ascii: "[")
        self.start = start
        end = start + 1
        kept = end
        self.room = room
    }

    /// Writes a whole number.
    @inline(__always)
    public mutating func append(_ number: Int64) {
        takeRoom()
        guard number != 0 else { return skip() }
        if number < 0 { put(UInt8(ascii: "-")) }
        put(digits: number.magnitude)
        keep()
    }

    /// Writes a number with three digits behind the point at most, or one of 1e12 and more as Swift writes it.
    @inline(__always)
    public mutating func append(thousandths number: Double) {
        takeRoom()
        let size = number.magnitude * 1000
        if size < 0.5 { return skip() }
        if size < 1e15 {
            if number < 0 { put(UInt8(ascii: "-")) }
            let count = UInt64(size + 0.5)
            put(digits: count / 1000)
            put(part: count % 1000)
        } else {
            // Whatever it is, it has fewer characters than a number may have.
            for byte in (number.isFinite ? "\(number)" : "null").utf8 { put(byte) }
        }
        keep()
    }

    /// Ends the list, and tells how many bytes it has.
    consuming func finish() -> Int {
        // In the place of the last comma, if there is one.
        if kept > start + 1 { kept -= 1 }
        kept.pointee = UInt8(ascii: "]")
        return kept + 1 - start
    }

    // MARK: Characters

    @inline(__always)
    private mutating func skip() {
        put(UInt8(ascii: "0"))
        put(UInt8(ascii: ","))
    }

    @inline(__always)
    private mutating func keep() {
        put(UInt8(ascii: ","))
        kept = end
    }

    /// Before anything of a number is written.
    @inline(__always)
    private mutating func takeRoom() {
        precondition(room > 0, "more numbers than there is room for")
        room &-= 1
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    @inline(__always)
    private mutating func put(digit: UInt64) { put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

    /// Writes digits, of which there are one or two nearly always.
    @inline(__always)
    private mutating func put(digits number: UInt64) {
        if number >= 100 { return put(manyDigits: number) }
        if number >= 10 { put(digit: number / 10) }
        put(digit: number % 10)
    }

    private mutating func put(manyDigits number: UInt64) {
        let (front, pair) = (number / 100, number % 100)
        put(digits: front)
        put(digit: pair / 10)
        put(digit: pair % 10)
    }

    /// Writes thousandths behind a point, without zeros at their end.
    @inline(__always)
    private mutating func put(part: UInt64) {
        guard part > 0 else { return }
        put(UInt8(ascii: "."))
        put(digit: part / 100)
        guard part % 100 > 0 else { return }
        put(digit: part / 10 % 10)
        if part % 10 > 0 { put(digit: part % 10) }
    }
}

extension JSONBytes {
    /// Writes a list of so many numbers at most.
    @inline(__always)
    public mutating func append(numbersAtMost limit: Int, _ body: (inout JSONNumbers) -> Void) {
        append(upTo: limit * JSONNumbers.longest + 2) { start in
            var numbers = JSONNumbers(at: start, atMost: limit)
            body(&numbers)
            return numbers.finish()
        }
    }
}
