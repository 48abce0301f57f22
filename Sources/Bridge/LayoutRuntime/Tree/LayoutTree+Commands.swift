internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import JSON
internal import LayoutFile
internal import LayoutPlans
internal import Platform
package import PluginAPI
internal import ResponderKit
internal import Schema
internal import TouchTrace

extension LayoutTree {
    /// Limit added-per-plugin (limits.md, Commands to the view tree): maximum number of views that one plugin has added
    /// and not removed. If exceeded: the command is refused, and the reply contains `remove views first`.
    static let addedLimit = 1000
    /// Limit described-views (limits.md, Commands to the view tree): maximum number of views in one `describe` reply.
    /// If exceeded: the command is refused; describe a view with fewer subviews.
    ///
    /// The description of a tree blocks the processing of touches.
    static let describedLimit = 1000
    /// Limit removed-at-once (limits.md, Commands to the view tree): maximum number of views that a `remove` command
    /// removes between two events. If exceeded: the view is hidden immediately, and removed with its subviews in
    /// several steps.
    static let removedLimit = 100

    /// Executes a plugin's command between events. Returns nil for an unfinished command; the caller then repeats the
    /// call with the same command.
    package func perform(_ command: CheckedCommand, from plugin: String) -> TreeReply? {
        do throws(CommandRejection) {
            switch command {
            case .set(let id, let change):
                if let isEnabled = change.onlyEnabled, let gesture = gestureToEnable(id) {
                    setEnabled(isEnabled, of: gesture)
                } else if change.onlyEnabled != nil, views[id] == nil {
                    throw CommandRejection(no: "view or gesture", named: id, known: viewSnapshot(), gestureSnapshot())
                } else {
                    try set(change, of: find(id))
                }
            case .add(let new, let id, let index): try add(new, to: find(id), at: index, for: plugin)
            case .remove(let id): guard try remove(find(id)) else { return nil }
            case .cancelTouches(let id): cancelTouches(in: try id.map { (id) throws(CommandRejection) in try find(id) })
            case .raise(let id, let state): try raise(id, state)
            case .send(let id, let event): try send(event, from: find(id))
            case .change(let id, let value): try change(find(id), to: value)
            case .focus(let id): try focus(id)
            case .emit(let action, let value):
                var event = HandlerEvent(.action, at: maker.context.now)
                event.value = value
                try emit(action, event, from: plugin)
            case .describe(nil, let includesDefaults):
                return .value(try describe(application.windows, includesDefaults) { .list($0) })
            case .describe(let id?, let includesDefaults):
                return .value(try describe([findDescribed(id)], includesDefaults) { $0[0] })
            case .dump: throw CommandRejection("no flight recorder is running")
            case .refused(let refusal): throw refusal
            }
            return .done
        } catch {
            return .refused(error)
        }
    }

    /// Returns the gesture with the id, for a command on `enabled`; nil without such a gesture. A control with the same
    /// id takes precedence.
    func gestureToEnable(_ id: String) -> GestureRecognizer? { views[id] is Control ? nil : gestures[id] }

    private func find(_ id: String) throws(CommandRejection) -> View {
        if let view = views[id] { return view }
        throw CommandRejection(no: "view", named: id, known: viewSnapshot())
    }

    /// Returns a view or a main window. A main window has an id in descriptions, but not in the layout.
    private func findDescribed(_ id: String) throws(CommandRejection) -> View {
        if views[id] == nil, let window = windows.first(where: { $0.identifier == id }) { return window }
        return try find(id)
    }

    /// Takes a snapshot of views. `shape` converts it to the reply on another thread.
    private func describe(
        _ views: [View],
        _ includesDefaults: Bool,
        _ shape: @escaping @Sendable ([JSONValue]) -> JSONValue
    ) throws(CommandRejection) -> ReplyValue {
        guard let description = TreeDescription(of: views, in: self, limit: Self.describedLimit) else {
            throw CommandRejection(
                "the subtree has more than \(Self.describedLimit) views; describe a smaller subtree by its id"
            )
        }
        return ReplyValue { shape(description.values(includingDefaults: includesDefaults)) }
    }

    // MARK: Views

