import HandlerEvents
import InputEvents
import PluginAPI
import ResponderKit
import Testing

@testable import Torture

/// Tests that each invariant check detects a simulated violation.
struct InvariantTests {
    // MARK: Touches and views

    /// An application with two views, and an oracle that can receive false reports.
    private final class Stand: ApplicationObserver {
        let verdict = Verdict()
        let oracle: Oracle
        let application = Application()
        let window: Window
        let view = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        let other = View(frame: Rect(x: 100, y: 0, width: 100, height: 100))
        var touches: [Touch] = []
        var event: Event?

        init() {
            oracle = Oracle(verdict)
            window = Window(frame: Rect(x: 0, y: 0, width: 200, height: 100), application: application)
            window.isHidden = false
            view.identifier = "view"
            other.identifier = "other"
            window.addSubview(view)
            window.addSubview(other)
            oracle.windows = { [unowned application] in application.windows }
            application.addObserver(oracle)
            application.addObserver(self)
        }

        var followsHitTests: Bool { false }
        func touch(_ touch: Touch, hit view: View?) { touches.append(touch) }
        func dispatching(_ event: Event) { self.event = event }

        func send(_ change: TouchSample.Change, _ finger: Int32 = 1, at x: Double = 50, time: Int64 = 0) {
            let sample = TouchSample(FingerID(device: 1, contact: finger), change, at: Point(x: x, y: 50))
            application.send(TouchFrame(time: time, [sample]))
            oracle.finishStep()
        }

        /// Reports a view's call to the oracle.
        func say(_ method: Responder.Method, _ touch: Int = 0, of view: View? = nil) {
            guard let event else { return }
            oracle.responder(view ?? self.view, called: method, touches: [touches[touch]], event: event)
        }
    }

    @Test
    func `a normal touch violates nothing`() {
        let stand = Stand()
        stand.send(.began)
        stand.send(.moved, at: 60)
        stand.send(.ended)
        stand.touches.removeAll()
        stand.oracle.checkSettled()
        #expect(stand.verdict.failure == nil)
    }

    @Test
    func `a duplicate end and events after the end are detected`() {
        for method in [Responder.Method.touchesEnded, .touchesMoved, .touchesCancelled, .touchesBegan] {
            let stand = Stand()
            stand.send(.began)
            stand.say(.touchesCancelled)
            stand.say(method)
            #expect(stand.verdict.failure?.invariant == .viewReceivesOnce)
        }
    }

    @Test
    func `a duplicate beginning is detected`() {
        let stand = Stand()
        stand.send(.began)
        stand.say(.touchesBegan)
        #expect(stand.verdict.failure?.invariant == .viewReceivesOnce)
    }

    @Test
    func `a touch that never ends is detected`() {
        let stand = Stand()
        stand.send(.began)
        stand.oracle.checkSettled()
        #expect(stand.verdict.failure?.invariant == .touchEndsOnce)
    }

    @Test
    func `a touch that is retained after its end is detected`() {
        let stand = Stand()
        stand.send(.began)
        stand.send(.ended)
        stand.oracle.checkSettled()
        #expect(stand.verdict.failure?.invariant == .release)
    }

    @Test
    func `a view that receives a rejected touch is detected`() {
        let stand = Stand()
        stand.send(.began, 1)
        stand.send(.began, 2)
        #expect(stand.verdict.failure == nil)
        stand.say(.touchesBegan, 1)
        #expect(stand.verdict.failure?.invariant == .delivery)
    }

    @Test
    func `a view that receives a touch beside an exclusive one is detected`() {
        let stand = Stand()
        stand.send(.began, 1)
        stand.view.isExclusiveTouch = true
        // The application rejects this touch. The oracle misses the rejection, because it is not an observer at this
        // time.
        stand.application.removeObserver(stand.oracle)
        stand.send(.began, 2, at: 150)
        stand.oracle.touch(stand.touches[1], hit: stand.other)
        stand.say(.touchesBegan, 1, of: stand.other)
        #expect(stand.verdict.failure?.invariant == .delivery)
    }

    @Test
    func `a hit of the wrong view is detected`() {
        let stand = Stand()
        stand.application.removeObserver(stand.oracle)
        stand.send(.began)
        stand.oracle.touch(stand.touches[0], hit: stand.other)
        #expect(stand.verdict.failure?.invariant == .hit)
    }

