import ResponderKit
import TestTraits
import Testing

/// Tests touches and other presentations during a dismissal.
@Suite struct DismissalTests {
    let stage = Stage()
    let root: HearingController
    let one, two: ProbeController

    init() {
        root = HearingController("root", stage.recorder)
        one = ProbeController("one", stage.recorder)
        two = ProbeController("two", stage.recorder)
        stage.window.rootViewController = root
    }

    /// Calls that end a presentation.
    enum Ending: CaseIterable, Sendable {
        case dismissed, dismissedFromFront, rootReplaced, rootRemoved

        func make(_ test: DismissalTests) {
            switch self {
            case .dismissed: test.root.dismiss(animated: false)
            case .dismissedFromFront: test.one.dismiss(animated: false)
            case .rootReplaced: test.stage.window.rootViewController = ViewController()
            case .rootRemoved: test.stage.window.rootViewController = nil
            }
        }
    }

    @Test(.rule("T12", "R17", "X4"), arguments: Ending.allCases)
    func `the presenting controller receives the end of a touch when its sheet is removed`(ending: Ending) {
        root.present(one, animated: false)
        _ = stage.recorder.take()
        stage.down(1, 500, 500, at: 0)
        ending.make(self)
        stage.up(at: 10)
        #expect(stage.log == ["one began in one.view", "root began", "root cancelled"])
    }

    @Test(.rule("T12", "R17", "X4"), arguments: [Ending.dismissed, .rootReplaced])
    func `the presenting controller receives the end through a sheet in between`(ending: Ending) {
        root.present(one, animated: false)
        one.present(two, animated: false)
        _ = stage.recorder.take()
        stage.down(1, 500, 500, at: 0)
        ending.make(self)
        stage.up(at: 10)
        #expect(stage.log.suffix(2) == ["root began", "root cancelled"])
        #expect(stage.window.subviews.allSatisfy { $0 !== one.view && $0 !== two.view })
    }

    @Test(.rule("T12", "R17", "X4")) func `the presenting child receives the end when it leaves its parent`() {
        let child = HearingController("child", stage.recorder)
        root.addChild(child)
        root.view.addSubview(child.view)
        child.present(one, animated: false)
        _ = stage.recorder.take()
        stage.down(1, 500, 500, at: 0)
        child.removeFromParent()
        stage.up(at: 10)
        #expect(stage.log.contains("child began"))
        #expect(stage.log.contains("child cancelled"))
    }

    @Test(.rule("P4", "R17"), arguments: Ending.allCases)
    func `the presenting controller receives the end of a press when its sheet is removed`(ending: Ending) {
        let key = ListeningView("key", Recorder())
        one.view.addSubview(key)
        root.present(one, animated: false)
        key.becomeFirstResponder()
        _ = stage.recorder.take()
        stage.press(1, .began, at: 0)
        ending.make(self)
        stage.press(1, .ended, at: 10)
        #expect(stage.log == ["root press began", "root press cancelled"])
    }

    @Test(.rule("T12", "X4")) func `a controller whose view is replaced receives the end of its touches`() {
        let inner = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
        root.view.addSubview(inner)
        _ = stage.recorder.take()
        stage.down(1, 5, 5, at: 0)
        root.view = View()
        #expect(stage.recorder.take() == ["root began", "root cancelled"])
        stage.up(at: 10)
        #expect(stage.log == [])
    }

    @Test(.rule("X4")) func `a view set by a cancellation handler is replaced by the view being set`() {
        let probe = ProbeView("probe", 0, 0, 1000, 1000, stage.recorder)
        root.view.addSubview(probe)
        let (first, last) = (View(), View())
        probe.onCancelled = { [root] _, _ in root.view = first }
        stage.down(1, 5, 5, at: 0)
        root.view = last
        #expect(root.view === last)
        #expect(last.next === root)
        #expect(first.next == nil)
        #expect(stage.window.subviews.map(ObjectIdentifier.init) == [ObjectIdentifier(last)])
    }

    @Test(.rule("R3")) func `a controller presented during a dismissal stays and can be dismissed`() {
        let leaving = LeavingView()
        two.view = leaving
        let next = ProbeController("next")
        root.present(one, animated: false)
        one.present(two, animated: false)
        leaving.onLeave = { [root] in
            root.dismiss(animated: false)
            root.present(next, animated: false)
        }
        root.dismiss(animated: false)
        #expect(root.presentedViewController === next)
        #expect(next.presentingViewController === root)
        #expect(next.view.window === stage.window)
        #expect(one.view.superview == nil)
        next.dismiss(animated: false)
        #expect(root.presentedViewController == nil)
        #expect(next.view.superview == nil)
    }

    @Test(.rule("R3")) func `a sheet can be presented as soon as the previous one has left the window`() {
        let leaving = LeavingView()
        one.view = leaving
        root.present(one, animated: false)
        leaving.onLeave = { [root, two] in root.present(two, animated: false) }
        root.dismiss(animated: false)
        #expect(root.presentedViewController === two)
        #expect(two.view.window === stage.window)
    }

    @Test(.rule("X4")) func `a sheet that is dismissed again during its dismissal is dismissed once`() {
        let probe = ProbeView("probe", 0, 0, 1000, 1000, stage.recorder)
        one.view.addSubview(probe)
        root.present(one, animated: false)
        probe.onCancelled = { [root] _, _ in root.dismiss(animated: false) }
        stage.down(1, 500, 500, at: 0)
        root.dismiss(animated: false)
        #expect(stage.log.filter { $0 == "probe cancelled" }.count == 1)
        #expect(one.presentingViewController == nil)
        #expect(one.view.superview == nil)
    }

    @Test(.rule("W11")) func `a sheet that the former root presents during its replacement is removed with it`() {
        let leaving = LeavingView()
        one.view = leaving
        root.present(one, animated: false)
        leaving.onLeave = { [root, two] in root.present(two, animated: false) }
        let new = ViewController()
        stage.window.rootViewController = new
        #expect(root.presentedViewController == nil)
        #expect(stage.window.subviews.map(ObjectIdentifier.init) == [ObjectIdentifier(new.view)])
    }
}
