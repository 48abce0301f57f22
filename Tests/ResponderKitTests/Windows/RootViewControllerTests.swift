import ResponderKit
import TestTraits
import Testing

@Suite struct RootViewControllerTests {
    private let stage = Stage(width: 300, height: 200, application: HitApplication())

    @Test(.rule("W11")) func `the root controller's view fills the window, and the chain includes the controller`() {
        let controller = ViewController()
        let view = plainView("root", Rect(x: 7, y: 7, width: 7, height: 7))
        controller.view = view
        stage.window.rootViewController = controller
        #expect(areSame(stage.window.subviews, [view]))
        #expect(view.frame == stage.window.bounds)
        #expect(view.next === controller)
        #expect(controller.next === stage.window)
        #expect(stage.hit(299, 199) === view)
    }

    @Test(.rule("W11")) func `a new root controller replaces the former root view, and nil removes it`() {
        let (first, second) = (ViewController(), ViewController())
        let other = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
        stage.window.addSubview(other)
        stage.window.rootViewController = first
        stage.window.rootViewController = second
        #expect(first.view.superview == nil)
        #expect(second.view.superview === stage.window)
        #expect(stage.window.subviews.count == 2)
        #expect(stage.hit(50, 50, finger: 1) === second.view)
        stage.window.rootViewController = second
        #expect(stage.window.subviews.count == 2)
        stage.window.rootViewController = nil
        #expect(areSame(stage.window.subviews, [other]))
        #expect(stage.hit(50, 50, finger: 2) === stage.window)
    }

    @Test(.rule("W11")) func `a controller that becomes another window's root is no longer the former window's`() {
        let controller = ViewController()
        let other = Window(frame: Rect(x: 300, y: 0, width: 30, height: 20), application: stage.application)
        stage.window.rootViewController = controller
        other.rootViewController = controller
        #expect(stage.window.rootViewController == nil)
        #expect(controller.view.superview === other)
        #expect(controller.view.frame == other.bounds)
        stage.window.rootViewController = ViewController()
        #expect(controller.view.superview === other)
        #expect(controller.next === other)
    }

    @Test(.rule("W11")) func `a root view that was moved elsewhere stays there when the root is replaced`() {
        let (controller, elsewhere) = (ViewController(), View())
        stage.window.rootViewController = controller
        elsewhere.addSubview(controller.view)
        stage.window.rootViewController = nil
        #expect(controller.view.superview === elsewhere)
    }

    @Test(.rule("W11", "X4")) func `a root that is set during the removal of the former one stays`() {
        let (first, last) = (ViewController(), ViewController())
        let former = ViewController()
        let leaving = LeavingView()
        former.view = leaving
        stage.window.rootViewController = former
        leaving.onLeave = { [stage] in
            stage.window.rootViewController = last
            last.present(first, animated: false)
        }
        stage.window.rootViewController = ViewController()
        #expect(stage.window.rootViewController === last)
        #expect(areSame(stage.window.subviews, [last.view, first.view]))
    }
}
