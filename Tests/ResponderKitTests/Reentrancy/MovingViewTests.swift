import ResponderKit
import Testing

/// Views that move other views when they enter a window.
@Suite struct MovingViewTests {
    private final class Mover: View {
        var log: [Bool] = []
        var onMove: () -> Void = {}
        override func didMoveToWindow() {
            log.append(window != nil)
            onMove()
        }
    }

    @Test func `a view that was taken away before its turn hears of that alone`() {
        let stage = Stage()
        let (parent, first, second) = (View(), Mover(), Mover())
        parent.addSubview(first)
        parent.addSubview(second)
        first.onMove = { second.removeFromSuperview() }
        stage.window.addSubview(parent)
        #expect(first.log == [true])
        #expect(second.log == [false])
    }
}
