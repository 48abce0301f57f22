import ResponderKit
import TestTraits
import Testing

/// Tests timers exactly at their limits. Input at the same time precedes the timer; advancing the clock to this time
/// fires it.
@Suite struct GestureTimerTests {
    @Test(.rule("G58", "Q6")) func `a tap that lifts exactly at the limit is recognized`() {
        let stage = Stage(for: TapGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        #expect(stage.application.nextDeadline == 1_500_000)
        stage.up(1, at: 1500)
        #expect(stage.log == ["ended", "reset"])
    }

    @Test(.rule("G58", "Q6")) func `a tap fails when the clock reaches the limit`() {
        let stage = Stage(for: TapGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.application.advance(to: 1_499_999)
        #expect(stage.log == [])
        stage.advance(to: 1500)
        #expect(stage.log == ["failed"])
        stage.up(1, at: 1500)
        #expect(stage.log == ["failed", "reset"])
    }

    @Test(.rule("G59", "Q6"), arguments: [true, false])
    func `a second tap exactly at the limit counts unless the clock advanced first`(_ isClockFirst: Bool) {
        let tap = TapGestureRecognizer()
        tap.numberOfTapsRequired = 2
        let stage = Stage(for: tap)
        stage.tap(500, 500, at: 0)
        #expect(stage.application.nextDeadline == 400_000)
        if isClockFirst { stage.advance(to: 400) }
        stage.tap(500, 500, at: 400)
        #expect(stage.log == (isClockFirst ? ["failed", "reset"] : ["ended", "reset"]))
    }

    @Test(.rule("G62", "G64", "Q6"), arguments: [true, false])
    func `a lift exactly at the duration is too early unless the clock advanced first`(_ isClockFirst: Bool) {
        let stage = Stage(for: LongPressGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        if isClockFirst { stage.advance(to: 500) }
        stage.up(1, at: 500)
        stage.advance(to: 500)
        #expect(stage.log == (isClockFirst ? ["began", "ended", "reset"] : ["failed", "reset"]))
    }

    @Test(.rule("G62", "G63", "Q6"), arguments: [true, false])
    func `a move exactly at the duration is too early unless the clock advanced first`(_ isClockFirst: Bool) {
        let stage = Stage(for: LongPressGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        if isClockFirst { stage.advance(to: 500) }
        stage.move(1, 600, 500, at: 500)
        stage.advance(to: 500)
        #expect(stage.log == (isClockFirst ? ["began", "changed"] : ["failed"]))
    }

    @Test(.rule("G62", "Q6")) func `input after the duration finds the long press begun`() {
        let stage = Stage(for: LongPressGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 600, 500, at: 501)
        #expect(stage.log == ["began", "changed"])
    }

    @Test(.rule("G65", "G59", "Q6"), arguments: [true, false])
    func `a press after a tap exactly at the limit counts unless the clock advanced first`(_ isClockFirst: Bool) {
        let press = LongPressGestureRecognizer()
        press.numberOfTapsRequired = 1
        let stage = Stage(for: press)
        stage.tap(500, 500, at: 0)
        if isClockFirst { stage.advance(to: 400) }
        stage.down(1, 500, 500, at: 400)
        stage.advance(to: 900)
        #expect(stage.log == (isClockFirst ? ["failed", "reset"] : ["began"]))
    }

    @Test(.rule("G77", "G78", "Q6"), arguments: [true, false])
    func `a swipe that completes exactly at the limit counts unless the clock advanced first`(_ isClockFirst: Bool) {
        let stage = Stage(for: SwipeGestureRecognizer())
        stage.down(1, 500, 500, at: 0)
        #expect(stage.application.nextDeadline == 500_000)
        if isClockFirst { stage.advance(to: 500) }
        stage.move(1, 620, 500, at: 500)
        stage.advance(to: 500)
        #expect(stage.log == (isClockFirst ? ["failed"] : ["ended"]))
    }

    @Test(.rule("G47", "G62"), arguments: GestureKind.allCases)
    func `no timer outlives its attempt`(_ kind: GestureKind) {
        let stage = Stage(for: kind.make())
        let down = kind.start(stage, at: 0)
        kind.cancel(stage, at: down + 10)
        #expect(stage.application.nextDeadline == nil)
        stage.advance(to: 10_000)
        #expect(stage.log == ["failed", "reset"])
    }
}
