import ResponderKit
import Testing

/// Tests rejected presentations and their reports to observers.
@Suite struct RefusedPresentationTests {
    let stage = Stage()
    let misuses = MisuseLog()
    let root: ProbeController
    let one, two: ProbeController

    init() {
        root = stage.root()
        one = ProbeController("one")
        two = ProbeController("two")
        stage.application.addObserver(misuses)
    }

    @Test func `a controller that already presents cannot present another, nor can its child`() {
        let child = ProbeController("child")
        root.addChild(child)
        root.view.addSubview(child.view)
        root.present(one, animated: false)
        root.present(two, animated: false) { Issue.record("presented a second one") }
        child.present(two, animated: false) { Issue.record("presented from a child besides") }
        #expect(misuses.all == [.alreadyPresenting, .alreadyPresenting])
        #expect(!two.isViewLoaded)
        #expect(stage.window.subviews.count == 2)
    }

    @Test func `a controller cannot present itself, an ancestor, a child or a presenting controller`() {
        let child = ProbeController("child")
        root.addChild(child)
        root.present(root, animated: false)
        root.present(child, animated: false)
        root.present(one, animated: false)
        one.present(one, animated: false)
        one.present(root, animated: false)
        #expect(misuses.all == Array(repeating: .circularControllers, count: 4))
        #expect(stage.window.subviews.count == 2)
    }

    @Test func `the root of another window cannot be presented`() {
        let other = Window(frame: stage.window.frame, application: stage.application)
        other.rootViewController = one
        root.present(one, animated: false)
        #expect(one.next === other)
        one.view.removeFromSuperview()
        root.present(one, animated: false)
        #expect(misuses.all == [.circularControllers, .circularControllers])
        #expect(one.presentingViewController == nil)
    }

    @Test func `presenting outside every window is refused, and observers of the parent are notified`() {
        one.loadViewIfNeeded()
        one.present(two, animated: false) { Issue.record("presented outside a window") }
        #expect(misuses.all == [])
        root.addChild(one)
        one.present(two, animated: false) { Issue.record("presented outside a window") }
        #expect(misuses.all == [.presentingOutsideWindow])
        #expect(one.presentedViewController == nil)
        #expect(two.presentingViewController == nil)
    }

    @Test func `a root that presents in viewDidLoad is reported`() {
        final class Hasty: ViewController {
            override func viewDidLoad() { present(ViewController(), animated: false) }
        }
        let hasty = Hasty()
        stage.window.rootViewController = hasty
        #expect(misuses.all == [.presentingOutsideWindow])
        #expect(hasty.presentedViewController == nil)
        #expect(hasty.view.window === stage.window)
    }

    @Test func `each misuse has a description with a remedy`() {
        let all: [Misuse] = [
            .circularHierarchy, .windowAsSubview, .geometryNotFinite, .sampleNotFinite(1), .unknownFinger(1),
            .fingerAlreadyDown(1), .timeRanBackwards(by: 7), .circularControllers, .presentingOutsideWindow,
            .alreadyPresenting,
        ]
        #expect(Set(all.map(\.description)).count == all.count)
        #expect(all.allSatisfy { $0.description.split(separator: "; ").count >= 2 })
        #expect("\(Misuse.timeRanBackwards(by: 7))".contains("7 µs"))
        #expect("\(Misuse.alreadyPresenting)".contains("dismiss the presented controller first"))
    }
}
