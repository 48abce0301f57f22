internal import Schema

/// Properties of views that may change at run time. Checks do not rely on the initial values of these properties.
public struct ViewChanges: Sendable {
    /// Whether all properties of all views with an id may change.
    public var areUnlimited = false
    private var properties: [String: Set<String>] = [:]

    public init() {}

    /// Records that a property of a view may change; nil means all properties.
    public mutating func add(_ property: String?, of view: String) {
        properties[view, default: []].formUnion(property.map { [$0] } ?? ViewLayout.propertyNames)
    }

    /// Records that a view may move in front of or behind its siblings.
    public mutating func addOrder(of view: String) { properties[view, default: []].insert("order") }

    /// Whether at least one of the properties may change. Properties of a view without an id cannot change.
    func contain(_ names: Set<String>, of id: Located<String>?) -> Bool {
        guard let id else { return false }
        return areUnlimited || properties[id.value]?.isDisjoint(with: names) == false
    }
}

extension Set<String> {
    /// Pseudo-property for the position of a view among its siblings.
    static let order: Set = ["order"]
    /// Properties that determine the geometry of a view.
    static let geometry: Set = ["frame", "edges", "bounds", "center", "transform"]
    /// Properties that affect hit-testing of a view.
    static let hits: Set = geometry.union(["hidden", "alpha", "userInteractionEnabled"])
}