    @Test
    func `illegal transitions of a gesture and recognition while disabled are detected`() {
        let ways: [(GestureRecognizer.State, GestureRecognizer.State)] = [
            (.possible, .changed), (.possible, .cancelled), (.began, .failed), (.ended, .began),
        ]
        for (old, new) in ways {
            let stand = Stand()
            stand.oracle.recognizer(GestureRecognizer(), from: old, to: new, cause: .gesture)
            #expect(stand.verdict.failure?.invariant == .gesture)
        }
        let stand = Stand()
        let off = GestureRecognizer()
        off.isEnabled = false
        stand.oracle.recognizer(off, from: .possible, to: .began, cause: .gesture)
        #expect(stand.verdict.failure?.invariant == .gesture)
    }

    @Test
    func `a gesture or control that is not reset at the end is detected`() {
        let stand = Stand()
        stand.oracle.recognizer(GestureRecognizer(), from: .possible, to: .failed, cause: .gesture)
        stand.oracle.checkSettled()
        #expect(stand.verdict.failure?.invariant == .gesture)
        let second = Stand()
        second.oracle.control(Button(), sent: .touchDown)
        second.oracle.checkSettled()
        #expect(second.verdict.failure?.invariant == .control)
    }

    @Test(arguments: [Control.Event.touchUpInside, .touchCancel, .touchDragInside])
    func `a control event without a finger is detected`(_ event: Control.Event) {
        let stand = Stand()
        stand.oracle.control(Button(), sent: event)
        #expect(stand.verdict.failure?.invariant == .control)
        // Control events sent by code have no finger, so they violate nothing.
        let second = Stand()
        second.oracle.isSentByCode = { true }
        second.oracle.control(Button(), sent: event)
        #expect(second.verdict.failure == nil)
    }

    @Test
    func `a panel that reports an unknown finger is detected`() {
        let stand = Stand()
        stand.send(.moved)
        #expect(stand.verdict.failure?.invariant == .misuse)
    }

    // MARK: Handlers

    private struct Call {
        let event: EventName
        var time: Int64 = 0
        var stream: Int32 = 1
    }

    private func failure(_ calls: [Call], ends: Binding.BoundEnds = .all, settles: Bool = false) -> Failure? {
        var streams = StreamOracle(isStrict: true)
        let hostEnvironment = HostEnvironment(host: "kiosk")
        let binding = Binding(
            plugin: "p",
            handler: "h",
            view: "v",
            arguments: NoArguments(),
            group: 1,
            ends: ends,
            hostEnvironment: hostEnvironment
        )
        for call in calls {
            var handlerEvent = HandlerEvent(call.event, at: call.time)
            handlerEvent.stream = call.stream
            if let failure = streams.take(handlerEvent, for: binding, of: 0) { return failure }
        }
        return settles ? streams.checkSettled() : nil
    }

    @Test
    func `streams with duplicate beginnings or ends, events after the end or no end are detected`() {
        #expect(failure([Call(event: .touchesBegan), Call(event: .touchesEnded)], settles: true) == nil)
        #expect(failure([Call(event: .touchesBegan), Call(event: .touchesBegan)])?.invariant == .handler)
        let over = [Call(event: .touchesBegan), Call(event: .touchesEnded)]
        #expect(failure(over + [Call(event: .touchesCancelled)])?.invariant == .handler)
        #expect(failure(over + [Call(event: .touchesMoved)])?.invariant == .handler)
        #expect(failure(over + [Call(event: .touchesBegan)])?.invariant == .handler)
        #expect(failure([Call(event: .touchesBegan)], settles: true)?.invariant == .handler)
        #expect(failure([Call(event: .touchesBegan)], ends: .some, settles: true) == nil)
    }

    @Test
    func `a control press without an end is detected, and one sent by code is none`() {
        let press = [Call(event: .touchDown), Call(event: .touchCancel)]
        #expect(failure(press, settles: true) == nil)
        #expect(failure([press[0], Call(event: .touchCancel, stream: 0)], settles: true)?.invariant == .handler)
        #expect(failure([Call(event: .touchDown, stream: 0)], settles: true) == nil)
    }

    @Test
    func `time that runs backwards is detected`() {
        let calls = [Call(event: .idle, time: 5), Call(event: .active, time: 4)]
        #expect(failure(calls)?.invariant == .time)
    }

    // MARK: Panels

    private func frame(_ events: (Axis, Int32)..., touch: Int32 = 1) -> ContiguousArray<RawEvent> {
        var frame = ContiguousArray(events.map { RawEvent($0, $1, at: 0) })
        frame.append(RawEvent(KeyCode.touch, touch, at: 0))
        frame.append(RawEvent(.report, at: 0))
        return frame
    }

