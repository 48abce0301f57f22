internal import HandlerEvents
internal import Schema
internal import YAML

/// All elements of a layout, collected from all levels of the view tree.
struct Inventory {
    /// A view, controller or window with an id; `kind` is its class name.
    struct Responder {
        let id: Located<String>
        let kind: String
        let canBecomeFirst: Bool?
    }

    private(set) var responders: [Responder] = []
    /// Ids of all views, with the names of their classes.
    private(set) var viewIds: [(id: String, kind: String)] = []
    private(set) var gestures: [GestureLayout] = []
    private(set) var sequences: [SequenceLayout] = []
    private(set) var windows: [WindowLayout] = []
    private(set) var bindings: [EventBinding] = []
    private(set) var actions: [Named<[HandlerCall]>] = []
    /// Handler calls that are contained neither in `bindings` nor in `actions`.
    private var otherCalls: [HandlerCall] = []

    init(_ layout: Layout) {
        take(layout.on, layout.actions)
        otherCalls += layout.timers.flatMap(\.calls)
        if let root = layout.root { take(root) }
        for window in layout.windows { take(window) }
        for screen in layout.screens {
            take(screen.on, [])
            otherCalls += screen.idle?.calls ?? []
            otherCalls += (screen.dark?.calls ?? []) + (screen.dark?.wake ?? [])
            if let root = screen.root { take(root) }
            for window in screen.windows { take(window) }
        }
    }

    /// All handler calls in the layout.
    var calls: [HandlerCall] { bindings.flatMap(\.calls) + actions.flatMap(\.value) + otherCalls }

    private mutating func take(_ on: [EventBinding], _ actions: [Named<[HandlerCall]>]) {
        bindings += on
        self.actions += actions
    }

    private mutating func take(_ window: WindowLayout) {
        windows.append(window)
        add(window.id, "Window", true)
        take(window.on, window.actions)
        if let root = window.root { take(root) }
    }

    private mutating func take(_ view: ViewLayout) {
        if let id = view.id { viewIds.append((id.value, (view.class ?? .view).rawValue)) }
        add(view.id, (view.class ?? .view).rawValue, view.canBecomeFirstResponder)
        take(view.on, view.actions)
        for gesture in view.gestures {
            gestures.append(gesture)
            take(gesture.on, [])
        }
        if let follows = view.follows { take(follows.on, []) }
        for sequence in view.sequences {
            sequences.append(sequence)
            take(sequence.on, [])
        }
        if let controller = view.controller { take(controller.value) }
        for subview in view.subviews { take(subview) }
    }

    private mutating func take(_ controller: ControllerLayout) {
        add(controller.id, controller.class.rawValue, controller.canBecomeFirstResponder)
        take(controller.on, controller.actions)
        if let view = controller.view { take(view) }
        for other in controller.viewControllers + controller.children + controller.pages { take(other) }
        if let presented = controller.present { take(presented.value) }
    }

    private mutating func add(_ id: Located<String>?, _ kind: String, _ canBecomeFirst: Bool?) {
        if let id { responders.append(Responder(id: id, kind: kind, canBecomeFirst: canBecomeFirst)) }
    }
}

extension Layout {
    /// Class names of views and windows, by id. An id shared by views of different classes has several class names.
    public var viewKinds: [String: Set<String>] {
        let inventory = Inventory(self)
        let windows = inventory.windows.compactMap { window in window.id.map { (id: $0.value, kind: "Window") } }
        return (inventory.viewIds + windows).reduce(into: [:]) { $0[$1.id, default: []].insert($1.kind) }
    }

    public var gestureIds: Set<String> { Set(Inventory(self).gestures.compactMap { $0.id?.value }) }

    /// Ids of the views and controllers with `canBecomeFirstResponder: false`.
    public var refusedFirstResponders: Set<String> {
        Set(Inventory(self).responders.lazy.filter { $0.canBecomeFirst == false }.map(\.id.value))
    }

    /// Calls `body` for each view; a superview comes before its subviews.
    func forEachView(_ body: (ViewLayout) -> Void) {
        for root in [root] + windows.map(\.root) { root?.forEachView(body) }
        for screen in screens {
            for root in [screen.root] + screen.windows.map(\.root) { root?.forEachView(body) }
        }
    }
}

extension ViewLayout {
    fileprivate func forEachView(_ body: (ViewLayout) -> Void) {
        body(self)
        controller?.value.forEachView(body)
        for subview in subviews { subview.forEachView(body) }
    }
}

extension ControllerLayout {
    fileprivate func forEachView(_ body: (ViewLayout) -> Void) {
        view?.forEachView(body)
        for other in viewControllers + children + pages { other.forEachView(body) }
        present?.value.forEachView(body)
    }
}
