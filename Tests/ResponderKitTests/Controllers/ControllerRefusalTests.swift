import ResponderKit
import TestTraits
import Testing

/// Tests that rejected changes leave all state unchanged. Reentrant changes must cause a new check of all conditions.
@Suite struct ControllerRefusalTests {
    let stage = Stage()

    @Test(.rule("R21")) func `a controller without children cannot become its own child`() {
        let one = ProbeController("one", stage.recorder)
        one.addChild(one)
        #expect(one.parent == nil)
        #expect(one.children.isEmpty)
        #expect(stage.log == [])
    }

    @Test(.rule("R5", "R21"))
    func `a controller that adopts its parent in willMove does not become the parent's child`() {
        let (one, two) = (ProbeController("one"), ProbeController("two"))
        two.onWillMove = { [unowned one, unowned two] _ in two.addChild(one) }
        one.addChild(two)
        #expect(one.parent === two)
        #expect(two.parent == nil)
        #expect(one.children.isEmpty)
    }

    @Test(.rule("R3")) func `presenting outside a window does nothing and does not load the view`() {
        let (one, two) = (ProbeController("one"), ProbeController("two"))
        one.present(two, animated: false)
        #expect(!two.isViewLoaded)
        #expect(two.presentingViewController == nil)
    }

    @Test(.rule("R3")) func `a presented controller cannot be presented by another one`() {
        let root = stage.root()
        let (one, other) = (ProbeController("one"), ProbeController("other"))
        let window = Window(frame: stage.window.frame, application: stage.application)
        window.rootViewController = other
        window.makeKeyAndVisible()
        root.present(one, animated: false)
        other.present(one, animated: false) { Issue.record("presented a second time") }
        #expect(one.next === root)
        #expect(one.view.window === stage.window)
        #expect(other.presentedViewController == nil)
    }

    @Test(.rule("R3", "R21"), arguments: [true, false])
    func `a controller that is no root cannot present itself or its parent`(_ isParent: Bool) {
        let (one, child) = (ProbeController("one"), ProbeController("child"))
        one.addChild(child)
        stage.window.addSubview(one.view)
        one.view.addSubview(child.view)
        (isParent ? child : one).present(one, animated: false) { Issue.record("presented in a circle") }
        #expect(one.presentingViewController == nil)
        #expect(names(from: child.view) == ["child", "one.view", "one", "Window", "Application"])
    }

    @Test(.rule("R3")) func `a presentation is refused if viewDidLoad presented another controller`() {
        final class Eager: ViewController {
            var onLoad: () -> Void = {}
            override func viewDidLoad() { onLoad() }
        }
        let root = stage.root()
        let (one, two) = (Eager(), ProbeController("two"))
        one.onLoad = { [unowned root] in root.present(two, animated: false) }
        root.present(one, animated: false) { Issue.record("presented besides another") }
        #expect(root.presentedViewController === two)
        #expect(one.presentingViewController == nil)
        #expect(one.next == nil)
    }

    @Test(.rule("R2")) func `a view that loadView did not set is created before viewDidLoad`() {
        final class Lazy: ViewController {
            var wasLoaded = false
            override func loadView() {}
            override func viewDidLoad() { wasLoaded = isViewLoaded }
        }
        let controller = Lazy()
        let view = controller.view
        #expect(controller.wasLoaded)
        #expect(view.next === controller)
        #expect(controller.view === view)
    }

    @Test(.rule("R2")) func `a new root view that has a superview keeps that superview`() {
        let root = stage.root()
        let (left, right) = (View(), View())
        root.view.addSubview(left)
        root.view.addSubview(right)
        let child = ProbeController("child")
        root.addChild(child)
        left.addSubview(child.view)
        let view = View()
        right.addSubview(view)
        child.view = view
        #expect(view.superview === right)
        #expect(view.next === child)
        #expect(child.next === right)
    }

    // MARK: Navigation

    @Test(.rule("R6")) func `a refused stack changes no parent and calls no willMove or didMove`() {
        let parent = ProbeController("parent")
        let (bottom, new) = (ProbeController("bottom", stage.recorder), ProbeController("new", stage.recorder))
        let navigation = NavigationController(rootViewController: bottom)
        parent.addChild(navigation)
        let former = ProbeController("former")
        former.addChild(new)
        _ = stage.recorder.take()
        navigation.setViewControllers([new, parent], animated: false)
        #expect(navigation.viewControllers.count == 1)
        #expect(new.parent === former)
        #expect(bottom.parent === navigation)
        #expect(stage.log == [])
    }

    @Test(.rule("R6")) func `a controller that finds another parent in willMove is not pushed`() {
        let (bottom, top, other) = (ProbeController("bottom"), ProbeController("top"), ProbeController("other"))
        let navigation = NavigationController(rootViewController: bottom)
        top.onWillMove = { [unowned top] in if $0 === navigation { other.addChild(top) } }
        navigation.pushViewController(top, animated: false)
        #expect(top.parent === other)
        #expect(navigation.viewControllers.count == 1)
        #expect(navigation.topViewController === bottom)
    }

    @Test(.rule("R6")) func `adding a child that is already on the stack is no misuse`() {
        let counter = stage.countCircles()
        let (bottom, top) = (ProbeController("bottom"), ProbeController("top"))
        let navigation = NavigationController(rootViewController: bottom)
        stage.window.rootViewController = navigation
        navigation.addChild(top)
        navigation.addChild(bottom)
        #expect(counter.count == 0)
        #expect(navigation.topViewController === top)
    }

    @Test(.rule("R6")) func `subviews of a navigation controller's own view stay in front of the content`() {
        final class Framed: NavigationController {
            let bar = View()
            override func loadView() {
                super.loadView()
                view.addSubview(bar)
            }
        }
        let navigation = Framed(rootViewController: ProbeController("bottom"))
        #expect(navigation.view.subviews.last === navigation.bar)
        #expect(navigation.view.subviews.count == 2)
    }
}
