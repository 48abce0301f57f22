import ResponderKit
import TestTraits
import Testing

@Suite struct ControlTargetsTests {
    let control = Control()
    let recorder = Recorder()

    /// A view that implements one action.
    final class AnsweringView: View {
        let recorder = Recorder()

        override func respond(to action: Selector, _ call: ActionCall) -> Bool {
            guard action == "answer" else { return false }
            return call { recorder.write("answered") }
        }
    }

    /// Records the arguments of an action.
    final class CallKeeper: ActionTarget {
        private(set) var calls: [ActionCall] = []

        func respond(to action: Selector, _ call: ActionCall) -> Bool { call { calls.append(call) } }
    }

    @Test(.rule("C17")) func `an event calls all its targets in the order of addition`() {
        let targets = (1...3).map { ActionProbe(recorder, Selector("\($0)")) }
        for target in targets.reversed() {
            for number in 1...3 { control.addTarget(target, action: Selector("\(number)"), for: .valueChanged) }
        }
        control.addAction(for: .valueChanged) { [recorder] _, _ in recorder.write("closure") }
        control.addTarget(targets[0], action: "1", for: .touchDown)
        control.sendActions(for: .valueChanged)
        #expect(recorder.lines == ["3", "2", "1", "closure"])
        withExtendedLifetime(targets) {}
    }

    @Test(.rule("C17")) func `a target and action added twice are called once, for the union of their events`() {
        let target = ActionProbe(recorder, "act")
        control.addTarget(target, action: "act", for: .touchDown)
        control.addTarget(target, action: "act", for: [.touchDown, .touchUpInside])
        control.sendActions(for: .touchDown)
        control.sendActions(for: .touchUpInside)
        control.sendActions(for: .touchCancel)
        #expect(recorder.lines == ["act", "act"])
        withExtendedLifetime(target) {}
    }

    @Test(.rule("C17")) func `a target is not retained, and the chain does not replace a deallocated one`() {
        let answering = AnsweringView(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        answering.addSubview(control)
        weak var gone: ActionProbe?
        do {
            let target = ActionProbe(recorder, "answer")
            gone = target
            control.addTarget(target, action: "answer", for: .touchDown)
            #expect(control.allTargets.count == 1)
        }
        #expect(gone == nil)
        #expect(control.allTargets.isEmpty)
        #expect(control.allControlEvents == [])
        control.sendActions(for: .touchDown)
        #expect(recorder.lines == [])
        #expect(answering.recorder.lines == [])
    }

    @Test(.rule("C17", "A4"), arguments: [false, true])
    func `a nil target finds the first responder in the chain that implements the action`(isInWindow: Bool) {
        let stage = Stage()
        let answering = AnsweringView(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        answering.addSubview(View())
        answering.subviews[0].addSubview(control)
        if isInWindow { stage.window.addSubview(answering) }
        control.addTarget(nil, action: "answer", for: .touchDown)
        control.addTarget(nil, action: "unknown", for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(answering.recorder.lines == ["answered"])
    }

    @Test(.rule("C26")) func `sendActions(for:) calls every matching action once, without an event`() {
        let keeper = CallKeeper()
        control.addTarget(keeper, action: "both", for: [.touchDown, .valueChanged])
        control.addTarget(keeper, action: "one", for: .valueChanged)
        control.addTarget(keeper, action: "none", for: .touchUpInside)
        var events: [ResponderKit.Event?] = []
        control.addAction(for: .touchDown) { events.append($1) }
        control.sendActions(for: [.touchDown, .valueChanged])
        #expect(keeper.calls.count == 2)
        #expect(keeper.calls.allSatisfy { $0.event == nil && $0.sender === control })
        #expect(events.count == 1)
        #expect(events[0] == nil)
    }

    @Test(.rule("C17", "A9")) func `an action of a touch receives its event`() {
        let stage = Stage()
        let control = stage.add(Control())
        let keeper = CallKeeper()
        control.addTarget(keeper, action: "act", for: .touchDown)
        var event: ResponderKit.Event?
        control.addAction(for: .touchDown) { event = $1 }
        stage.down(1, 450, 425, at: 0)
        #expect(keeper.calls.map(\.event?.type) == [.touches])
        #expect(keeper.calls.first?.event === event)
        #expect(keeper.calls.first?.sender === control)
    }

    @Test(.rule("C17")) func `removing a target removes the given events, actions or all`() {
        let (one, other) = (ActionProbe(recorder, "a", "b"), ActionProbe(recorder, "c"))
        control.addTarget(one, action: "a", for: [.touchDown, .touchUpInside])
        control.addTarget(one, action: "b", for: .touchDown)
        control.addTarget(other, action: "c", for: .touchDown)
        control.removeTarget(one, action: "a", for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(recorder.take() == ["b", "c"])
        control.removeTarget(one, action: nil, for: .touchDown)
        control.sendActions(for: [.touchDown, .touchUpInside])
        #expect(recorder.take() == ["a", "c"])
        control.removeTarget(nil, action: nil, for: .allEvents)
        control.sendActions(for: .allEvents)
        #expect(recorder.take() == [])
        withExtendedLifetime((one, other)) {}
    }

    @Test(.rule("C17")) func `the control returns its targets, actions and events`() {
        let (one, other) = (ActionProbe(recorder, "a", "b"), ActionProbe(recorder, "c"))
        #expect(control.allControlEvents == [])
        control.addTarget(one, action: "a", for: .touchDown)
        control.addTarget(one, action: "b", for: [.touchDown, .touchUpInside])
        control.addTarget(other, action: "c", for: .touchCancel)
        control.addTarget(nil, action: "d", for: .touchDown)
        control.addAction(for: .valueChanged) { _, _ in }
        #expect(control.allControlEvents == [.touchDown, .touchUpInside, .touchCancel, .valueChanged])
        #expect(control.allTargets.count == 2)
        #expect(control.allTargets.first === one)
        #expect(control.allTargets.last === other)
        #expect(control.actions(forTarget: one, forControlEvent: .touchDown) == ["a", "b"])
        #expect(control.actions(forTarget: one, forControlEvent: .touchUpInside) == ["b"])
        #expect(control.actions(forTarget: nil, forControlEvent: .touchDown) == ["d"])
        #expect(control.actions(forTarget: other, forControlEvent: .touchDown) == nil)
    }

    @Test(.rule("A3")) func `an override of sendAction can suppress an action`() {
        final class Censor: Control {
            override func sendAction(_ action: Selector, to target: (any ActionTarget)?, for event: ResponderKit.Event?)
            {
                if action != "secret" { super.sendAction(action, to: target, for: event) }
            }
        }
        let control = Censor()
        let target = ActionProbe(recorder, "secret", "open")
        control.addTarget(target, action: "secret", for: .touchDown)
        control.addTarget(target, action: "open", for: .touchDown)
        control.sendActions(for: .touchDown)
        #expect(recorder.lines == ["open"])
        withExtendedLifetime(target) {}
    }

    @Test func `observers are notified of each event once, whatever the number of targets`() {
        let stage = Stage()
        let control = stage.add(Control())
        let observer = ControlObserver()
        stage.application.addObserver(observer)
        control.addAction(for: .touchDown) { _, _ in }
        stage.tap(450, 425, at: 0)
        control.removeTarget(nil, action: nil, for: .allEvents)
        control.sendActions(for: .valueChanged)
        #expect(observer.sent.map(\.event) == [.touchDown, .touchUpInside, .valueChanged])
        #expect(observer.sent.allSatisfy { $0.control === control })
    }
}
