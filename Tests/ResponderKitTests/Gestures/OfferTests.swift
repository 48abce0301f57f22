import ResponderKit
import TestTraits
import Testing

/// Tests which recognizers are offered a touch or press, and which delegates can reject it.
@Suite struct OfferTests {
    let stage = Stage()

    /// A recognizer that rejects events in its own override.
    private final class Picky: GestureRecognizer {
        var sees = 0
        var wants = false
        override func shouldReceive(_ event: Event) -> Bool { wants }
        override func touchesBegan(_ touches: TouchSet, with event: Event) { sees += 1 }
        override func pressesBegan(_ presses: Set<Press>, with event: PressesEvent) { sees += 1 }
    }

    /// A delegate whose results are set by closures.
    private final class Asked: GestureRecognizerDelegate {
        var onEvent: () -> Bool = { true }
        var onTouch: () -> Void = {}
        var onPress: () -> Void = {}
        var count = 0
        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive event: Event) -> Bool { onEvent() }
        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
            count += 1
            onTouch()
            return true
        }
        func gestureRecognizer(_ gestureRecognizer: GestureRecognizer, shouldReceive press: Press) -> Bool {
            count += 1
            onPress()
            return true
        }
    }

    @Test(.rule("G11"), arguments: [true, false])
    func `a recognizer can refuse an event itself`(_ isPress: Bool) {
        let view = stage.listener("view", isFirst: true)
        let picky = Picky()
        picky.allowedPressTypes = [.select]
        view.addGestureRecognizer(picky)
        for wants in [false, true] {
            picky.wants = wants
            if isPress {
                stage.press(1, .began, at: wants ? 2000 : 0)
                stage.press(1, .ended, at: wants ? 2050 : 50)
            } else {
                stage.tap(50, 50, at: wants ? 2000 : 0)
            }
            #expect(picky.sees == (wants ? 1 : 0))
        }
    }

    @Test(.rule("G11", "P7")) func `the delegate is not asked about presses of an event that it refused`() {
        let view = stage.listener("view", isFirst: true)
        let picky = Picky()
        picky.wants = true
        picky.allowedPressTypes = [.select]
        let asked = Asked()
        asked.onEvent = { false }
        picky.delegate = asked
        view.addGestureRecognizer(picky)
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 50)
        #expect(picky.sees == 0)
        #expect(asked.count == 0)
    }

    enum Change: CaseIterable, Sendable { case removed, disabled, moved }

    @Test(.rule("G11", "G50", "G51"), arguments: Change.allCases, [true, false])
    func `a recognizer that is removed while its delegate is asked receives nothing`(_ change: Change, _ isPress: Bool)
    {
        let view = stage.listener("view", isFirst: true)
        let other = stage.listener("other")
        let picky = Picky()
        picky.wants = true
        picky.allowedPressTypes = [.select]
        let asked = Asked()
        let doIt = { [unowned picky] in
            switch change {
            case .removed: view.removeGestureRecognizer(picky)
            case .disabled: picky.isEnabled = false
            case .moved: other.addGestureRecognizer(picky)
            }
        }
        asked.onTouch = doIt
        asked.onPress = doIt
        picky.delegate = asked
        other.frame.origin.x = 500
        view.addGestureRecognizer(picky)
        if isPress { stage.press(1, .began, at: 0) } else { stage.down(1, 50, 50, at: 0) }
        #expect(asked.count == 1)
        #expect(picky.sees == 0)
        #expect(picky.numberOfTouches == 0)
    }

    @Test(.rule("G48", "G11"), arguments: [true, false])
    func `the delegate of a finished recognizer is not asked about a new finger or button`(_ isPress: Bool) {
        let view = stage.listener("view", isFirst: true)
        view.isMultipleTouchEnabled = true
        let tap = TapGestureRecognizer()
        tap.allowedPressTypes = [.select]
        let asked = Asked()
        tap.delegate = asked
        view.addGestureRecognizer(tap)
        if isPress {
            stage.press(1, .began, at: 0)
            stage.press(2, .began, at: 10)
            #expect(tap.state == .failed)
            stage.press(3, .began, at: 20)
        } else {
            stage.down(1, 50, 50, at: 0)
            stage.down(2, 60, 50, at: 10)
            #expect(tap.state == .failed)
            stage.down(3, 70, 50, at: 20)
        }
        #expect(asked.count == 2)
    }

    @Test(.rule("G23", "G19")) func `a finger that joins a gesture with cancelsTouchesInView off reaches its view`() {
        let view = stage.addView()
        view.isMultipleTouchEnabled = true
        let follower = stage.attach("f", .follows, to: view)
        follower.cancelsTouchesInView = false
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 180, 150, at: 10)
        _ = stage.recorder.take()
        stage.down(2, 200, 200, at: 20)
        #expect(stage.log.contains("v began"))
        #expect(!stage.log.contains("v cancelled"))
    }

    @Test(.rule("G16", "G37")) func `the recognizers of each window receive that window's touches once`() {
        let second = Window(frame: Rect(x: 500, y: 0, width: 500, height: 1000), application: stage.application)
        second.makeKeyAndVisible()
        for (name, window) in [("a", stage.window), ("b", second)] {
            let recognizer = ScriptedRecognizer(name, .waits, stage.recorder)
            recognizer.writes = .touches
            window.addGestureRecognizer(recognizer)
        }
        stage.report(at: 0, .began(1, 100, 100), .began(2, 600, 100))
        #expect(stage.recorder.take().sorted() == ["a sees began", "b sees began"])
        stage.report(at: 10, .moved(1, 120, 100), .moved(2, 620, 100))
        #expect(stage.recorder.take().sorted() == ["a sees moved", "b sees moved"])
    }

    @Test(.rule("G27", "G37")) func `a delayed end stays an end when an unrelated recognizer recognizes`() {
        let (left, right) = (stage.addView("left"), stage.addView("right"))
        right.frame.origin.x = 600
        let double = stage.attach("double", TapGestureRecognizer(), to: left)
        double.numberOfTapsRequired = 2
        stage.attach("stranger", .recognizes(.move), to: right)
        stage.tap(150, 150, at: 0)
        #expect(stage.recorder.take() == ["left began"])
        stage.down(2, 650, 150, at: 100)
        stage.move(2, 680, 150, at: 120)
        stage.advance(to: 3000)
        #expect(stage.log.contains("left ended"))
        #expect(!stage.log.contains("left cancelled"))
        #expect(stage.log.contains("right cancelled"))
    }

    @Test(.rule("G38", "P7")) func `button taps of one, two and three wait for each other`() {
        let view = stage.listener("view", isFirst: true)
        let taps = [1, 2, 3].map { count in
            let tap = stage.attach("\(count)", TapGestureRecognizer(), to: view)
            tap.allowedPressTypes = [.select]
            tap.numberOfTapsRequired = count
            return tap
        }
        taps[0].require(toFail: taps[1])
        taps[1].require(toFail: taps[2])
        for count in 1...3 as ClosedRange<Int64> {
            for number in 0..<count {
                stage.press(1, .began, at: count * 5000 + number * 150)
                stage.press(1, .ended, at: count * 5000 + number * 150 + 50)
            }
            stage.advance(to: count * 5000 + 4000)
            #expect(stage.recorder.take().filter { $0.hasSuffix(" ended") } == ["\(count) ended"])
        }
    }
}
