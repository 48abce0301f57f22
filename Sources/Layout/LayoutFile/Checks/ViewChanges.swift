internal import Schema

/// Which properties of views may be set while a layout lives: nothing surely follows from what it says of those.
public struct ViewChanges: Sendable {
    /// Whether all of any view that has an id may be.
    public var areUnlimited = false
    private var properties: [String: Set<String>] = [:]

    public init() {}

    /// Lets a property of a view be set; all of them when it is nil.
    public mutating func add(_ property: String?, of view: String) {
        properties[view, default: []].formUnion(property.map { [$0] } ?? ViewLayout.propertyNames)
    }

    /// Whether one of several properties of a view may be set; nobody finds a view without an id.
    func contain(_ names: Set<String>, of id: Located<String>?) -> Bool {
        guard let id else { return false }
        return areUnlimited || properties[id.value]?.isDisjoint(with: names) == false
    }
}

extension Set<String> {
    /// The properties that say where a view lies.
    static let places: Set = ["frame", "edges", "bounds", "center", "transform"]
    /// The properties that say whether a touch may hit a view, and where.
    static let hits: Set = places.union(["hidden", "alpha", "userInteractionEnabled"])
}
