import ResponderKit
import TestTraits
import Testing

/// Tests first responder callbacks that change the tree or the first responder.
@Suite struct FirstResponderReentrancyTests {
    private let stage = Stage()

    @Test(.rule("F2", "F4")) func `a responder removed while it becomes first responder is not first responder`() {
        let one = stage.listener("one", isFirst: true)
        let two = stage.listener("two")
        one.onResign = { two.removeFromSuperview() }
        #expect(!two.becomeFirstResponder())
        stage.press(1, .began, at: 0)
        #expect(!stage.log.contains("two pressesBegan"))
    }

    @Test(.rule("F4", "F5")) func `a responder that becomes first during another one's resignation stays first`() {
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

    @Test(.rule("F2")) func `a view whose chain alone leads into a window cannot become first responder`() {
        let outside = ListeningView("outside", stage.recorder)
        outside.redirect = stage.listener("inside")
        #expect(!outside.becomeFirstResponder())
        #expect(!outside.isFirstResponder)
    }

    @Test(.rule("F8")) func `a responder that is no view resigns when its next view is removed`() {
        let view = stage.listener("view")
        let link = Link("link", stage.recorder, before: view)
        #expect(link.becomeFirstResponder())
        view.removeFromSuperview()
        #expect(!link.isFirstResponder)
        stage.press(1, .began, at: 0)
        #expect(stage.log == [])
    }

    @Test(.rule("M2", "X4", "F8")) func `removing a view cancels its shake before the removal`() {
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