    private func set(_ change: ViewChange, of view: View) throws(CommandRejection) {
        let layout = change.layout
        if let key = change.lacking[ViewLayout.Class(view)] {
            let problem = "'\(view.layoutName.excerpt())' is a \(view.layoutClass) and has no '\(key)'"
            throw CommandRejection("\(problem); remove '\(key)'")
        }
        let bounds = view.superview?.bounds ?? Rect(origin: .zero, size: screens[0].frame.size)
        let probe = View()
        (probe.transform, probe.bounds, probe.center) = (view.transform, view.bounds, view.center)
        try check(layout, as: probe, in: bounds)
        apply(layout, to: view, retainingIn: added[ObjectIdentifier(view)] == nil ? commandValues(of: view) : nil)
    }

    /// Returns the handlers of a view; installs empty handlers in a view without handlers.
    func handlers(of view: View) -> BoundHandlers {
        if let handlers = view.handlers { return handlers }
        let handlers = BoundHandlers(view.layoutName, [], actions: [:], canBecomeFirstResponder: false)
        handlers.install(in: view)
        return handlers
    }

    private func add(_ new: NewViews, to view: View, at index: Int?, for plugin: String) throws(CommandRejection) {
        let had = added.count(of: plugin)
        guard had + new.count <= Self.addedLimit else {
            throw CommandRejection(
                "a plugin can add at most \(Self.addedLimit) views, and this plugin has already added \(had); "
                    + "remove views first"
            )
        }
        if let id = new.ids.first(where: { views[$0] != nil }) {
            throw CommandRejection("the id '\(id.excerpt())' is already used by a view; use a different id")
        }
        let layout = new.layout
        let probe = View()
        probe.frame = view.bounds
        try check(layout, as: probe, in: view.bounds)
        let new = makeView(layout, in: view.bounds, on: screen(of: view), under: controller(above: view))
        forEach(in: new) { added[ObjectIdentifier($0)] = plugin }
        if let index { view.insertSubview(new, at: index) } else { view.addSubview(new) }
        settle()
    }

    /// Refuses geometry with overflowing coordinates.
    private func check(_ layout: ViewLayout, as probe: View, in bounds: Rect) throws(CommandRejection) {
        layout.applyGeometry(to: probe, in: bounds, isNew: false)
        for rect in [probe.frame, probe.bounds] {
            guard rect.isFinite, Point(x: rect.maxX, y: rect.maxY).isFinite else {
                let name = layout.id.map { "'\($0.value.excerpt())'" } ?? "the view"
                throw CommandRejection("the geometry of \(name) is too large: \(rect); use smaller numbers")
            }
        }
        for subview in layout.subviews {
            let inner = View()
            inner.frame = probe.bounds
            try check(subview, as: inner, in: probe.bounds)
        }
    }

    /// Removes a view and its subviews. Returns false if the call has removed only some subviews, because the view has
    /// too many.
    private func remove(_ view: View) throws(CommandRejection) -> Bool {
        guard !(view is Window) else {
            throw CommandRejection("a window cannot be removed; hide it instead")
        }
        guard view.superview != nil else {
            throw CommandRejection("'\(view.layoutName.excerpt())' cannot be removed: it has no superview")
        }
        var left = Self.removedLimit
        if countViews(in: view, upTo: left) == nil, !view.isHidden {
            // A partly removed view receives no touches.
            cancelTouches(in: view)
            view.isHidden = true
        }
        // Continues at the parent of the removed subtree, so that one call visits each view about once.
        var cursor = view
        while left > 0 {
            let (part, count) = lastPart(of: cursor, within: view, upTo: left)
            cursor = part.superview ?? view
            part.removeFromSuperview()
            forEach(in: part, forget)
            guard part !== view else { return true }
            left -= count
        }
        return false
    }

    /// Returns the largest subtree within `root` with the last leaf of `start` and at most `limit` views.
    private func lastPart(of start: View, within root: View, upTo limit: Int) -> (part: View, count: Int) {
        var part = start
        while let last = part.subviews.last { part = last }
        var count = 1
        while part !== root, let parent = part.superview {
            var larger = count + 1
            let others = parent.subviews.dropLast()
            guard larger + others.count <= limit else { break }
            for view in others {
                guard let more = countViews(in: view, upTo: limit - larger) else { return (part, count) }
                larger += more
            }
            guard larger <= limit else { break }
            (part, count) = (parent, larger)
        }
        return (part, count)
    }

