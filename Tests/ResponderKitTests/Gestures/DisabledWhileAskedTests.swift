import ResponderKit
import TestTraits
import Testing

/// Tests recognizers that a delegate call about them disables or detaches.
@Suite struct DisabledWhileAskedTests {
    private let stage = Stage()

    private final class Meddler: GestureRecognizerDelegate {
        var onBegin: () -> Void = {}
        func gestureRecognizerShouldBegin(_ gestureRecognizer: GestureRecognizer) -> Bool {
            onBegin()
            return true
        }
    }

    @Test(.rule("G50", "G51", "G44"), arguments: [true, false])
    func `a recognizer that is disabled or removed in shouldBegin does not begin`(_ isRemoved: Bool) {
        let view = stage.addView()
        let one = stage.attach("a", .follows, to: view)
        let meddler = Meddler()
        meddler.onBegin = { [unowned one] in
            if isRemoved { view.removeGestureRecognizer(one) } else { one.isEnabled = false }
        }
        one.delegate = meddler
        stage.down(1, 150, 150, at: 0)
        stage.move(1, 160, 150, at: 10)
        stage.move(1, 170, 150, at: 20)
        stage.up(at: 30)
        #expect(!stage.log.contains("a began"))
        #expect(stage.log.last == "v ended")
    }
}
