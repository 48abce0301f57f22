import ResponderKit
import TestTraits
import Testing

/// Tests actions that are sent without a target.
@Suite struct NilTargetTests {
    private let stage = Stage()

    @Test(.rule("A4")) func `the first responder's chain is searched first, whoever the sender is`() {
        let sender = stage.listener("sender")
        let outer = stage.listener("outer")
        let first = stage.listener("first", in: outer, isFirst: true)
        sender.actions = ["play"]
        outer.actions = ["play"]
        #expect(stage.application.sendAction("play", to: nil, from: sender, for: nil))
        #expect(stage.recorder.take() == ["outer play"])
        first.actions = ["play"]
        #expect(stage.application.sendAction("play", to: nil, from: sender, for: nil))
        #expect(stage.recorder.take() == ["first play"])
    }

    @Test(.rule("A4")) func `the sender's chain is searched if the first responder's has no target`() {
        let outer = stage.listener("outer")
        let sender = stage.listener("sender", in: outer)
        outer.actions = ["play"]
        #expect(stage.application.sendAction("play", to: nil, from: sender, for: nil))
        #expect(stage.recorder.take() == ["outer play"])
        _ = stage.listener("first", isFirst: true)
        #expect(stage.application.sendAction("play", to: nil, from: sender, for: nil))
        #expect(stage.recorder.take() == ["outer play"])
        sender.actions = ["play"]
        #expect(stage.application.sendAction("play", to: nil, from: sender, for: nil))
        #expect(stage.recorder.take() == ["sender play"])
    }

    @Test(.rule("A4"), arguments: [true, false])
    func `the key window's chain is searched if the sender is no responder`(hasFirst: Bool) {
        final class Answering: Application {
            let recorder = Recorder()
            override func respond(to action: Selector, _ call: ActionCall) -> Bool {
                action == "play" ? call { recorder.write("application \(action)") } : false
            }
        }
        let application = Answering()
        let stage = Stage(application: application)
        let view = stage.listener("view", isFirst: hasFirst)
        let watch = stage.watchChain()
        let recognizer = TapGestureRecognizer()
        #expect(application.sendAction("play", to: nil, from: recognizer, for: nil))
        #expect(application.sendAction("play", to: nil, from: nil, for: nil))
        #expect(application.recorder.take() == ["application play", "application play"])
        #expect(watch.recorder.take() == ["play to application", "play to application"])
        let alone = Link("alone", stage.recorder)
        #expect(application.sendAction("play", to: nil, from: alone, for: nil) == hasFirst)
        #expect(view.isFirstResponder == hasFirst)
    }

    @Test(.rule("A4")) func `the first responder of a window that is not key is not searched`() {
        let second = Window(frame: stage.window.frame, application: stage.application)
        let first = stage.listener("first", in: second, isFirst: true)
        first.actions = ["play"]
        #expect(!stage.application.sendAction("play", to: nil, from: nil, for: nil))
        second.makeKey()
        #expect(stage.application.sendAction("play", to: nil, from: nil, for: nil))
        #expect(stage.log == ["first play"])
    }

    @Test(.rule("A5")) func `an action that no responder implements returns false and has no effect`() {
        let first = stage.listener("first", isFirst: true)
        first.actions = ["play"]
        let watch = stage.watchChain()
        #expect(!stage.application.sendAction("stop", to: nil, from: first, for: nil))
        #expect(stage.log == [])
        #expect(watch.log == ["stop to nobody"])
        #expect(!Application().sendAction("stop", to: nil, from: nil, for: nil))
    }

    @Test(.rule("A8"), arguments: [Selector.cut, .copy, .paste, .delete, .select, .selectAll])
    func `an edit command finds the responder that implements it`(command: Selector) {
        let text = stage.listener("text")
        let document = stage.listener("document")
        document.addSubview(text)
        text.becomeFirstResponder()
        text.actions = [.copy, .select]
        document.actions = [.cut, .copy, .paste, .delete, .selectAll]
        let expected = [.copy, .select].contains(command) ? "text" : "document"
        #expect(text.target(forAction: command, withSender: nil) === (expected == "text" ? text : document))
        #expect(stage.application.sendAction(command, to: nil, from: nil, for: nil))
        #expect(stage.log == ["\(expected) \(command)"])
    }
}
