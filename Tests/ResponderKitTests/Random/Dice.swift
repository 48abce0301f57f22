import Glibc

/// Chance that can be repeated: the whole sequence follows from the seed.
final class Dice {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// A number from 0 up to, not including, the limit.
    func below(_ limit: Int) -> Int { Int((next() >> 33) % UInt64(limit)) }

    func number(_ range: ClosedRange<Int>) -> Int { range.lowerBound + below(range.count) }

    /// True once in so many times.
    func once(in count: Int) -> Bool { below(count) == 0 }

    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A multiple of a half: sums, halves and doubles of such numbers are exact.
    func half(_ range: ClosedRange<Int>) -> Double { Double(number(range.lowerBound * 2...range.upperBound * 2)) / 2 }
}

/// How long the random tests run, and from which seed; the environment may say otherwise.
enum RandomRun {
    static let steps = number("TOUCHBRIDGE_STEPS") ?? 30_000
    static let seed = UInt64(number("TOUCHBRIDGE_SEED") ?? 20_240_607)

    private static func number(_ name: String) -> Int? {
        guard let text = getenv(name) else { return nil }
        return Int(String(cString: text))
    }
}
