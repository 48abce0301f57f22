import ResponderKit
import TestTraits
import Testing

@Suite struct NextResponderTests {
    private final class Delegate: Responder, ApplicationDelegate {}
    private final class ViewDelegate: View, ApplicationDelegate {}
    private final class ControllerDelegate: ViewController, ApplicationDelegate {}
    private final class PlainDelegate: ApplicationDelegate {}
    private final class SelfDelegate: Application, ApplicationDelegate {}

    @Test(.rule("R1")) func `a plain responder has no next, and passing on has no effect`() {
        let responder = Responder()
        #expect(responder.next == nil)
        for method in Responder.Method.allCases { responder.call(method) }
    }

    @Test(.rule("R1")) func `the chain is resolved at each step of a delivery`() {
        let recorder = Recorder()
        let last = Link("last", recorder)
        let other = Link("other", recorder)
        let middle = Link("middle", recorder, before: last)
        let first = Link("first", recorder, before: middle)
        first.ear.onHear = { _, _ in middle.following = other }
        first.call(.motionBegan)
        #expect(recorder.take() == ["first motionBegan", "middle motionBegan", "other motionBegan"])
        first.following = last
        first.call(.motionEnded)
        #expect(recorder.take() == ["first motionEnded", "last motionEnded"])
    }

    @Test(.rule("R2")) func `a view's next is its superview, or nil without one`() {
        let outer = View()
        let inner = View()
        #expect(inner.next == nil)
        outer.addSubview(inner)
        #expect(inner.next === outer)
        #expect(outer.next == nil)
        inner.removeFromSuperview()
        #expect(inner.next == nil)
    }

    @Test(.rule("R2")) func `the controller of a root view precedes the superview`() {
        let outer = View()
        let controller = ViewController()
        #expect(controller.view.next === controller)
        outer.addSubview(controller.view)
        #expect(controller.view.next === controller)
        let inner = View()
        controller.view.addSubview(inner)
        #expect(inner.next === controller.view)
    }

    @Test(.rule("R7")) func `a window's next is its application, visible or not`() {
        let application = Application()
        let window = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10), application: application)
        #expect(window.next === application)
        window.makeKeyAndVisible()
        #expect(window.next === application)
        window.application = nil
        #expect(window.next == nil)
    }

    @Test(.rule("R8")) func `an application's next is its delegate if that is a plain responder`() {
        let application = Application()
        #expect(application.next == nil)
        let delegate = Delegate()
        application.delegate = delegate
        #expect(application.next === delegate)
        let plain = PlainDelegate()
        application.delegate = plain
        #expect(application.next == nil)
        let view = ViewDelegate()
        application.delegate = view
        #expect(application.next == nil)
        let controller = ControllerDelegate()
        application.delegate = controller
        #expect(application.next == nil)
        let own = SelfDelegate()
        own.delegate = own
        #expect(own.next == nil)
    }

    @Test(.rule("R7", "R8", "R9")) func `the chain runs from the view through window and application to the delegate`()
    {
        let stage = Stage()
        let watch = stage.watchChain()
        let delegate = Delegate()
        stage.application.delegate = delegate
        let view = stage.listener("view")
        #expect(delegate.next == nil)
        stage.tap(50, 50, at: 0)
        #expect(
            watch.log == [
                "view touchesBegan", "window touchesBegan", "application touchesBegan", "responder touchesBegan",
                "view touchesEnded", "window touchesEnded", "application touchesEnded", "responder touchesEnded",
            ]
        )
        #expect(view.next === stage.window)
    }

    @Test(.rule("R18")) func `a recognizer is not a responder and not in the chain`() {
        let stage = Stage()
        let watch = stage.watchChain()
        let view = stage.listener("view")
        let tap = TapGestureRecognizer()
        view.addGestureRecognizer(tap)
        let object: AnyObject = tap
        #expect(!(object is Responder))
        #expect(view.next === stage.window)
        stage.down(1, 50, 50, at: 0)
        #expect(tap.numberOfTouches == 1)
        #expect(watch.log == ["view touchesBegan", "window touchesBegan", "application touchesBegan"])
    }

    @Test(.rule("R19")) func `an override of next redirects at once, even during a touch`() {
        let stage = Stage()
        let watch = stage.watchChain()
        let view = stage.listener("view")
        let link = Link("link", stage.recorder)
        stage.down(1, 50, 50, at: 0)
        #expect(watch.recorder.take() == ["view touchesBegan", "window touchesBegan", "application touchesBegan"])
        view.redirect = link
        stage.move(1, 60, 50, at: 10)
        #expect(watch.recorder.take() == ["view touchesMoved", "link touchesMoved"])
        view.redirect = nil
        stage.up(1, at: 20)
        #expect(watch.recorder.take() == ["view touchesEnded", "window touchesEnded", "application touchesEnded"])
        #expect(stage.log == ["link touchesMoved"])
    }
}
