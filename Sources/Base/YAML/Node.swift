/// A node of a YAML document with its source location.
public struct Node: Sendable {
    /// Kind and value of a node; elements are in source order.
    public enum Content: Sendable {
        case scalar(Scalar)
        case sequence([Node])
        case mapping([Pair])
    }

    /// One entry of a mapping.
    public struct Pair: Sendable {
        /// The key; any node is valid.
        public var key: Node
        public var value: Node

        public init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    public var content: Content
    /// Start of the node; for an alias, the start of the anchored value.
    public var mark: Mark

    public init(_ content: Content, mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// The scalar; nil for a list or a mapping.
    public var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The elements of a list; nil for other nodes.
    public var sequence: [Node]? {
        if case .sequence(let nodes) = content { nodes } else { nil }
    }

    /// The pairs of a mapping; nil for other nodes.
    public var mapping: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The value of a key; nil if the key is missing or if the node is not a mapping.
    public subscript(key: String) -> Node? {
        mapping?.first { $0.key.scalar?.text == key }?.value
    }

    /// Short description of the node for messages.
    public var kind: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "an empty value"
        case .scalar(let scalar) where scalar.isConcealed: "the value written here"
        case .scalar(let scalar): scalar.isPlain ? "'\(scalar.shown)'" : "the string \"\(scalar.shown)\""
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// Description of a node used as a name: the quoted text of a scalar; for other nodes, `kind`.
    public var name: String { scalar.map { "'\($0.shown)'" } ?? kind }
}
