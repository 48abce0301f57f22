/// Seeded random generator; equal seeds reproduce a failing test.
struct HitGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D | 1 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// Returns a number from 0 to `limit` - 1.
    mutating func below(_ limit: Int) -> Int { Int((next() >> 33) % UInt64(limit)) }

    /// Returns true with probability 1 / `times`.
    mutating func oneIn(_ times: Int) -> Bool { below(times) == 0 }

    /// Returns a multiple of 1/16; sums of such numbers are exact.
    mutating func sixteenths(_ range: Range<Double>) -> Double {
        let count = Int((range.upperBound - range.lowerBound) * 16)
        return range.lowerBound + Double(below(count)) / 16
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