    @Test
    func `invalid frames of a virtual panel are detected`() {
        func problem(_ frames: ContiguousArray<RawEvent>...) -> String? {
            var kernel = VirtualKernel(fingers: 2, width: 100, height: 100)
            return frames.reduce(nil) { $0 ?? kernel.take($1) }
        }
        let down = frame((.slot, 0), (.trackingID, 5), (.contactX, 10))
        #expect(problem(down) == nil)
        #expect(problem(down, frame((.trackingID, 6))) == "contact 6 begins in slot 0, which contact 5 occupies")
        #expect(problem(down, frame((.slot, 1), (.trackingID, 5))) == "contact 5 is in two slots")
        #expect(problem(frame((.slot, 2))) == "slot 2 is selected, but the panel has only 2 slots")
        #expect(problem(down, frame((.contactX, 101))) == "value 101 is outside of the axis range 0 to 100")
        #expect(problem(frame((.contactX, 10))) == "the empty slot 0 receives a position")
        #expect(
            problem(down, frame((.toolType, 2), (.trackingID, -1)))
                == "slot 0 becomes a palm and is released in one frame"
        )
        let gone = frame((.trackingID, -1), touch: 0)
        #expect(
            problem(down, frame((.toolType, 2)), gone, down)
                == "contact 5 begins in slot 0, which still has the palm's tool type"
        )
        #expect(
            problem(down, frame((.toolType, 2)), gone, frame((.toolType, 0), (.trackingID, 6), (.contactX, 10))) == nil
        )
        #expect(problem(down, frame((.trackingID, -1))) == "BTN_TOUCH is 1 with 0 contacts")
        #expect(problem([RawEvent(.slot, 0, at: 0)]) == "the last frame is incomplete")
    }

    @Test
    func `contacts are counted as the panel reports them`() {
        var model = ContactModel(.plain)
        func take(_ events: (Axis, Int32)..., lost: Bool = false) {
            let head = lost ? [RawEvent(.dropped, at: 0)] : []
            model.take(head + events.map { RawEvent($0, $1, at: 0) } + [RawEvent(.report, at: 0)])
        }
        take((.slot, 3), (.trackingID, 1))
        #expect(model.count == 1 && model.appearances == 1 && !model.isRepairOnly)
        let serial = model.slots[3].serial
        take((.contactX, 5))
        #expect(model.appearances == 0 && model.slots[3].serial == serial)
        // The first frame replaces the contact without ending it. The second frame replaces it after lost events. The
        // third frame follows lost events, too, but the contact is the same.
        take((.trackingID, 2))
        #expect(model.appearances == 1 && model.slots[3].serial == serial + 1)
        take((.trackingID, -1), (.trackingID, 3), lost: true)
        #expect(model.isRepairOnly && model.appearances == 1 && model.slots[3].serial == serial + 2)
        take((.slot, 3), lost: true)
        #expect(model.isRepairOnly && model.appearances == 0 && model.slots[3].serial == serial + 2)
        // One frame removes the contact, and adds and removes another. The next frame adds a contact in an invalid
        // slot.
        take((.trackingID, -1), (.trackingID, 4), (.trackingID, -1))
        #expect(model.count == 0 && model.appearances == 1)
        take((.slot, 77), (.trackingID, 9))
        #expect(model.count == 0 && model.appearances == 0)
        // Contacts that were present when the device was opened do not count as new.
        model = ContactModel(.plain)
        take((.slot, 0), (.trackingID, 1), lost: true)
        #expect(model.count == 1 && model.appearances == 0)
        // The panel reports no tracking IDs, and may omit the last SYN_MT_REPORT of a frame.
        model = ContactModel(.anonymous)
        take((.contactX, 5), (.contactY, 5))
        #expect(model.count == 1)
        // After SYN_DROPPED, any contact may have lifted, so debouncing may delay the lifts of all contacts.
        let lifts = model.lifts.count
        take(lost: true)
        #expect(model.listed == nil && model.lifts.count == lifts + 1)
        take((.contactX, 5))
        #expect(model.listed == 1 && model.lifts.count == lifts + 2)
        // After a backward step of the panel's clock, the bridge continues with its own time.
        model = ContactModel(.single)
        model.take([RawEvent(KeyCode.touch, 1, at: 90), RawEvent(.report, at: 90)])
        model.take([RawEvent(KeyCode.touch, 0, at: 10), RawEvent(.report, at: 10)], after: 110)
        #expect(model.lifts == [110])
    }
}
