import Glibc
import TestSupport

/// Seeded random numbers; equal seeds give equal sequences.
final class SeededRandom {
    private var generator: SplitMix64

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    func next() -> UInt64 { generator.next() }

    /// Returns a number from 0 to `limit` - 1.
    func below(_ limit: Int) -> Int { Int((next() >> 33) % UInt64(limit)) }

    func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// Returns true with probability 1 / `count`.
    func once(in count: Int) -> Bool { below(count) == 0 }

    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// Returns a multiple of 0.5; sums, halves and doubles of such numbers are exact.
    func half(_ range: ClosedRange<Int>) -> Double { Double(number(range.lowerBound * 2...range.upperBound * 2)) / 2 }
}

/// Length and seed of the random tests, which environment variables can override.
enum RandomRun {
    static let steps = number("TOUCHBRIDGE_STEPS") ?? 30_000
    static let seed = UInt64(number("TOUCHBRIDGE_SEED") ?? 20_240_607)

    private static func number(_ name: String) -> Int? {
        guard let text = getenv(name) else { return nil }
        return Int(String(cString: text))
    }
}
