import ResponderKit
import TestTraits
import Testing

@Suite struct NavigationTests {
    let stage = Stage()
    let one, two, three: ProbeController
    let navigation: NavigationController

    init() {
        one = ProbeController("one", stage.recorder)
        two = ProbeController("two", stage.recorder)
        three = ProbeController("three", stage.recorder)
        navigation = NavigationController(rootViewController: one)
    }

    func isStack(_ controllers: ViewController...) -> Bool {
        navigation.viewControllers.elementsEqual(controllers, by: ===)
    }

    /// Whether the controller's view is in the window and can be hit.
    func isShown(_ controller: ViewController) -> Bool {
        guard let view = controller.viewIfLoaded, view.window != nil else { return false }
        return stage.window.hitTest(Point(x: 999, y: 999), with: nil) === view
    }

    @Test(.rule("R6", "R5", "R4"))
    func `the chain runs from content over wrapper views and the navigation controller to the window`() {
        stage.window.rootViewController = navigation
        navigation.view.identifier = "navigation.view"
        navigation.pushViewController(two, animated: true)
        let links = chain(from: two.view)
        #expect(links.first === two)
        #expect(
            links.suffix(4).map(ObjectIdentifier.init)
                == [navigation.view, navigation, stage.window, stage.application].map(ObjectIdentifier.init)
        )
        let display = links.dropFirst().dropLast(4)
        #expect(!display.isEmpty)
        #expect(display.allSatisfy { $0 is View && !($0 is Window) })
    }

    @Test(.rule("R6", "R3")) func `the chain runs from a presented navigation controller to its presenting controller`()
    {
        let root = stage.root()
        root.present(navigation, animated: false)
        #expect(names(from: one.view).suffix(4) == ["NavigationController", "root", "Window", "Application"])
        one.dismiss(animated: false)
        #expect(root.presentedViewController == nil)
        #expect(navigation.view.superview == nil)
    }

    @Test(.rule("R6", "R16"))
    func `a touch on the content continues to the controller behind the navigation controller`() {
        let root = stage.root()
        root.addChild(navigation)
        navigation.view.frame = root.view.bounds
        root.view.addSubview(navigation.view)
        _ = stage.recorder.take()
        stage.tap(500, 500, at: 0)
        #expect(stage.log == ["one began in one.view", "root began in one.view"])
    }

    @Test func `pushing replaces the shown view, which fills the window`() {
        stage.window.rootViewController = navigation
        #expect(isShown(one))
        navigation.pushViewController(two, animated: false)
        #expect(isStack(one, two))
        #expect(navigation.topViewController === two)
        #expect(isShown(two))
        #expect(one.view.window == nil)
        #expect(two.view.bounds.size == stage.window.bounds.size)
        #expect(two.navigationController === navigation)
        #expect(two.parent === navigation)
        #expect(navigation.navigationController == nil)
    }

    @Test func `views are loaded only when they are shown`() {
        navigation.pushViewController(two, animated: false)
        #expect(!one.isViewLoaded)
        #expect(!two.isViewLoaded)
        stage.window.rootViewController = navigation
        #expect(!one.isViewLoaded)
        #expect(isShown(two))
    }

    @Test func `popping returns the top controller and shows the one below`() {
        stage.window.rootViewController = navigation
        navigation.pushViewController(two, animated: false)
        #expect(navigation.popViewController(animated: true) === two)
        #expect(isStack(one))
        #expect(isShown(one))
        #expect(two.parent == nil)
        #expect(two.view.superview == nil)
        #expect(two.next == nil)
    }

    @Test func `the root cannot be popped`() {
        stage.window.rootViewController = navigation
        #expect(navigation.popViewController(animated: false) == nil)
        #expect(navigation.popToRootViewController(animated: false) == nil)
        #expect(navigation.popToViewController(one, animated: false) == nil)
        #expect(isStack(one))
        #expect(isShown(one))
        #expect(NavigationController().popViewController(animated: false) == nil)
        #expect(NavigationController().popToRootViewController(animated: false) == nil)
    }

    @Test func `popping to a controller returns all controllers above it`() {
        stage.window.rootViewController = navigation
        navigation.viewControllers = [one, two, three]
        #expect(isShown(three))
        #expect(navigation.popToViewController(ProbeController("other"), animated: false) == nil)
        let popped = navigation.popToViewController(two, animated: false)
        #expect(popped?.elementsEqual([three], by: ===) == true)
        #expect(isShown(two))
        navigation.pushViewController(three, animated: false)
        let rest = navigation.popToRootViewController(animated: false)
        #expect(rest?.elementsEqual([two, three], by: ===) == true)
        #expect(isShown(one))
    }

    @Test func `pushing a controller that is on the stack, or an ancestor, has no effect`() {
        let counter = stage.countCircles()
        stage.window.rootViewController = navigation
        navigation.pushViewController(one, animated: false)
        #expect(counter.count == 1)
        navigation.pushViewController(navigation, animated: false)
        #expect(counter.count == 2)
        navigation.setViewControllers([two, three, two], animated: false)
        #expect(counter.count == 3)
        let inner = NavigationController()
        navigation.pushViewController(inner, animated: false)
        inner.pushViewController(navigation, animated: false)
        #expect(counter.count == 4)
        #expect(isStack(one, inner))
        #expect(inner.viewControllers.isEmpty)
        #expect(two.parent == nil)
        #expect(navigation.parent == nil)
    }

    @Test func `a new stack calls willMove and didMove only on added and removed controllers`() {
        navigation.pushViewController(two, animated: false)
        _ = stage.recorder.take()
        navigation.setViewControllers([one, three], animated: false)
        #expect(
            stage.recorder.take() == [
                "two will move to nil", "three will move to ?", "two did move to nil", "three did move to ?",
            ]
        )
        #expect(isStack(one, three))
        #expect(two.parent == nil)
    }

    @Test func `a stack can be emptied and filled again`() {
        stage.window.rootViewController = navigation
        navigation.viewControllers = []
        #expect(navigation.topViewController == nil)
        #expect(one.view.superview == nil)
        navigation.addChild(two)
        #expect(isStack(two))
        #expect(isShown(two))
        two.removeFromParent()
        #expect(isStack())
        #expect(two.view.superview == nil)
        navigation.viewControllers = [two, one]
        #expect(isShown(one))
        one.removeFromParent()
        #expect(isShown(two))
    }

    @Test func `a controller that is pushed leaves its former parent`() {
        let other = NavigationController(rootViewController: three)
        other.pushViewController(two, animated: false)
        navigation.pushViewController(two, animated: false)
        #expect(other.topViewController === three)
        #expect(other.viewControllers.count == 1)
        #expect(isStack(one, two))
    }

    @Test func `visibleViewController includes presented controllers`() {
        stage.window.rootViewController = navigation
        #expect(navigation.visibleViewController === one)
        one.present(two, animated: false)
        #expect(navigation.visibleViewController === two)
        one.dismiss(animated: false)
        navigation.present(three, animated: false)
        #expect(navigation.visibleViewController === three)
    }

    @Test func `popping a controller dismisses the sheet that it presents`() {
        stage.window.rootViewController = navigation
        navigation.pushViewController(two, animated: false)
        two.present(three, animated: false)
        navigation.popViewController(animated: false)
        #expect(three.view.superview == nil)
        #expect(isShown(one))
    }

    @Test func `a stack changed in viewDidLoad shows its top`() {
        final class Impatient: ViewController {
            var following: ViewController?
            override func viewDidLoad() {
                if let following { navigationController?.pushViewController(following, animated: false) }
            }
        }
        let impatient = Impatient()
        impatient.following = two
        stage.window.rootViewController = navigation
        navigation.pushViewController(impatient, animated: false)
        #expect(isStack(one, impatient, two))
        #expect(isShown(two))
        #expect(impatient.view.superview == nil)
    }

    @Test(.rule("X4")) func `a stack changed during a touch cancellation shows its top`() {
        stage.window.rootViewController = navigation
        let probe = ProbeView("probe", 0, 0, 1000, 1000, stage.recorder)
        one.view.addSubview(probe)
        probe.onCancelled = { [navigation, three] _, _ in navigation.pushViewController(three, animated: false) }
        stage.down(1, 500, 500, at: 0)
        navigation.pushViewController(two, animated: false)
        #expect(stage.log.contains("probe cancelled"))
        #expect(isStack(one, two, three))
        #expect(isShown(three))
        #expect(two.viewIfLoaded?.superview == nil)
    }

    @Test func `a stack changed in willMove stays consistent`() {
        two.onWillMove = { [navigation, three] _ in navigation.pushViewController(three, animated: false) }
        navigation.pushViewController(two, animated: false)
        #expect(navigation.viewControllers.allSatisfy { $0.parent === navigation })
        #expect(navigation.topViewController === three)
    }

    @Test func `nested navigation controllers fill the window`() {
        let outer = NavigationController(rootViewController: navigation)
        stage.window.rootViewController = outer
        #expect(isShown(one))
        #expect(one.navigationController === navigation)
        #expect(navigation.navigationController === outer)
    }

    @Test func `a navigation controller with a custom view shows its content in that view`() {
        final class Custom: NavigationController {
            override func loadView() { view = ProbeView("custom", 0, 0, 10, 10, Recorder()) }
        }
        let custom = Custom(rootViewController: two)
        stage.window.rootViewController = custom
        #expect(isShown(two))
        let new = View()
        custom.view = new
        #expect(isShown(two))
        #expect(two.view.isDescendant(of: new))
    }

    @Test(.rule("R6"), arguments: [true, false])
    func `a view set before loading shows the navigation controller's content`(isPushedBefore: Bool) {
        let own = View()
        if isPushedBefore { navigation.pushViewController(two, animated: false) }
        navigation.view = own
        if !isPushedBefore { navigation.pushViewController(two, animated: false) }
        stage.window.rootViewController = navigation
        #expect(navigation.view === own)
        #expect(isShown(two))
        #expect(two.view.isDescendant(of: own))
        navigation.popViewController(animated: false)
        #expect(isShown(one))
    }

    @Test func `an unused navigation controller is deallocated`() {
        weak var gone: NavigationController?
        weak var content: ProbeController?
        do {
            let stage = Stage()
            let root = ProbeController("content")
            let navigation = NavigationController(rootViewController: root)
            (gone, content) = (navigation, root)
            stage.window.rootViewController = navigation
            navigation.pushViewController(ProbeController("top"), animated: false)
            stage.window.rootViewController = nil
        }
        #expect(gone == nil)
        #expect(content == nil)
    }
}
