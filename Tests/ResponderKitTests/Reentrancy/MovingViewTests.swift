import ResponderKit
import Testing

/// Tests views that move other views when they enter a window.
@Suite struct MovingViewTests {
    private final class Mover: View {
        var log: [Bool] = []
        var onMove: () -> Void = {}
        override func didMoveToWindow() {
            log.append(window != nil)
            onMove()
        }
    }

    @Test func `a view removed before its turn receives didMove for the removal only`() {
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
