internal import BuiltinUInput
internal import HandlerEvents
internal import InputEvents
internal import PluginAPI
internal import ResponderKit

/// Checks the frames that the `forward` handler writes to a virtual panel. The frames are passed to a model of the
/// kernel, and the resulting contacts are compared with the expected touches.
final class Forwarding {
    /// A touch that the virtual panel must report.
    private struct ExpectedTouch {
        let touch: Int32
        var x: Int32
        var y: Int32
    }

    private let fingers: Int
    private let verdict: Verdict
    private var size: Size?
    private var screen: String?
    private var touches: VirtualTouches
    private var kernel: VirtualKernel
    private var expected: ContiguousArray<ExpectedTouch> = []
    private var moment: Int64 = 0
    /// Number of touches that ended since the last frame.
    private var ended = 0
    /// Number of touches that were cancelled since the last frame.
    private var cancelled = 0
    private var isFlawed = false

    private static let stepsPerPoint = 16.0

    init(fingers: Int = 10, _ verdict: Verdict) {
        (self.fingers, self.verdict) = (fingers, verdict)
        touches = VirtualTouches(fingers: fingers, width: 1, height: 1)
        kernel = VirtualKernel(fingers: fingers, width: 1, height: 1)
    }

    /// Uses the first screen with a `forward` handler, as the plugin that provides this handler does.
    func bindingsChanged(_ bindings: [Binding]) {
        let forwards = bindings.filter { $0.handler == "forward" }
        guard let first = forwards.first else { return }
        screen = first.screen
        guard size != first.screenSize else { return }
        liftAll()
        size = first.screenSize
        let (width, height) = (Self.reach(first.screenSize.width), Self.reach(first.screenSize.height))
        touches = VirtualTouches(fingers: fingers, width: width, height: height)
        kernel = VirtualKernel(fingers: fingers, width: width, height: height)
    }

    private static func reach(_ points: Double) -> Int32 {
        Int32(max(1, min(Double(Int32.max / 2), (points * stepsPerPoint).rounded()) - 1))
    }

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> Bool {
        guard let size, binding.screen == screen else { return false }
        if touches.hasEvents, handlerEvent.time != moment { frameDidEnd() }
        moment = handlerEvent.time
        guard touches.take(handlerEvent, on: size) else { return false }
        expect(handlerEvent, size)
        return true
    }

    private func expect(_ handlerEvent: HandlerEvent, _ size: Size) {
        let index = expected.firstIndex { $0.touch == handlerEvent.touch }
        let x = Self.value(handlerEvent.screenX, size.width, touches.width)
        let y = Self.value(handlerEvent.screenY, size.height, touches.height)
        switch handlerEvent.event {
        case .touchesBegan where index == nil: expected.append(ExpectedTouch(touch: handlerEvent.touch, x: x, y: y))
        case .touchesBegan, .touchesMoved: if let index { (expected[index].x, expected[index].y) = (x, y) }
        case .touchesEnded:
            if let index {
                expected.remove(at: index)
                ended += 1
            }
        case .touchesCancelled:
            if let index {
                expected.remove(at: index)
                cancelled += 1
            }
        default: break
        }
    }

    private static func value(_ coordinate: Double, _ length: Double, _ most: Int32) -> Int32 {
        guard length > 0, coordinate.isFinite else { return 0 }
        return Int32(min(Double(most), max(0, (coordinate / length * (Double(most) + 1)).rounded())))
    }

    func frameDidEnd() {
        guard touches.hasEvents else { return }
        touches.end()
        write(touches.events)
        touches.forgetEvents()
    }

    /// Passes the events to the kernel model, and compares the model's contacts with the expected touches.
    private func write(_ events: ContiguousArray<RawEvent>) {
        guard !isFlawed else { return }
        if let problem = kernel.take(events) { return fail(problem) }
        let ends = kernel.takeEnds()
        if ends != (ended, cancelled) {
            fail(
                "\(ended) touches ended and \(cancelled) were cancelled, but the virtual panel reported "
                    + "\(ends.0) lifts and \(ends.1) palms"
            )
        }
        (ended, cancelled) = (0, 0)
        guard kernel.liveCount == expected.count else {
            return fail("the virtual panel has \(kernel.liveCount) contacts, but \(expected.count) touches are down")
        }
        var used: UInt64 = 0
        for touch in expected {
            let index = kernel.slots.indices.first { index in
                let slot = kernel.slots[index]
                return used & 1 << UInt64(index) == 0 && slot.id >= 0 && slot.x == touch.x && slot.y == touch.y
            }
            guard let index else { return fail("no contact has the position of touch \(touch.touch)") }
            used |= 1 << UInt64(index)
        }
    }

    private func fail(_ problem: String) {
        isFlawed = true
        verdict.fail(.virtualPanel, problem)
    }

    func liftAll() {
        cancelled += expected.count
        expected.removeAll()
        touches.cancelAll()
        frameDidEnd()
    }

    /// Checks that no contact remains after all fingers are up.
    func checkSettled() {
        if kernel.liveCount > 0 { fail("the virtual panel has \(kernel.liveCount) contacts after all fingers are up") }
        if touches.hasEvents { fail("queued events of the virtual panel were never written") }
    }
}
