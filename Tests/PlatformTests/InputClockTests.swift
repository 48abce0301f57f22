import Platform
import Testing

/// Tests how long the clock shares a reading, and when it discards one.
struct InputClockTests {
    @Test func `a reading is remembered from the first one until it is discarded`() {
        let clock = InputClock()
        _ = clock.read()
        #expect(clock.last == nil)
        clock.begin(at: 5)
        #expect(clock.last == 5)
        let time = clock.read()
        #expect(clock.last == time)
        clock.discard()
        _ = clock.read()
        #expect(clock.last == nil)
    }
}
