import Platform
import PluginAPI
import Testing

struct `Backoff between attempts` {
    @Test func `delays double up to the limit with jitter, and restart after a reset`() {
        var backoff = Backoff(first: 100, limit: 500)
        for _ in 0..<2 {
            for step: Int64 in [100, 200, 400, 500, 500] { #expect((step / 2...step).contains(backoff.wait())) }
            backoff.reset()
        }
    }

    @Test func `no delay exceeds the limit, however long the first is`() {
        for limit: Int64 in [0, 1, 500, .max] {
            var backoff = Backoff(first: .max / 2 + 2, limit: limit)
            for _ in 0..<100 { #expect((0...limit).contains(backoff.wait())) }
        }
    }
}
