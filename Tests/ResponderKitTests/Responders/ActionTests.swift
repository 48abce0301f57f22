import ResponderKit
import TestTraits
import Testing

@Suite struct ActionTests {
    /// Implements one action for each of the three method forms.
    private final class Forms: ActionTarget {
        let recorder = Recorder()
        var senders: [AnyObject?] = []
        var events: [Event?] = []

        func respond(to action: Selector, _ call: ActionCall) -> Bool {
            switch action {
            case "nothing": call { recorder.write("nothing") }
            case "sender": call { senders.append(call.sender) }
            case "both":
                call {
                    senders.append(call.sender)
                    events.append(call.event)
                }
            default: false
            }
        }
    }

    @Test(.rule("A1", "A9")) func `an action takes nothing, the sender, or the sender and the event`() throws {
        let application = Application()
        let target = Forms()
        let sender = View()
        var seen: Event?
        let stage = Stage()
        let view = ProbeView("view", 0, 0, 100, 100, stage.recorder)
        stage.window.addSubview(view)
        view.onBegan = { seen = $1 }
        stage.down(1, 50, 50, at: 0)
        let event = try #require(seen)
        #expect(application.sendAction("nothing", to: target, from: sender, for: event))
        #expect(target.recorder.lines == ["nothing"])
        #expect(target.senders.isEmpty && target.events.isEmpty)
        #expect(application.sendAction("sender", to: target, from: sender, for: event))
        #expect(target.senders.map { $0 === sender } == [true])
        #expect(application.sendAction("both", to: target, from: sender, for: event))
        #expect(target.senders.map { $0 === sender } == [true, true])
        #expect(target.events.map { $0 === event } == [true])
    }

    @Test(.rule("A9")) func `an action sent from code carries no event`() {
        let target = Forms()
        #expect(Application().sendAction("both", to: target, from: nil, for: nil))
        #expect(target.events.map { $0 == nil } == [true])
        #expect(target.senders.map { $0 == nil } == [true])
    }

    @Test(.rule("A9")) func `canPerformAction has the sender and no event`() {
        final class Asked: Responder {
            var calls: [ActionCall] = []
            override func respond(to action: Selector, _ call: ActionCall) -> Bool {
                calls.append(call)
                return call {}
            }
        }
        let asked = Asked()
        let sender = View()
        #expect(asked.canPerformAction("a", withSender: sender))
        #expect(Application().sendAction("a", to: asked, from: sender, for: nil))
        #expect(asked.calls.map(\.isQuestion) == [true, false])
        #expect(asked.calls.map { $0.sender === sender } == [true, true])
        #expect(asked.calls.map { $0.event == nil } == [true, true])
    }

    @Test(.rule("A2")) func `an action travels along the chain without being an event`() {
        final class Watcher: Application {
            var events = 0
            override func sendEvent(_ event: Event) {
                events += 1
                super.sendEvent(event)
            }
        }
        let application = Watcher()
        let stage = Stage(application: application)
        let watch = stage.watchChain()
        let outer = stage.listener("outer")
        let inner = stage.listener("inner", in: outer, isFirst: true)
        outer.actions = ["play"]
        #expect(application.sendAction("play", to: nil, from: inner, for: nil))
        #expect(application.events == 0)
        #expect(watch.log == ["play to outer"])
        #expect(stage.log == ["outer play"])
    }

    @Test(.rule("A3")) func `a named target is called without canPerformAction`() {
        final class Unwilling: Responder {
            let probe: ActionProbe
            init(_ probe: ActionProbe) { self.probe = probe }
            override func respond(to action: Selector, _ call: ActionCall) -> Bool { probe.respond(to: action, call) }
            override func canPerformAction(_ action: Selector, withSender sender: AnyObject?) -> Bool {
                probe.recorder.write("asked")
                return false
            }
        }
        let recorder = Recorder()
        let target = Unwilling(ActionProbe(recorder, "play"))
        #expect(Application().sendAction("play", to: target, from: nil, for: nil))
        #expect(recorder.lines == ["play"])
    }

    @Test(.rule("A3")) func `a named target without the action is not called, nor is the chain`() {
        let stage = Stage()
        let first = stage.listener("first", isFirst: true)
        first.actions = ["play"]
        let watch = stage.watchChain()
        let target = Link("target", stage.recorder, before: first)
        #expect(!stage.application.sendAction("play", to: target, from: first, for: nil))
        #expect(stage.log == [])
        #expect(watch.log == ["play to nobody"])
    }

    @Test(.rule("A6")) func `canPerformAction is true for implemented actions and does not perform them`() {
        let recorder = Recorder()
        let next = Link("next", recorder)
        let link = Link("link", recorder, before: next)
        link.actions = ["play"]
        next.actions = ["stop"]
        #expect(link.canPerformAction("play", withSender: nil))
        #expect(!link.canPerformAction("stop", withSender: nil))
        #expect(!Responder().canPerformAction("play", withSender: nil))
        #expect(recorder.lines == [])
    }

    @Test(.rule("A7")) func `the target is the first responder in the chain whose canPerformAction is true`() {
        final class Denying: View {
            override func respond(to action: Selector, _ call: ActionCall) -> Bool { call {} }
            override func canPerformAction(_ action: Selector, withSender sender: AnyObject?) -> Bool { false }
        }
        let recorder = Recorder()
        let outer = ListeningView("outer", recorder)
        let middle = ListeningView("middle", recorder)
        let denying = Denying()
        let inner = ListeningView("inner", recorder)
        outer.addSubview(middle)
        middle.addSubview(denying)
        denying.addSubview(inner)
        outer.actions = ["play", "stop"]
        middle.actions = ["play"]
        inner.actions = ["skip"]
        #expect(inner.target(forAction: "skip", withSender: nil) === inner)
        #expect(inner.target(forAction: "play", withSender: nil) === middle)
        #expect(inner.target(forAction: "stop", withSender: nil) === outer)
        #expect(inner.target(forAction: "unknown", withSender: nil) == nil)
        #expect(recorder.lines == [])
    }

    @Test func `actions with equal names are equal`() {
        #expect(Selector("copy") == .copy)
        #expect(Selector.copy.description == "copy")
        #expect(Set<Selector>([.cut, .copy, .paste, .delete, .select, .selectAll, "cut"]).count == 6)
    }
}
