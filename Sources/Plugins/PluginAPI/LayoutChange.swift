/// Views and properties to which a reload applied the values of the new layout.
///
/// All other properties are unchanged, including values set by plugins.
public struct LayoutChange: Equatable, Sendable {
    /// Views that are new in the tree or have a new class.
    public var newViews: Set<String> = []
    /// Names of the properties whose values differ in the new layout, by view.
    public var properties: [String: Set<String>] = [:]

    public init() {}

    /// Returns whether the reload set a property of a view; if `property` is nil, whether it set any property.
    public func contains(view: String, property: String?) -> Bool {
        if newViews.contains(view) { return true }
        guard let names = properties[view] else { return false }
        return property.map { names.contains($0) } ?? true
    }
}
