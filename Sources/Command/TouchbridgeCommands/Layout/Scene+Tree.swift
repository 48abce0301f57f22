internal import Bridge
internal import GestureKinds
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Pictures
internal import ResponderKit
internal import Schema
internal import TouchTrace

extension Scene {
    /// Creates a drawable snapshot of a layout's view tree.
    init(of pipeline: Pipeline, path: String) {
        self.init(title: path.split(separator: "/").last.map(String.init) ?? path)
        screens = pipeline.plan.screens.map { screen in
            let zones = screen.layout.deadZones.map {
                $0.value.offsetBy(dx: screen.frame.minX, dy: screen.frame.minY)
            }
            return Screen(name: screen.name, frame: screen.frame, deadZones: zones)
        }
        var reader = TreeReader(pipeline.tree)
        let main = pipeline.tree.windows.prefix(screens.count)
        for window in pipeline.application.windows {
            reader.read(window, isMain: main.contains { $0 === window })
        }
        setViews(reader.views)
    }

    /// Creates a screen without views.
    init(title: String, screen: Rect) {
        self.init(title: title)
        screens = [Screen(name: "screen", frame: screen)]
    }
}

/// Collects the views in order from back to front.
private struct TreeReader {
    private(set) var views: [SceneView] = []
    private let tree: LayoutTree

    init(_ tree: LayoutTree) { self.tree = tree }

    /// State that a view inherits from its ancestors.
    private struct InheritedState {
        var depth = 0
        /// Name of the ancestor that hides the view; nil if there is none.
        var hider: String?
        /// Name of the ancestor that excludes the view from touches; nil if there is none.
        var stopper: String?
    }

    mutating func read(_ window: Window, isMain: Bool) {
        read(window, kind: isMain ? .mainWindow : .window, InheritedState())
    }

    private mutating func read(_ view: View, kind: SceneView.Kind, _ inherited: InheritedState) {
        var drawn = SceneView(
            id: view.identifier,
            className: view.layoutClass,
            kind: kind,
            quad: view.quad(of: view.bounds),
            frame: view.frame,
            depth: inherited.depth
        )
        drawn.size = view.bounds.size
        var inner = inherited
        inner.depth += 1
        describe(view, &drawn, inherited)
        if view.isHidden || view.alpha < 0.01 { inner.hider = inherited.hider ?? drawn.name }
        if !view.isUserInteractionEnabled { inner.stopper = inherited.stopper ?? drawn.name }
        views.append(drawn)
        for subview in view.subviews { read(subview, kind: SceneView.Kind(subview), inner) }
    }

    private func describe(_ view: View, _ drawn: inout SceneView, _ inherited: InheritedState) {
        var states: [String] = []
        if view.isHidden { states.append("hidden") }
        if view.alpha < 0.01 { states.append("transparent") }
        if states.isEmpty, let hider = inherited.hider { states.append("in hidden \(hider)") }
        drawn.isHidden = !states.isEmpty
        if !view.isUserInteractionEnabled {
            states.append("not interactive")
            drawn.isInert = true
        } else if let stopper = inherited.stopper {
            states.append("inside \(stopper), which is not interactive")
            drawn.isInert = true
        }
        if let control = view as? Control, !control.isEnabled {
            states.append("disabled")
            drawn.isDisabled = true
        }
        let controller = tree.controller(of: view)
        let isPresented = controller.map { $0.presentingViewController != nil } ?? false
        if isPresented { states.append("presented") }
        drawn.state = states.first
        drawn.notes = states + notes(of: view, controller)
        drawn.gestures = (view.gestureRecognizers ?? []).map(\.layoutName)
        drawn.parts = parts(of: view)
        for gesture in view.gestureRecognizers ?? [] { drawn.edges += edges(of: gesture) }
    }

    private func notes(of view: View, _ controller: ViewController?) -> [String] {
        var notes: [String] = []
        if let controller { notes.append("controller: \(controller.layoutName)") }
        if let presenter = controller?.presentingViewController {
            notes.append("presented by: \(presenter.layoutName)")
        }
        if let window = view as? Window, window.windowLevel != .normal {
            notes.append("level: \(Int(window.windowLevel.rawValue))")
        }
        if view.isMultipleTouchEnabled { notes.append("multiple touch") }
        if view.isExclusiveTouch { notes.append("exclusive touch") }
        for gesture in view.gestureRecognizers ?? [] {
            let off = gesture.isEnabled ? "" : ", disabled"
            notes.append("gesture: \(gesture.layoutName), \(gesture.kindName)\(off)")
        }
        return notes
    }

    private func parts(of view: View) -> [SceneView.Part] {
        switch view {
        case let slider as Slider:
            let track = slider.trackRect(forBounds: slider.bounds)
            let thumb = slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: slider.value)
            return [.track(view.quad(of: track)), .thumb(view.quad(of: thumb))]
        case let toggle as Switch: return [.knob(isOn: toggle.isOn)]
        default: return []
        }
    }

    /// Returns the parts of the window's edges at which a touch in the gesture's view can begin the gesture (G75).
    private func edges(of gesture: GestureRecognizer) -> [SceneView.Edge] {
        guard let pan = gesture as? ScreenEdgePanGestureRecognizer, let view = pan.view, let window = view.window else {
            return []
        }
        let (frame, width) = (window.frame, pan.edgeWidth)
        let bands: [(RectEdge, SceneView.Edge.Side, Rect)] = [
            (.left, .left, Rect(x: frame.minX, y: frame.minY, width: width, height: frame.height)),
            (.right, .right, Rect(x: frame.maxX - width, y: frame.minY, width: width, height: frame.height)),
            (.top, .top, Rect(x: frame.minX, y: frame.minY, width: frame.width, height: width)),
            (.bottom, .bottom, Rect(x: frame.minX, y: frame.maxY - width, width: frame.width, height: width)),
        ]
        let own = view.boxInApplication
        return bands.compactMap { edge, side, band in
            pan.edges.contains(edge) ? band.intersection(own).map { SceneView.Edge(side, $0) } : nil
        }
    }
}

extension View {
    /// Converts a rectangle from the view's coordinates to the coordinate system that all screens share.
    func quad(of rect: Rect) -> Quad {
        Quad(
            topLeft: applicationLocation(rect.origin),
            topRight: applicationLocation(Point(x: rect.maxX, y: rect.minY)),
            bottomLeft: applicationLocation(Point(x: rect.minX, y: rect.maxY))
        )
    }

    fileprivate var boxInApplication: Rect {
        let box = convert(bounds, to: window)
        guard let window else { return box }
        return box.offsetBy(
            dx: window.frame.minX - window.bounds.minX,
            dy: window.frame.minY - window.bounds.minY
        )
    }
}

extension GestureRecognizer {
    /// Name of the gesture type in a layout, such as `longPress`.
    var kindName: String { GestureKind.of(self).type.rawValue }
}

extension SceneView.Kind {
    fileprivate init(_ view: View) {
        switch view {
        case is Window: self = .window
        case is Slider: self = .slider
        case is Switch: self = .switch
        case is Button: self = .button
        case is Control: self = .control
        default: self = .view
        }
    }
}
