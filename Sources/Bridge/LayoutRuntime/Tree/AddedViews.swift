/// Views added by plugins, and their number per plugin.
struct AddedViews {
    private var owners: [ObjectIdentifier: String] = [:]
    private var counts: [String: Int] = [:]

    func count(of plugin: String) -> Int { counts[plugin] ?? 0 }

    var isEmpty: Bool { owners.isEmpty }

    /// The plugin that added a view; nil for a view of the layout.
    subscript(_ view: ObjectIdentifier) -> String? {
        get { owners[view] }
        set {
            if let former = owners[view] { counts[former, default: 1] -= 1 }
            owners[view] = newValue
            if let newValue { counts[newValue, default: 0] += 1 }
        }
    }
}
