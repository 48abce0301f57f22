internal import Geometry
internal import HandlerEvents
internal import LayoutFile
internal import LayoutPlans
internal import ResponderKit
internal import Schema

extension LayoutTree {
    /// Creates a view with its subviews, for a superview with the given bounds. `parent` becomes the parent of the
    /// view's controllers.
    func makeView(
        _ layout: ViewLayout,
        in bounds: Rect,
        on screen: ScreenPlan,
        under parent: ViewController?
    ) -> View {
        let layout = withRetainedValues(layout)
        let view = makeBare(layout, on: screen)
        if let id = layout.id?.value {
            view.identifier = id
            if views[id] == nil {
                setView(view, for: id)
                carryOverRetainedValues(id, of: view)
            }
        }
        if layout.frame?.isRelative ?? true { relativeFrames[ObjectIdentifier(view)] = layout.frame ?? .whole }
        layout.applyGeometry(to: view, in: bounds, isNew: true)
        layout.applyProperties(to: view, at: panelLengths.scale(of: screen))
        panelLengths.add(layout, view, screen)
        bind(layout, to: view, on: screen)
        if let autorepeat = layout.autorepeat, let button = view as? Button {
            repeaters[ObjectIdentifier(view)] = ButtonRepeater(autorepeat, of: button, in: self)
        }
        for gesture in layout.gestures { make(gesture, on: view, screen) }
        if let follows = layout.follows { makeFollower(follows.value, of: view, named: layout.name, screen) }
        for sequence in layout.sequences { make(sequence, on: view, named: layout.name, screen) }
        let controller = layout.controller.map { makeController($0.value, of: view, on: screen, under: parent) }
        for subview in layout.subviews {
            view.addSubview(makeView(subview, in: view.bounds, on: screen, under: controller ?? parent))
        }
        return view
    }

    /// Creates the view without its subviews, but with its handlers.
    private func makeBare(_ layout: ViewLayout, on screen: ScreenPlan) -> View {
        let view =
            switch layout.class ?? .view {
            case .view: View()
            case .control: Control()
            case .button: Button()
            case .slider: Slider()
            case .switch: Switch()
            case .trackpad: Trackpad()
            }
        let isNamed = layout.id.map { pending.firstResponders.contains($0.value) } ?? false
        let handlers = handlers(
            layout.name,
            on: layout.on,
            actions: layout.actions,
            canBecomeFirstResponder: layout.canBecomeFirstResponder ?? isNamed,
            screen
        )
        handlers?.install(in: view)
        return view
    }

    /// Connects a control's events to their handlers and actions.
    ///
    /// Other views send no control events; their bindings are stored only for diagnostics.
    private func bind(_ layout: ViewLayout, to view: View, on screen: ScreenPlan) {
        let control = view as? Control
        let bindings = layout.on.filter { binding in binding.events.contains { $0.family == .control } }
        let owner = CallBinder.Owner(layout.name, screen)
        var known: [BoundEvent] = []
        for eventCalls in maker.boundCalls(for: bindings, of: owner, calls) where !eventCalls.calls.isEmpty {
            known.append(BoundEvent(eventCalls))
            guard let control, let event = Control.Event(eventCalls.event) else { continue }
            control.addAction(for: event) { control, event in
                eventCalls.run(
                    HandlerEvent(eventCalls.event, control, event, origin: eventCalls.origin, now: eventCalls.now)
                )
            }
        }
        for binding in bindings {
            guard let action = binding.action?.value else { continue }
            for event in binding.events.compactMap({ Control.Event($0) }) {
                control?.addTarget(nil, action: Selector(action), for: event)
            }
            known += binding.events.map { BoundEvent($0, [], passes: false, action: action) }
        }
        if !known.isEmpty { bound[ObjectIdentifier(view)] = known }
    }

    // MARK: Geometry

    /// Updates relative frames in the subtree after the size of a view has changed.
    func layoutSubviews(of view: View) {
        for subview in view.subviews {
            guard let frame = relativeFrames[ObjectIdentifier(subview)] else { continue }
            let former = subview.bounds.size
            subview.setUntransformedFrame(frame.resolved(in: view.bounds))
            if subview.bounds.size != former { layoutSubviews(of: subview) }
        }
    }
}

/// View of the layout class `Trackpad`; its touches move the pointer of a virtual mouse.
final class Trackpad: View {}

extension ViewLayout {
    /// The view's id, or its class if it has no id.
    var name: String { id?.value ?? (self.class ?? .view).rawValue }
}

extension FrameLayout {
    /// Whether the frame depends on the superview's size.
    var isRelative: Bool {
        guard case .rect(let x, let y, let width, let height) = self else { return true }
        return [x, y, width, height].contains { $0.fraction != 0 }
    }
}
