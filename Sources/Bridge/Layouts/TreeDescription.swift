internal import Geometry
public import JSON
internal import LayoutFile
internal import PluginAPI
public import ResponderKit
internal import Texts

extension LayoutTree {
    /// The windows from back to front with everything in them, as `touchbridge tree --json` and plugins are told.
    public var description: JSONValue { describe(application.windows) }

    /// Views with everything in them.
    func describe(_ views: [View]) -> JSONValue {
        let controllers = controllerNames
        return .list(views.map { describe($0, controllers) })
    }

    /// A view with everything in it.
    public func describe(_ view: View) -> JSONValue { describe(view, controllerNames) }

    /// What layouts call the controllers, by their views.
    private var controllerNames: [ObjectIdentifier: String] { controllersByView.mapValues(\.layoutName) }

    /// The controllers by their views.
    package var controllersByView: [ObjectIdentifier: ViewController] {
        let pairs = keptControllers.values.compactMap { controller in
            controller.viewIfLoaded.map { (ObjectIdentifier($0), controller) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    private func describe(_ view: View, _ controllers: [ObjectIdentifier: String]) -> JSONValue {
        var members: [JSONValue.Member] = [.init("id", view.identifier.map { .text($0) } ?? .null)]
        members.append(.init("class", .text(view.layoutClass)))
        members.append(.init("frame", JSONValue(view.frame)))
        add(view, to: &members)
        if let name = controllers[ObjectIdentifier(view)] { members.append(.init("controller", .text(name))) }
        let gestures = (view.gestureRecognizers ?? []).map { gesture in
            JSONValue.object([
                .init("id", gesture.name.map { .text($0) } ?? .null), .init("type", .text("\(type(of: gesture))")),
            ])
        }
        if !gestures.isEmpty { members.append(.init("gestures", .list(gestures))) }
        let sequences = sequences.filter { $0.view === view }.map { sequence in
            JSONValue.object([
                .init("id", sequence.id.map { .text($0) } ?? .null),
                .init("steps", .list(sequence.stepNames.map { .text($0) })),
            ])
        }
        if !sequences.isEmpty { members.append(.init("sequences", .list(sequences))) }
        if !view.subviews.isEmpty {
            members.append(.init("subviews", .list(view.subviews.map { describe($0, controllers) })))
        }
        return .object(members)
    }

    /// What is not as it is of itself.
    private func add(_ view: View, to members: inout [JSONValue.Member]) {
        func add(_ key: String, _ value: JSONValue, if isOdd: Bool = true) {
            if isOdd { members.append(.init(key, value)) }
        }
        if view.bounds != Rect(origin: .zero, size: view.frame.size) { add("bounds", JSONValue(view.bounds)) }
        if let window = view as? Window {
            add("level", .number(window.windowLevel.rawValue), if: window.windowLevel != .normal)
            add("key", true, if: window.isKeyWindow)
        }
        add("alpha", .number(view.alpha), if: view.alpha != 1)
        add("hidden", true, if: view.isHidden)
        add("userInteractionEnabled", false, if: !view.isUserInteractionEnabled)
        add("multipleTouchEnabled", true, if: view.isMultipleTouchEnabled)
        add("exclusiveTouch", true, if: view.isExclusiveTouch)
        add("tag", .number(Double(view.tag)), if: view.tag != 0)
        if let control = view as? Control {
            add("enabled", false, if: !control.isEnabled)
            add("selected", true, if: control.isSelected)
        }
        if let slider = view as? Slider {
            add("value", .number(slider.value))
            add("range", [.number(slider.minimumValue), .number(slider.maximumValue)])
        }
        if let toggle = view as? Switch { add("isOn", .boolean(toggle.isOn)) }
    }

    /// The same for people: a line for each view, those within another one further to the right, with tenths of
    /// points.
    public var outline: String {
        var lines: [String] = []
        let controllers = controllerNames
        for window in application.windows { outline(window, 0, controllers, &lines) }
        return lines.joined(separator: "\n")
    }

    private func outline(
        _ view: View,
        _ depth: Int,
        _ controllers: [ObjectIdentifier: String],
        _ lines: inout [String]
    ) {
        let frame = view.frame
        let place = [frame.minX, frame.minY, frame.width, frame.height].map(\.tenths)
        var line = String(repeating: "  ", count: depth) + view.layoutClass
        if let id = view.identifier { line += " \(id)" }
        line += " [\(place.joined(separator: ", "))]"
        if view.isHidden { line += " hidden" }
        if let name = controllers[ObjectIdentifier(view)] { line += " of \(name)" }
        for gesture in view.gestureRecognizers ?? [] { line += " +\(gesture.name ?? "\(type(of: gesture))")" }
        for sequence in sequences where sequence.view === view {
            line += " +\(sequence.name)(\(sequence.stepNames.joined(separator: ", ")))"
        }
        lines.append(Harmless.line(line))
        for subview in view.subviews { outline(subview, depth + 1, controllers, &lines) }
    }
}

extension View {
    /// What a layout calls its class.
    package var layoutClass: String {
        switch self {
        case is Window: "Window"
        case is Slider: "Slider"
        case is Switch: "Switch"
        case is Button: "Button"
        case is Control: "Control"
        default: "\(type(of: self))"
        }
    }
}

extension Responder {
    /// Its id, or what a layout calls its class: as traces, plugins and descriptions name it.
    package var layoutName: String {
        if let view = self as? View { return view.identifier ?? view.layoutClass }
        if let handlers { return handlers.name }
        return self is Application ? "Application" : "\(type(of: self))"
    }
}

extension JSONValue {
    /// `[x, y, width, height]`.
    fileprivate init(_ rect: Rect) {
        self = .list([rect.minX, rect.minY, rect.width, rect.height].map { .number($0) })
    }
}
