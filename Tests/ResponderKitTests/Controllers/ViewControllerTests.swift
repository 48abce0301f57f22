import ResponderKit
import TestTraits
import Testing

@Suite struct ViewControllerTests {
    let recorder = Recorder()

    @Test(.rule("R2")) func `the view is loaded once, on first access`() {
        let controller = ProbeController("one", recorder)
        #expect(!controller.isViewLoaded)
        #expect(controller.viewIfLoaded == nil)
        #expect(controller.next == nil)
        #expect(recorder.lines == [])
        let view = controller.view
        #expect(view.next === controller)
        #expect(controller.view === view)
        #expect(controller.viewIfLoaded === view)
        #expect(recorder.lines == ["one loaded"])
    }

    @Test func `a loadView that reads the view, or sets none, still creates one`() {
        final class Empty: ViewController {
            override func loadView() {}
        }
        final class Curious: ViewController {
            var loads = 0
            override func loadView() { view.tag = 7 }
            override func viewDidLoad() { loads += 1 }
        }
        let (empty, curious) = (Empty(), Curious())
        #expect(empty.view.next === empty)
        curious.loadViewIfNeeded()
        #expect(curious.view.tag == 7)
        #expect(curious.loads == 1)
    }

    @Test(.rule("R2")) func `a replaced root view's next is its superview, and the new view has its position`() {
        let stage = Stage()
        let root = stage.root()
        let sibling = View()
        stage.window.addSubview(sibling)
        let (former, new) = (root.view, View())
        root.view = new
        #expect(former.next == nil)
        #expect(new.next === root)
        #expect(stage.window.subviews.map(ObjectIdentifier.init) == [new, sibling].map(ObjectIdentifier.init))
        #expect(new.frame == stage.window.bounds)
        stage.window.addSubview(former)
        #expect(former.next === stage.window)
    }

    @Test func `a root view that is wrapped in the new root view keeps the wrapper as superview`() {
        let stage = Stage()
        let root = stage.root()
        let (inner, wrapper) = (root.view, View())
        wrapper.addSubview(inner)
        root.view = wrapper
        #expect(inner.superview === wrapper)
        #expect(inner.next === wrapper)
    }

    @Test(.rule("R2")) func `a view belongs to the last controller that it was assigned to`() {
        let (one, other) = (ProbeController("one"), ProbeController("other"))
        let view = one.view
        other.view = view
        #expect(view.next === other)
        #expect(one.viewIfLoaded == nil)
        #expect(one.view !== view)
        #expect(view.next === other)
    }

    @Test(.rule("R2")) func `a view outlives its controller, and its next is then its superview`() {
        let superview = View()
        let view: View
        do {
            let controller = ProbeController("one")
            view = controller.view
            superview.addSubview(view)
            #expect(view.next === controller)
        }
        #expect(view.next === superview)
    }

    @Test(.rule("R2", "R4", "R7"))
    func `the chain runs from the root view to its controller, the window and the application`() {
        let stage = Stage()
        let root = stage.root()
        let inner = View()
        root.view.addSubview(inner)
        let expected: [Responder] = [root.view, root, stage.window, stage.application]
        #expect(chain(from: inner).map(ObjectIdentifier.init) == expected.map(ObjectIdentifier.init))
    }

    @Test(.rule("R1", "R5"))
    func `the chain runs from a child controller through its view's superview to the container`() {
        let stage = Stage()
        let (root, child) = (stage.root(), ProbeController("child"))
        root.addChild(child)
        let box = View()
        box.identifier = "box"
        root.view.addSubview(box)
        #expect(names(from: child.view) == ["child"])
        box.addSubview(child.view)
        #expect(names(from: child.view) == ["child", "box", "root.view", "root", "Window", "Application"])
        root.view.addSubview(child.view)
        #expect(names(from: child.view) == ["child", "root.view", "root", "Window", "Application"])
    }

    @Test(.rule("R8")) func `a delegate that is a view controller is not in the chain`() {
        final class Delegate: ViewController, ApplicationDelegate {}
        let stage = Stage()
        let delegate = Delegate()
        stage.application.delegate = delegate
        #expect(stage.application.next == nil)
    }

    @Test(.rule("R16", "R13", "R11")) func `controllers up the chain read the hit view from the touch`() {
        let stage = Stage()
        let (root, child) = (stage.root(), ProbeController("child", stage.recorder))
        root.addChild(child)
        root.view.addSubview(child.view)
        child.view.frame = Rect(x: 0, y: 0, width: 100, height: 100)
        let hit = View(frame: Rect(x: 0, y: 0, width: 50, height: 50))
        hit.identifier = "hit"
        child.view.addSubview(hit)
        _ = stage.recorder.take()
        stage.down(1, 10, 10, at: 0)
        #expect(stage.log == ["child began in hit", "root began in hit"])
    }

    @Test(.rule("R19", "R4")) func `an override of next redirects touches`() {
        final class Deviating: ProbeController {
            var goal: Responder?
            override var next: Responder? { goal ?? super.next }
        }
        let stage = Stage()
        let (root, aside) = (Deviating("root", stage.recorder), ProbeController("aside", stage.recorder))
        stage.window.rootViewController = root
        root.goal = aside
        _ = stage.recorder.take()
        stage.down(1, 10, 10, at: 0)
        #expect(stage.log == ["root began in root.view", "aside began in root.view"])
    }
}
