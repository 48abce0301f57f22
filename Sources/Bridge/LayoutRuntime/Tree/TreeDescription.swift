internal import Geometry
internal import JSON
internal import ResponderKit
internal import TouchTrace

/// A snapshot of views and their subviews, readable on other threads.
///
/// The input thread takes the snapshot for the command `describe`; the submitting thread computes `values`.
struct TreeDescription: Sendable {
    fileprivate struct Node {
        let id: String?
        let type: String
        let frame: Rect
        let bounds: Rect
        let alpha: Double
        let flags: Flags
        let tag: Int
        let level: Double?
        /// Value, minimum and maximum of a slider.
        let slider: (value: Double, least: Double, greatest: Double)?
        let isOn: Bool?
        let controller: String?
        let gestures: [Gesture]
        let sequences: [Sequence]
        /// Number of subviews; their nodes follow in depth-first order.
        let count: Int
    }

    fileprivate struct Gesture {
        let id: String?
        let type: GestureRecognizer.Type
    }

    fileprivate struct Sequence {
        let id: String?
        let steps: [String]
    }

    fileprivate struct Flags: OptionSet {
        let rawValue: UInt8
        static let isHidden = Flags(rawValue: 1)
        static let takesNoTouches = Flags(rawValue: 2)
        static let takesSeveralTouches = Flags(rawValue: 4)
        static let takesTouchesAlone = Flags(rawValue: 8)
        static let isDisabled = Flags(rawValue: 16)
        static let isSelected = Flags(rawValue: 32)
        static let isKey = Flags(rawValue: 64)
        static let isControl = Flags(rawValue: 128)
    }

    private var nodes: [Node] = []
    private let count: Int

    init(of views: [View], in tree: LayoutTree) {
        count = views.count
        for view in views { _ = add(view, tree, .max) }
    }

    /// Takes a snapshot; nil if the number of views, including subviews, exceeds the limit.
    init?(of views: [View], in tree: LayoutTree, limit: Int) {
        count = views.count
        for view in views { guard add(view, tree, limit) else { return nil } }
    }

    /// Adds a view and its subviews; returns false if the limit is exceeded.
    private mutating func add(_ view: View, _ tree: LayoutTree, _ limit: Int) -> Bool {
        guard nodes.count < limit else { return false }
        let subviews = view.subviews
        nodes.append(Node(view, tree, subviews.count))
        return subviews.allSatisfy { add($0, tree, limit) }
    }

    /// Returns one JSON value per top-level view. Without `includesDefaults`, omits most properties with default
    /// values.
    func values(includingDefaults includesDefaults: Bool = false) -> [JSONValue] {
        var index = 0
        return (0..<count).map { _ in value(from: &index, includesDefaults) }
    }

    private func value(from index: inout Int, _ includesDefaults: Bool) -> JSONValue {
        let node = nodes[index]
        index += 1
        var members = node.members(includesDefaults)
        guard node.count > 0 || includesDefaults else { return .object(members) }
        let subviews = (0..<node.count).map { _ in value(from: &index, includesDefaults) }
        members.append(.init("subviews", .list(subviews)))
        return .object(members)
    }
}

extension TreeDescription.Node {
    fileprivate init(_ view: View, _ tree: LayoutTree, _ count: Int) {
        (id, type, self.count) = (view.identifier, view.layoutClass, count)
        (frame, bounds, alpha, tag) = (view.frame, view.bounds, view.alpha, view.tag)
        controller = tree.controller(of: view)?.layoutName
        gestures = (view.gestureRecognizers ?? []).map { .init(id: $0.name, type: Swift.type(of: $0)) }
        sequences = (tree.sequencesByView[ObjectIdentifier(view)] ?? []).map { .init(id: $0.id, steps: $0.stepNames) }
        var flags: TreeDescription.Flags = []
        if view.isHidden { flags.insert(.isHidden) }
        if !view.isUserInteractionEnabled { flags.insert(.takesNoTouches) }
        if view.isMultipleTouchEnabled { flags.insert(.takesSeveralTouches) }
        if view.isExclusiveTouch { flags.insert(.takesTouchesAlone) }
        if let control = view as? Control {
            flags.insert(.isControl)
            if !control.isEnabled { flags.insert(.isDisabled) }
            if control.isSelected { flags.insert(.isSelected) }
            slider = (control as? Slider).map { ($0.value, $0.minimumValue, $0.maximumValue) }
            isOn = (control as? Switch)?.isOn
        } else {
            (slider, isOn) = (nil, nil)
        }
        let window = view as? Window
        if window?.isKeyWindow == true { flags.insert(.isKey) }
        level = window?.windowLevel.rawValue
        self.flags = flags
    }

    /// Returns all JSON members except the subviews.
    fileprivate func members(_ includesDefaults: Bool) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("id", JSONValue(id)), .init("class", .text(type))]
        func add(_ key: String, _ value: JSONValue, default standard: JSONValue? = nil) {
            if includesDefaults || value != standard { members.append(.init(key, value)) }
        }
        add("frame", JSONValue(frame))
        add("bounds", JSONValue(bounds), default: JSONValue(Rect(origin: .zero, size: frame.size)))
        if let level {
            add("level", .number(level), default: .number(Window.Level.normal.rawValue))
            add("key", .boolean(flags.contains(.isKey)), default: false)
        }
        add("alpha", .number(alpha), default: 1)
        add("hidden", .boolean(flags.contains(.isHidden)), default: false)
        add("userInteractionEnabled", .boolean(!flags.contains(.takesNoTouches)), default: true)
        add("multipleTouchEnabled", .boolean(flags.contains(.takesSeveralTouches)), default: false)
        add("exclusiveTouch", .boolean(flags.contains(.takesTouchesAlone)), default: false)
        add("tag", .number(Double(tag)), default: 0)
        if flags.contains(.isControl) {
            add("enabled", .boolean(!flags.contains(.isDisabled)), default: true)
            add("selected", .boolean(flags.contains(.isSelected)), default: false)
        }
        if let slider {
            add("value", .number(slider.value))
            add("range", [.number(slider.least), .number(slider.greatest)])
        }
        if let isOn { add("isOn", .boolean(isOn)) }
        add("controller", JSONValue(controller), default: .null)
        let gestures = gestures.map { gesture in
            JSONValue.object([.init("id", JSONValue(gesture.id)), .init("type", .text("\(gesture.type)"))])
        }
        add("gestures", .list(gestures), default: [])
        let sequences = sequences.map { sequence in
            JSONValue.object([
                .init("id", JSONValue(sequence.id)), .init("steps", .list(sequence.steps.map { .text($0) })),
            ])
        }
        add("sequences", .list(sequences), default: [])
        return members
    }
}

extension JSONValue {
    /// Creates the list `[x, y, width, height]`.
    fileprivate init(_ rect: Rect) {
        self = .list([rect.minX, rect.minY, rect.width, rect.height].map { .number($0) })
    }

    fileprivate init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}
