internal import Geometry
internal import JSON
internal import LayoutFile
internal import Occurrences
internal import PluginAPI
internal import ResponderKit
internal import Schema

extension LayoutTree {
    /// So many views of one plugin may be in the tree.
    static let addedLimit = 1000
    /// So many views are described at once: touches wait for it.
    static let describedLimit = 1000

    /// Carries out what a plugin asks for, between events.
    func perform(_ command: TreeCommand, from plugin: String) -> TreeReply {
        do throws(Refusal) {
            switch command {
            case .set(let id, let properties): try set(properties, of: find(id))
            case .add(let value, let id, let place): try add(value, to: find(id), at: place, for: plugin)
            case .remove(let id): try remove(find(id))
            case .cancelTouches(let id): cancelTouches(in: try id.map { (id) throws(Refusal) in try find(id) })
            case .raise(let id, let state): try raise(id, state)
            case .send(let id, let event): try send(event, from: find(id))
            case .focus(let id): try focus(id)
            case .describe(nil):
                try checkSize(of: application.windows)
                return .value(description)
            case .describe(let id?):
                let view = try find(id)
                try checkSize(of: [view])
                return .value(describe(view))
            case .dump: throw Refusal("nobody keeps a flight recorder here")
            }
            return .done
        } catch {
            return .refused(error.reason)
        }
    }

