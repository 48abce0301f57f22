import ResponderKit
import TestTraits
import Testing

/// First responder callbacks that change the tree or the first responder.
@Suite struct FirstResponderReentrancyTests {
    private let stage = Stage()

    @Test(.rule("F2", "F4")) func `a responder that was taken away while it was becoming first is not first`() {
        let one = stage.listener("one", isFirst: true)
        let two = stage.listener("two")
        one.onResign = { two.removeFromSuperview() }
        #expect(!two.becomeFirstResponder())
        stage.press(1, .began, at: 0)
        #expect(!stage.log.contains("two pressesBegan"))
    }

    @Test(.rule("F4", "F5")) func `who became first while the former one resigned is not pushed aside`() {
        let one = stage.listener("one", isFirst: true)
        let two = stage.listener("two")
        let three = stage.listener("three")
        one.onResign = { [unowned one] in
            one.onResign = {}
            three.becomeFirstResponder()
        }
        #expect(!two.becomeFirstResponder())
        #expect(three.isFirstResponder)
    }

    @Test(.rule("F2")) func `a view that reaches a window by its chain alone cannot become first`() {
        let outside = ListeningView("outside", stage.recorder)
        outside.redirect = stage.listener("inside")
        #expect(!outside.becomeFirstResponder())
        #expect(!outside.isFirstResponder)
    }

    @Test(.rule("F8")) func `a responder that is no view resigns when the view that follows it leaves`() {
        let view = stage.listener("view")
        let link = Link("link", stage.recorder, before: view)
        #expect(link.becomeFirstResponder())
        view.removeFromSuperview()
        #expect(!link.isFirstResponder)
        stage.press(1, .began, at: 0)
        #expect(stage.log == [])
    }

    @Test(.rule("M2", "X4", "F8")) func `a shake is taken back from a view that leaves, before it leaves`() {
        let view = stage.listener("view", isFirst: true)
        var wasInside = false
        view.ear.onHear = { [stage, unowned view] method, _ in
            if method == .motionCancelled { wasInside = view.window === stage.window }
        }
        stage.shake(.began, at: 0)
        view.removeFromSuperview()
        stage.shake(.ended, at: 10)
        #expect(stage.log == ["view motionBegan", "view motionCancelled"])
        #expect(wasInside)
    }
}
