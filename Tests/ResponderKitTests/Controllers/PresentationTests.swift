import ResponderKit
import TestTraits
import Testing

@Suite struct PresentationTests {
    let stage = Stage()
    let root: ProbeController
    let one, two: ProbeController

    init() {
        root = stage.root()
        one = ProbeController("one", stage.recorder)
        two = ProbeController("two", stage.recorder)
    }

    @Test(.rule("R3")) func `the chain runs from a presented controller to its presenting controller`() {
        var isCompleted = false
        root.present(one, animated: true) { isCompleted = true }
        #expect(isCompleted)
        #expect(one.presentingViewController === root)
        #expect(root.presentedViewController === one)
        #expect(names(from: one.view) == ["one", "root", "Window", "Application"])
        one.present(two, animated: false)
        #expect(names(from: two.view) == ["two", "one", "root", "Window", "Application"])
    }

    @Test(.rule("R3")) func `a presented view fills the window in front of all others and receives the touches`() {
        root.present(one, animated: false)
        #expect(one.view.superview === stage.window)
        #expect(one.view.frame == stage.window.bounds)
        _ = stage.recorder.take()
        stage.tap(500, 500, at: 0)
        #expect(stage.recorder.take() == ["one began in one.view", "root began in one.view"])
        root.dismiss(animated: false)
        stage.tap(500, 500, at: 1000)
        #expect(stage.recorder.take() == ["root began in root.view"])
    }

    enum Dismissal: CaseIterable, Sendable { case byPresenting, byPresented, byChildOfPresented }

    @Test(.rule("R3", "R5"), arguments: Dismissal.allCases)
    func `dismissing works on the presenting controller, the presented one and its child`(dismissal: Dismissal) {
        let child = ProbeController("child")
        one.addChild(child)
        root.present(one, animated: false)
        #expect(child.presentingViewController === root)
        var isCompleted = false
        let asked = [Dismissal.byPresenting: root, .byPresented: one, .byChildOfPresented: child][dismissal]
        asked?.dismiss(animated: true) { isCompleted = true }
        #expect(isCompleted)
        #expect(one.presentingViewController == nil)
        #expect(root.presentedViewController == nil)
        #expect(one.view.superview == nil)
        #expect(one.next == nil)
        root.present(one, animated: false)
        #expect(one.next === root)
    }

    @Test func `dismissing removes only the sheets in front of the controller`() {
        let three = ProbeController("three")
        root.present(one, animated: false)
        one.present(two, animated: false)
        two.present(three, animated: false)
        two.dismiss(animated: false)
        #expect(three.view.superview == nil)
        #expect(two.view.superview === stage.window)
        root.dismiss(animated: false)
        #expect(stage.window.subviews.count == 1)
        #expect(
            [one, two, three].allSatisfy { $0.presentingViewController == nil && $0.presentedViewController == nil }
        )
        root.dismiss(animated: false)
        #expect(stage.window.subviews.count == 1)
    }

    @Test(.rule("W11")) func `replacing the window's root removes all sheets of the former root and its children`() {
        let child = ProbeController("child")
        root.addChild(child)
        root.view.addSubview(child.view)
        child.present(one, animated: false)
        one.present(two, animated: false)
        #expect(stage.window.subviews.count == 3)
        let new = ProbeController("new")
        stage.window.rootViewController = new
        #expect(stage.window.subviews.count == 1)
        #expect(new.next === stage.window)
        #expect(one.presentingViewController == nil)
        #expect(two.presentingViewController == nil)
    }

    @Test func `removing a child removes the sheet that it presents`() {
        let child = ProbeController("child")
        root.addChild(child)
        root.view.addSubview(child.view)
        child.present(one, animated: false)
        child.removeFromParent()
        #expect(one.view.superview == nil)
        #expect(one.presentingViewController == nil)
    }

    @Test(.rule("X4")) func `a sheet presented during a dismissal is removed with it`() {
        let probe = ProbeView("probe", 0, 0, 1000, 1000, stage.recorder)
        one.view.addSubview(probe)
        root.present(one, animated: false)
        probe.onCancelled = { [one, two] _, _ in one.present(two, animated: false) }
        stage.down(1, 500, 500, at: 0)
        root.dismiss(animated: false)
        #expect(stage.log.contains("probe cancelled"))
        #expect(stage.window.subviews.count == 1)
        #expect(two.presentingViewController == nil)
        #expect(one.presentedViewController == nil)
    }

    @Test func `a presented controller is retained until it is dismissed`() {
        weak var presented: ProbeController?
        do {
            let controller = ProbeController("presented")
            presented = controller
            root.present(controller, animated: false)
        }
        #expect(presented != nil)
        root.dismiss(animated: false)
        #expect(presented == nil)
    }

    @Test func `deallocating a window deallocates its controllers`() {
        weak var first: ProbeController?
        weak var second: ProbeController?
        do {
            let stage = Stage()
            let (root, presented) = (stage.root(), ProbeController("presented"))
            (first, second) = (root, presented)
            root.present(presented, animated: false)
        }
        #expect(first == nil)
        #expect(second == nil)
    }

    @Test func `10,000 nested presentations are dismissed at once`() {
        var front: ViewController = root
        weak var last: ViewController?
        for _ in 0..<10_000 {
            let next = ViewController()
            front.present(next, animated: false)
            (front, last) = (next, next)
        }
        #expect(stage.window.subviews.count == 10_001)
        front = root
        root.dismiss(animated: false)
        #expect(stage.window.subviews.count == 1)
        #expect(last == nil)
    }
}
