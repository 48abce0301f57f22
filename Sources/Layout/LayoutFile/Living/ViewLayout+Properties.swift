public import GestureKinds
internal import Schema

extension ViewLayout {
    /// A view property that can change at run time, with functions to compare and copy it.
    struct Property: Sendable {
        let names: [String]
        let isSame: @Sendable (ViewLayout, ViewLayout) -> Bool
        /// Copies the value from the first layout to the second layout unless the value is nil.
        let copy: @Sendable (ViewLayout, inout ViewLayout) -> Void

        init<Value: Equatable & Sendable>(_ names: String..., path: any WritableKeyPath<ViewLayout, Value?> & Sendable)
        {
            self.names = names
            isSame = { $0[keyPath: path] == $1[keyPath: path] }
            copy = { source, target in
                if let value = source[keyPath: path] { target[keyPath: path] = value }
            }
        }
    }

    /// All properties that can be changed at run time. `frame` and `edges` are two notations for the same property.
    static let comparableProperties = [
        Property("frame", "edges", path: \.frame),
        Property("bounds", path: \.bounds),
        Property("center", path: \.center),
        Property("transform", path: \.transform),
        Property("alpha", path: \.alpha),
        Property("hidden", path: \.isHidden),
        Property("userInteractionEnabled", path: \.isUserInteractionEnabled),
        Property("multipleTouchEnabled", path: \.isMultipleTouchEnabled),
        Property("exclusiveTouch", path: \.isExclusiveTouch),
        Property("clipsToBounds", path: \.clipsToBounds),
        Property("tag", path: \.tag),
        Property("canBecomeFirstResponder", path: \.canBecomeFirstResponder),
        Property("enabled", path: \.isEnabled),
        Property("selected", path: \.isSelected),
        Property("trackingMargin", path: \.trackingMargin),
        Property("value", path: \.value),
        Property("range", path: \.range),
        Property("continuous", path: \.isContinuous),
        Property("thumbSize", path: \.thumbSize),
        Property("vertical", path: \.isVertical),
        Property("tapsSetValue", path: \.tapsSetValue),
        Property("step", path: \.step),
        Property("ticks", path: \.ticks),
        Property("isOn", path: \.isOn),
    ]

    /// A selection of the properties that can be changed on a view at run time.
    package struct Properties: Sendable {
        fileprivate let all: [Property]

        /// Ignores names of other properties.
        package init(named names: [String]) {
            all = comparableProperties.filter { property in names.contains { property.names.contains($0) } }
        }
    }

    /// Copies from `other` the selected properties that `other` sets.
    package mutating func merge(_ other: ViewLayout, only properties: Properties) {
        for property in properties.all { property.copy(other, &self) }
    }

    /// Returns the names of the properties that differ between this view and `other`, including properties set by only
    /// one of them.
    public func differences(from other: ViewLayout) -> Set<String> {
        var names: Set<String> = []
        for property in Self.comparableProperties where !property.isSame(self, other) {
            names.formUnion(property.names)
        }
        return names
    }

    /// Returns the names of the properties whose values are discarded when the given properties are set. For example, a
    /// frame replaces center and bounds.
    public func propertiesReplaced(by names: Set<String>) -> Set<String> {
        guard names.contains("frame") else { return [] }
        var replaced: Set<String> = []
        if center != nil { replaced.insert("center") }
        if bounds != nil { replaced.insert("bounds") }
        return replaced
    }

    /// Copies from `other` all properties that `other` sets, except the excluded properties.
    public mutating func merge(_ other: ViewLayout, except excluded: Set<String> = []) {
        for property in Self.comparableProperties where excluded.isDisjoint(with: property.names) {
            property.copy(other, &self)
        }
    }
}

extension Layout {
    /// Declared views and windows, by id; the first of several elements with the same id.
    public var statedViews: [String: StatedView] {
        var all: [String: StatedView] = [:]
        for window in Inventory(self).windows {
            guard let id = window.id?.value, all[id] == nil else { continue }
            var view = ViewLayout()
            (view.frame, view.isHidden) = (window.frame, window.isHidden)
            all[id] = StatedView(kind: "Window", layout: view)
        }
        forEachView { view in
            guard let id = view.id?.value, all[id] == nil else { return }
            all[id] = StatedView(kind: (view.class ?? .view).rawValue, layout: view)
        }
        return all
    }

    /// Declared gestures, by id; the first of several gestures with the same id.
    public var statedGestures: [String: StatedGesture] {
        Inventory(self).gestures.reduce(into: [:]) { all, gesture in
            guard let id = gesture.id?.value, all[id] == nil else { return }
            all[id] = StatedGesture(type: gesture.type, isEnabled: gesture.isEnabled ?? true)
        }
    }

    /// Ids of the first responders that the layout and its windows declare, in order.
    public var statedFirstResponders: [String?] {
        [firstResponder?.value] + Inventory(self).windows.map { $0.firstResponder?.value }
    }
}

/// Layout declaration of a gesture.
public struct StatedGesture: Equatable, Sendable {
    public let type: GestureType
    public let isEnabled: Bool
}

/// Layout declaration of a view or window.
public struct StatedView: Sendable {
    /// Class name of the view, or `Window`.
    public let kind: String
    public let layout: ViewLayout
}
