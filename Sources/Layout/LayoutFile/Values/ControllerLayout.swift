public import Schema
public import YAML

/// Layout description of a view controller.
public struct ControllerLayout: Sendable {
    public var id: Located<String>?
    public var `class`: Class = .viewController
    /// Stack of a navigation controller, from the root to the top; each controller in the stack has a view.
    public var viewControllers: [ControllerLayout] = []
    public var children: [ControllerLayout] = []
    /// Controllers that `tree.push` and `tree.present` can show; each controller has an id and a view.
    public var pages: [ControllerLayout] = []
    /// Controller that this controller presents initially; nil if this controller presents no other controller.
    public var present: Boxed<ControllerLayout>?
    /// View of the controller; nil if the controller is declared on a view.
    public var view: ViewLayout?
    public var on: [EventBinding] = []
    public var actions: [Named<[HandlerCall]>] = []
    public var canBecomeFirstResponder: Bool?
    public var mark = Mark(line: 1, column: 1)

    public enum Class: String, Sendable, CaseIterable {
        case viewController = "ViewController"
        case navigationController = "NavigationController"
    }

    public init() {}
}

/// Layout description of a window.
public struct WindowLayout: Sendable {
    public var id: Located<String>?
    /// Frame of the window; nil means the complete screen.
    public var frame: FrameLayout?
    /// Window level: 0 for `normal`, 1000 for `statusBar`, 2000 for `alert`, or any other number.
    public var level = 0.0
    public var isKey = false
    public var isHidden = false
    public var root: ViewLayout?
    public var firstResponder: Located<String>?
    public var on: [EventBinding] = []
    public var actions: [Named<[HandlerCall]>] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}
