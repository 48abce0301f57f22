/// Writes a JSON array of numbers directly into a buffer with sufficient capacity.
///
/// Zero elements at the end of the array are omitted; readers must treat missing elements as zero.
public struct JSONNumbers: ~Copyable {
    /// Maximum length of a number in bytes, including the comma after it.
    static let longest = 26

    private let start: UnsafeMutablePointer<UInt8>
    private var end: UnsafeMutablePointer<UInt8>
    /// Position after the comma of the last non-zero number. Without a non-zero number, position after the opening
    /// bracket.
    private var kept: UnsafeMutablePointer<UInt8>
    /// Remaining capacity, in elements.
    private var room: Int

    /// Begins an array of at most `room` numbers. The buffer must have a capacity of `room * longest + 2` bytes.
    init(at start: UnsafeMutablePointer<UInt8>, atMost room: Int) {
        start.pointee = UInt8(ascii: "[")
        self.start = start
        end = start + 1
        kept = end
        self.room = room
    }

    @inline(__always)
    public mutating func append(_ number: Int64) {
        takeRoom()
        guard number != 0 else { return skip() }
        if number < 0 { put(UInt8(ascii: "-")) }
        put(digits: number.magnitude)
        keep()
    }

    /// Appends a number rounded to three decimal places. Numbers with a magnitude of 1e12 or more are not rounded;
    /// infinity and NaN become `null`.
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
            // Swift prints every `Double` in fewer than `longest` bytes.
            for byte in (number.isFinite ? "\(number)" : "null").utf8 { put(byte) }
        }
        keep()
    }

    /// Ends the array and returns its length in bytes.
    consuming func finish() -> Int {
        // Overwrites the comma after the last non-zero number, if any.
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

    /// Reserves the capacity for one number, before the number is written.
    @inline(__always)
    private mutating func takeRoom() {
        precondition(room > 0, "too many numbers")
        room &-= 1
    }

    @inline(__always)
    private mutating func put(_ byte: UInt8) {
        end.pointee = byte
        end += 1
    }

    @inline(__always)
    private mutating func put(digit: UInt64) { put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

    /// Writes decimal digits, with a fast path for one or two digits.
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

    /// Writes a decimal point and up to three decimal places without trailing zeros.
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
    /// Appends an array of at most `limit` numbers, which `body` writes.
    @inline(__always)
    public mutating func append(numbersAtMost limit: Int, _ body: (inout JSONNumbers) -> Void) {
        append(upTo: limit * JSONNumbers.longest + 2) { start in
            var numbers = JSONNumbers(at: start, atMost: limit)
            body(&numbers)
            return numbers.finish()
        }
    }
}
