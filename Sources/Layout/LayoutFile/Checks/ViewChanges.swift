internal import Schema

/// Properties of views that may change at run time; checks draw no conclusions from their initial values.
public struct ViewChanges: Sendable {
    /// Whether all properties of all views with ids may change.
    public var areUnlimited = false
    private var properties: [String: Set<String>] = [:]

    public init() {}

    /// Adds a property of a view that may change; nil adds all of them.
    public mutating func add(_ property: String?, of view: String) {
        properties[view, default: []].formUnion(property.map { [$0] } ?? ViewLayout.propertyNames)
    }

    /// Adds that a view may move in front of or behind its siblings.
    public mutating func addOrder(of view: String) { properties[view, default: []].insert("order") }

    /// Whether one of several properties may change; those of a view without an id cannot.
    func contain(_ names: Set<String>, of id: Located<String>?) -> Bool {
        guard let id else { return false }
        return areUnlimited || properties[id.value]?.isDisjoint(with: names) == false
    }
}

extension Set<String> {
    /// The order of a view among its siblings, which is no property that can be set.
    static let order: Set = ["order"]
    /// Properties that determine the geometry of a view.
    static let geometry: Set = ["frame", "edges", "bounds", "center", "transform"]
    /// Properties that determine whether and where touches hit a view.
    static let hits: Set = geometry.union(["hidden", "alpha", "userInteractionEnabled"])
}