    struct Refusal: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
    }

    private func find(_ id: String) throws(Refusal) -> View {
        if let view = views[id] { return view }
        throw Refusal("there is no view '\(id)'\(Names.suggestion(for: id, in: views.keys.sorted()))")
    }

    private func checkSize(of views: [View]) throws(Refusal) {
        var waiting = views
        var count = 0
        while let view = waiting.popLast() {
            count += 1
            guard count <= Self.describedLimit else {
                throw Refusal("it has more than \(Self.describedLimit) views; describe one that lies in it, by its id")
            }
            waiting += view.subviews
        }
    }

    // MARK: Views

    private func set(_ properties: JSONValue, of view: View) throws(Refusal) {
        let layout = try read { () throws(ViewMistakes) in try ViewLayout.reading(properties: properties) }
        let kind = ViewLayout.Class(view)
        for member in properties.members ?? [] {
            guard let owners = ViewLayout.classes(with: member.key), !owners.contains(kind) else { continue }
            throw Refusal("'\(view.layoutName)' is a \(view.layoutClass) and has no '\(member.key)'")
        }
        if let wanted = layout.canBecomeFirstResponder {
            handlers(of: view).canBecomeFirstResponder = wanted
        }
        if let frame = layout.frame {
            relativeFrames[ObjectIdentifier(view)] = frame.isRelative ? frame : nil
        }
        let former = view.bounds.size
        let room = view.superview?.bounds ?? Rect(origin: .zero, size: screens[0].frame.size)
        let probe = View()
        (probe.transform, probe.bounds, probe.center) = (view.transform, view.bounds, view.center)
        try check(layout, as: probe, in: room)
        apply(layout, to: view, in: room)
        if view.bounds.size != former { layoutSubviews(of: view) }
    }

    /// The handlers of a view, which until now may have needed none.
    private func handlers(of view: View) -> Handlers {
        if let handlers = view.handlers { return handlers }
        let handlers = Handlers(view.layoutName, [], actions: [:], canBecomeFirstResponder: false)
        handlers.stand(before: view)
        return handlers
    }

    private func add(_ value: JSONValue, to view: View, at place: Int?, for plugin: String) throws(Refusal) {
        let layout = try read { () throws(ViewMistakes) in try ViewLayout.reading(view: value) }
        let count = layout.viewCount
        let had = added.values.count { $0 == plugin }
        guard had + count <= Self.addedLimit else {
            throw Refusal("a plugin may have \(Self.addedLimit) views in the tree, and has \(had); remove some first")
        }
        var known: Set<String> = []
        for id in layout.ids {
            guard views[id] == nil else { throw Refusal("there is a view '\(id)' already") }
            guard known.insert(id).inserted else { throw Refusal("two of the views are to have the id '\(id)'") }
        }
        let probe = View()
        probe.frame = view.bounds
        try check(layout, as: probe, in: view.bounds)
        let new = makeView(layout, in: view.bounds, on: screen(of: view), under: controller(above: view))
        forEach(in: new) { added[ObjectIdentifier($0)] = plugin }
        if let place { view.insertSubview(new, at: place) } else { view.addSubview(new) }
        settle()
    }

    /// Refuses what would lie nowhere: numbers that are too large to be added or multiplied.
    private func check(_ layout: ViewLayout, as probe: View, in room: Rect) throws(Refusal) {
        layout.applyGeometry(to: probe, in: room, isNew: false)
        for rect in [probe.frame, probe.bounds] {
            guard rect.isFinite, Point(x: rect.maxX, y: rect.maxY).isFinite else {
                let mine = layout.id.map { "'\($0.value)' is" } ?? "it is"
                throw Refusal("\(mine) to lie beyond all numbers: \(rect); smaller ones are needed")
            }
        }
        for subview in layout.subviews {
            let inner = View()
            inner.frame = probe.bounds
            try check(subview, as: inner, in: probe.bounds)
        }
    }

    private func read(_ body: () throws(ViewMistakes) -> ViewLayout) throws(Refusal) -> ViewLayout {
        do throws(ViewMistakes) { return try body() } catch { throw Refusal("\(error)") }
    }

    private func remove(_ view: View) throws(Refusal) {
        guard !(view is Window) else { throw Refusal("a window stays as long as its layout does; hide it instead") }
        guard view.superview != nil else { throw Refusal("it is shown nowhere") }
        forEach(in: view) { forget($0) }
        view.removeFromSuperview()
    }

    /// Nothing is to be found of a view any more, nor of what stands on it.
    private func forget(_ view: View) {
        let own = ObjectIdentifier(view)
        (added[own], relativeFrames[own], bound[own], commandValues[own]) = (nil, nil, nil, nil)
        if let id = view.identifier, views[id] === view { views[id] = nil }
        for gesture in view.gestureRecognizers ?? [] {
            if let id = gesture.name, gestures[id] === gesture { gestures[id] = nil }
            rules.forget(gesture)
            bound[ObjectIdentifier(gesture)] = nil
            stopWatching(gesture)
        }
        for (key, controller) in keptControllers where controller.viewIfLoaded === view {
            keptControllers[key] = nil
            controllers = controllers.filter { $0.value !== controller }
            controller.removeFromParent()
        }
    }

    private func forEach(in view: View, _ body: (View) -> Void) {
        var waiting = [view]
        while let view = waiting.popLast() {
            body(view)
            waiting += view.subviews
        }
    }

    private func screen(of view: View) -> ScreenPlan {
        let window = view.window
        return screens.first { screen in window.map { screen.frame.contains($0.frame.origin) } ?? false } ?? screens[0]
    }

    private func controller(above view: View) -> ViewController? {
        sequence(first: view as Responder, next: \.next).first { $0 is ViewController } as? ViewController
    }

    // MARK: Everything else

    private func cancelTouches(in view: View?) {
        application.cancel(
            activity.liveTouches { touch in view.map { touch.view?.isDescendant(of: $0) ?? false } ?? true }
        )
    }

    private func raise(_ id: String, _ state: String) throws(Refusal) {
        guard let gesture = gestures[id] else {
            throw Refusal("there is no gesture '\(id)'\(Names.suggestion(for: id, in: gestures.keys.sorted()))")
        }
        guard let custom = gesture as? CustomGestureRecognizer else {
            throw Refusal("'\(id)' is not of type custom: touches alone decide about it")
        }
        guard let new = GestureRecognizer.State(named: state) else {
            throw Refusal("'\(state)' is no state; there are began, changed, ended, cancelled and failed")
        }
        let former = custom.state
        guard custom.raise(new) else { throw Refusal("'\(id)' is \(former), and nothing leads from there to \(state)") }
    }

    private func send(_ name: String, from view: View) throws(Refusal) {
        guard let control = view as? Control else { throw Refusal("'\(view.layoutName)' is no control") }
        guard let event = Control.Event(named: name) else { throw Refusal("'\(name)' is no event of controls") }
        control.sendActions(for: event)
    }

    private func focus(_ id: String) throws(Refusal) {
        guard let responder = responder(id) else {
            let known = views.keys.sorted() + controllers.keys.sorted()
            throw Refusal("there is no view or controller '\(id)'\(Names.suggestion(for: id, in: known))")
        }
        guard responder.becomeFirstResponder() else { throw Refusal("'\(id)' cannot become first responder now") }
    }
}

extension ViewLayout {
    /// How many views it makes, those of its controllers included.
    fileprivate var viewCount: Int { 1 + subviews.reduce(0) { $0 + $1.viewCount } }

    /// The ids of its views.
    fileprivate var ids: [String] { (id.map { [$0.value] } ?? []) + subviews.flatMap(\.ids) }
}

extension ViewLayout.Class {
    /// What a living view is of.
    init(_ view: View) {
        switch view {
        case is Slider: self = .slider
        case is Switch: self = .switch
        case is Button: self = .button
        case is Control: self = .control
        default: self = .view
        }
    }
}

extension GestureRecognizer.State {
    fileprivate init?(named name: String) {
        switch name {
        case "began": self = .began
        case "changed": self = .changed
        case "ended": self = .ended
        case "cancelled": self = .cancelled
        case "failed": self = .failed
        default: return nil
        }
    }
}

extension Control.Event {
    fileprivate init?(named name: String) {
        guard let event = EventName(rawValue: name) else { return nil }
        self.init(event)
    }
}
