import Platform
import PluginAPI
import Testing

struct `Waiting before another attempt` {
    @Test func `waits double up to the longest, are never quite the same, and begin anew`() {
        var backoff = Backoff(first: 100, limit: 500)
        for _ in 0..<2 {
            for step: Int64 in [100, 200, 400, 500, 500] { #expect((step / 2...step).contains(backoff.wait())) }
            backoff.reset()
        }
    }

    @Test func `no wait is longer than the longest, however long the first is`() {
        for limit: Int64 in [0, 1, 500, .max] {
            var backoff = Backoff(first: .max / 2 + 2, limit: limit)
            for _ in 0..<100 { #expect((0...limit).contains(backoff.wait())) }
        }
    }
}
