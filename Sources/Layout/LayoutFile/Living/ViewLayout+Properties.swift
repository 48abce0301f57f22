internal import Schema

extension ViewLayout {
    /// A property of a live view, and how to compare and copy it.
    struct Property: Sendable {
        let names: [String]
        let isSame: @Sendable (ViewLayout, ViewLayout) -> Bool
        /// Copies the value unless it is nil.
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

    /// The properties behind `propertyNames`; `frame` and `edges` are two spellings of one property.
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
        Property("isOn", path: \.isOn),
    ]

    /// Some of the properties of a live view.
    package struct Properties: Sendable {
        fileprivate let all: [Property]

        /// Creates the properties with these names.
        package init(named names: [String]) {
            all = comparableProperties.filter { property in names.contains { property.names.contains($0) } }
        }
    }

    /// Copies the values of `properties` that another layout sets.
    package mutating func merge(_ other: ViewLayout, only properties: Properties) {
        for property in properties.all { property.copy(other, &self) }
    }

    /// Returns the names of the properties that differ between two layouts, or that only one of them sets.
    public func differences(from other: ViewLayout) -> Set<String> {
        var names: Set<String> = []
        for property in Self.comparableProperties where !property.isSame(self, other) {
            names.formUnion(property.names)
        }
        return names
    }

    /// Returns the names of properties that others determine, as a frame determines center and bounds.
    public func propertiesReplaced(by names: Set<String>) -> Set<String> {
        guard names.contains("frame") else { return [] }
        var replaced: Set<String> = []
        if center != nil { replaced.insert("center") }
        if bounds != nil { replaced.insert("bounds") }
        return replaced
    }

    /// Copies the properties that another layout sets, except those named.
    public mutating func merge(_ other: ViewLayout, except excluded: Set<String> = []) {
        for property in Self.comparableProperties where excluded.isDisjoint(with: property.names) {
            property.copy(other, &self)
        }
    }
}

extension Layout {
    /// The views and windows with an id, as declared in the layout; the first one of a duplicate id.
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

    /// The ids that the layout and its windows name as first responders, in order.
    public var statedFirstResponders: [String?] {
        [firstResponder?.value] + Inventory(self).windows.map { $0.firstResponder?.value }
    }
}

/// A view or window as declared in a layout.
public struct StatedView: Sendable {
    /// Name of the class, or `Window`.
    public let kind: String
    public let layout: ViewLayout
}
