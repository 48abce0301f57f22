import ResponderKit
import TestTraits
import Testing

@Suite struct TapCountTests {
    private let stage = Stage()
    private let view: ProbeView
    private let counts = Counts()

    private final class Counts {
        var began: [Int] = []
        var ended: [Int] = []
    }

    init() {
        view = stage.touchable("v", 0, 0, 1000, 1000)
        view.onBegan = { [counts] touches, _ in counts.began += touches.map(\.tapCount) }
        view.onEnded = { [counts] touches, _ in counts.ended += touches.map(\.tapCount) }
    }

    @Test(.rule("T24")) func `a tap soon after and near the previous one increments the count`() {
        stage.tap(500, 500, at: 0)
        stage.tap(505, 500, at: 150)
        stage.tap(500, 505, at: 300)
        #expect(counts.began == [1, 2, 3])
        #expect(counts.ended == [1, 2, 3])
    }

    @Test(.rule("T24")) func `the count is fixed when the finger goes down`() {
        stage.tap(500, 500, at: 0)
        stage.down(1, 500, 500, at: 150)
        #expect(counts.began == [1, 2])
        stage.move(1, 900, 900, at: 5000)
        stage.up(1, at: 9000)
        #expect(counts.ended == [1, 2])
    }

    @Test(.rule("T24", "T25")) func `a tap long after the previous one restarts the count`() {
        stage.tap(500, 500, at: 0)
        stage.tap(500, 500, at: 1500)
        stage.tap(500, 500, at: 1650)
        #expect(counts.began == [1, 1, 2])
    }

    @Test(.rule("T24", "T25")) func `a tap far from the previous one restarts the count`() {
        stage.tap(500, 500, at: 0)
        stage.tap(800, 500, at: 150)
        #expect(counts.began == [1, 1])
    }

    @Test(.rule("T25")) func `the distance is measured from the previous touch-down`() {
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 520, 500, at: 10)
        stage.up(1, at: 50)
        stage.tap(480, 500, at: 150)
        #expect(counts.began == [1, 2])
    }

    @Test(.rule("T25")) func `a touch held too long is no tap`() {
        stage.down(1, 500, 500, at: 0)
        stage.up(1, at: 4000)
        stage.tap(500, 500, at: 4100)
        #expect(counts.began == [1, 1])
    }

    @Test(.rule("T25")) func `a touch that moved far is no tap, even if it returned`() {
        stage.down(1, 500, 500, at: 0)
        stage.move(1, 700, 500, at: 20)
        stage.move(1, 500, 500, at: 40)
        stage.up(1, at: 50)
        stage.tap(500, 500, at: 150)
        #expect(counts.began == [1, 1])
    }

    @Test(.rule("T24")) func `a tap elsewhere in between restarts the count`() {
        stage.tap(500, 500, at: 0)
        stage.tap(790, 500, at: 100)
        stage.tap(500, 500, at: 200)
        stage.tap(500, 500, at: 300)
        #expect(counts.began == [1, 1, 1, 2])
    }

    @Test(.rule("T24", "T25")) func `a drag elsewhere in between restarts the count`() {
        stage.tap(500, 500, at: 0)
        stage.down(1, 700, 500, at: 100)
        stage.move(1, 900, 500, at: 120)
        stage.up(1, at: 150)
        stage.tap(500, 500, at: 200)
        #expect(counts.began == [1, 1, 1])
    }

    @Test(.rule("T24", "C5")) func `a button tapped again after a tap elsewhere sends no touchDownRepeat`() {
        let button = Button(frame: Rect(x: 400, y: 400, width: 200, height: 200))
        stage.window.addSubview(button)
        var repeats = 0
        button.addAction(for: .touchDownRepeat) { _, _ in repeats += 1 }
        stage.tap(500, 500, at: 0)
        stage.tap(790, 500, at: 100)
        stage.tap(500, 500, at: 200)
        #expect(repeats == 0)
        stage.tap(500, 500, at: 300)
        #expect(repeats == 1)
    }

    @Test(.rule("T24")) func `two fingers that tap at staggered times have separate counts`() {
        view.isMultipleTouchEnabled = true
        for time in [0, 150, 300] as [Int64] {
            stage.down(1, 300, 500, at: time)
            stage.down(2, 600, 500, at: time + 20)
            stage.up(1, at: time + 50)
            stage.up(2, at: time + 70)
        }
        #expect(counts.began == [1, 1, 2, 2, 3, 3])
    }

    @Test(.rule("T24")) func `a finger that taps beside a resting one has its own count`() {
        view.isMultipleTouchEnabled = true
        stage.down(9, 100, 100, at: 0)
        stage.tap(500, 500, at: 50)
        stage.tap(500, 500, at: 150)
        #expect(counts.began == [1, 1, 2])
        stage.tap(800, 500, at: 250)
        stage.tap(500, 500, at: 350)
        #expect(counts.began == [1, 1, 2, 1, 1])
    }

    @Test(.rule("T24")) func `two fingers that tap in the same reports have separate counts`() {
        view.isMultipleTouchEnabled = true
        for time in [0, 150] as [Int64] {
            stage.report(at: time, .began(1, 300, 500), .began(2, 600, 500))
            stage.report(at: time + 50, .ended(1, 300, 500), .ended(2, 600, 500))
        }
        #expect(counts.began == [1, 1, 2, 2])
    }

    @Test(.rule("T26", "X13")) func `a cancelled touch restarts the count`() {
        stage.tap(500, 500, at: 0)
        stage.down(1, 500, 500, at: 150)
        stage.cancel(1, at: 200)
        stage.tap(500, 500, at: 250)
        stage.tap(500, 500, at: 400)
        #expect(counts.began == [1, 2, 1, 2])
    }

    @Test(.rule("T26")) func `a cancelled touch elsewhere restarts the count`() {
        stage.tap(500, 500, at: 0)
        stage.down(1, 790, 500, at: 100)
        stage.cancel(1, at: 150)
        stage.tap(500, 500, at: 200)
        #expect(counts.began == [1, 1, 1])
    }

    @Test(.rule("T26", "G19")) func `a touch that a gesture cancelled in its view still counts as a tap`() {
        let tap = TapGestureRecognizer()
        view.addGestureRecognizer(tap)
        stage.tap(500, 500, at: 0)
        stage.tap(500, 500, at: 150)
        #expect(counts.began == [1, 2])
        #expect(counts.ended == [])
    }

    @Test(.rule("T26", "X13")) func `a cancelled touch is no tap`() {
        stage.down(1, 500, 500, at: 0)
        stage.cancel(1, at: 50)
        stage.tap(500, 500, at: 150)
        stage.down(1, 500, 500, at: 300)
        stage.application.resignActive()
        stage.application.becomeActive()
        stage.tap(500, 500, finger: 2, at: 400)
        #expect(counts.began == [1, 1, 2, 1])
    }
}