    /// Returns the number of views in a subtree, including the root; nil if the number exceeds the limit.
    private func countViews(in view: View, upTo limit: Int) -> Int? {
        var waiting = [view]
        var count = 1
        guard count <= limit else { return nil }
        while let view = waiting.popLast() {
            count += view.subviews.count
            guard count <= limit else { return nil }
            waiting += view.subviews
        }
        return count
    }

    private func forEach(in view: View, _ body: (View) -> Void) {
        var waiting = [view]
        while let view = waiting.popLast() {
            body(view)
            waiting += view.subviews
        }
    }

    func screen(of view: View) -> ScreenPlan {
        let window = view.window
        return screens.first { screen in window.map { screen.frame.contains($0.frame.origin) } ?? false } ?? screens[0]
    }

    private func controller(above view: View) -> ViewController? {
        sequence(first: view as Responder, next: \.next).first { $0 is ViewController } as? ViewController
    }

    // MARK: Touches, gestures, controls, focus

    private func cancelTouches(in view: View?) {
        application.cancel(
            activity.liveTouches { touch in view.map { touch.view?.isDescendant(of: $0) ?? false } ?? true }
        )
    }

    private func raise(_ id: String, _ state: GestureRecognizer.State) throws(CommandRejection) {
        guard let gesture = gestures[id] else {
            throw CommandRejection(no: "gesture", named: id, known: gestureSnapshot())
        }
        guard let custom = gesture as? CustomGestureRecognizer else {
            let problem = "'\(id.excerpt())' is not a custom gesture, so a command cannot set its state"
            throw CommandRejection("\(problem); use a gesture with 'type: custom'")
        }
        let former = custom.state
        guard custom.raise(state) else {
            let allowed =
                switch former {
                case .possible: "use began, ended or failed"
                case .began, .changed: "use changed, ended or cancelled"
                default: "send the command when the state is possible again"
                }
            let problem = "the state of '\(id.excerpt())' cannot change from \(former) to \(state)"
            throw CommandRejection("\(problem); \(allowed)")
        }
    }

    private func send(_ event: Control.Event, from view: View) throws(CommandRejection) {
        guard let control = view as? Control else {
            let problem = "'\(view.layoutName.excerpt())' is not a control and sends no events"
            throw CommandRejection("\(problem); use the id of a control")
        }
        send(event, from: control)
    }

    /// Sets the value of a slider or switch; sends `valueChanged` after a change.
    private func change(_ view: View, to value: Double) throws(CommandRejection) {
        let name = view.layoutName.excerpt()
        guard let control = view as? Control, control is Slider || control is Switch else {
            throw CommandRejection("'\(name)' is a \(view.layoutClass) and has no value; use a Slider or Switch")
        }
        guard control.isEnabled else { throw CommandRejection("'\(name)' is disabled; set 'enabled: true' first") }
        switch control {
        case let slider as Slider:
            let former = slider.value
            slider.value = value
            guard slider.value != former else { return }
        case let toggle as Switch:
            guard toggle.isOn != (value != 0) else { return }
            toggle.isOn = value != 0
        default: return
        }
        send(.valueChanged, from: control)
    }

    /// Makes the calls bound to an action in the top-level `actions:`. `plugin` is nil for an action from a script.
    func emit(_ action: String, _ event: HandlerEvent, from plugin: String? = nil) throws(CommandRejection) {
        guard let calls = root.handlers?[action: action] else {
            let remedy = "add it to the top-level 'actions:'"
            throw CommandRejection("the layout has no action '\(action.excerpt())'; \(remedy)")
        }
        if let plugin { maker.context.recorder?.action(action, from: plugin, to: root) }
        calls.run(event)
    }

    private func focus(_ id: String) throws(CommandRejection) {
        guard let responder = responder(id) else {
            throw CommandRejection(no: "view or controller", named: id, known: viewSnapshot(), controllerSnapshot())
        }
        guard responder.becomeFirstResponder() else {
            let reason =
                responder.canBecomeFirstResponder
                ? "it is in no window, or the current first responder does not resign"
                : "its 'canBecomeFirstResponder' is false; set it to true"
            throw CommandRejection("'\(id.excerpt())' cannot become first responder: \(reason)")
        }
    }
}

extension ViewLayout.Class {
    /// Returns the layout class of a live view.
    init(_ view: View) {
        switch view {
        case is Slider: self = .slider
        case is Switch: self = .switch
        case is Button: self = .button
        case is Control: self = .control
        case is Trackpad: self = .trackpad
        default: self = .view
        }
    }
}
