/// Views and properties that a reload set to the values of the new layout.
///
/// Everything else keeps its value, including values set by plugins.
public struct LayoutChange: Equatable, Sendable {
    /// Views that are new in the tree or have changed class.
    public var newViews: Set<String> = []
    /// Names of the properties that the new layout states differently, by view.
    public var properties: [String: Set<String>] = [:]

    public init() {}

    /// Whether the reload set a property of a view; nil stands for any property.
    public func contains(view: String, property: String?) -> Bool {
        if newViews.contains(view) { return true }
        guard let names = properties[view] else { return false }
        return property.map { names.contains($0) } ?? true
    }
}
