public import Schema
public import YAML

/// A view controller as the layout states it.
public struct ControllerLayout: Sendable {
    public var id: Located<String>?
    public var `class`: Class = .viewController
    /// For a navigation controller: its stack from root to top; each has a view.
    public var viewControllers: [ControllerLayout] = []
    public var children: [ControllerLayout] = []
    /// Controllers that `tree.push` and `tree.present` show; each has an id and a view.
    public var pages: [ControllerLayout] = []
    /// The controller that it presents initially.
    public var present: Boxed<ControllerLayout>?
    /// Its view, for controllers that are not declared on a view.
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

/// A window as the layout states it.
public struct WindowLayout: Sendable {
    public var id: Located<String>?
    /// The whole screen by default.
    public var frame: FrameLayout?
    /// 0 for `normal`, 1000 for `statusBar`, 2000 for `alert`, or any number.
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
