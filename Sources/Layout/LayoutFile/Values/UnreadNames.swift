internal import YAML

/// Names of elements with errors, which may be missing from a parsed layout.
///
/// The errors have already been reported. A reference to such a name therefore causes no further error.
public enum UnreadNames: Sendable {
    /// All elements were read.
    case none
    /// An element with an error may have one of these ids or keys.
    case listed(ids: Set<String>, keys: Set<String>)
    /// Any name may be missing, because an include or a template has an error.
    case unknown

    /// Lists the names in a layout whose includes and templates were resolved without errors.
    init(in layout: Node) {
        var (ids, keys): (Set<String>, Set<String>) = ([], [])
        Self.visit(layout) { key, value in
            keys.insert(key)
            if key == "id" || key == "name", let id = value.scalar?.text { ids.insert(id) }
        }
        self = .listed(ids: ids, keys: keys)
    }

    /// Whether an element with an error may have this id, or this name in `screens:`.
    public func mayContain(id: String) -> Bool {
        switch self {
        case .none: false
        case .listed(let ids, _): ids.contains(id)
        case .unknown: true
        }
    }

    /// Whether an element with an error, such as a plugin or an action, may have this name as its key.
    public func mayContain(key: String) -> Bool {
        switch self {
        case .none: false
        case .listed(_, let keys): keys.contains(key)
        case .unknown: true
        }
    }

    /// Calls `body` for each key-value pair whose key is a scalar. Recursion is safe, because the YAML loader limits
    /// the depth and the number of nodes.
    private static func visit(_ node: Node, _ body: (String, Node) -> Void) {
        for element in node.sequence ?? [] { visit(element, body) }
        for pair in node.mapping ?? [] {
            if let key = pair.key.scalar?.text { body(key, pair.value) }
            visit(pair.value, body)
        }
    }
}
