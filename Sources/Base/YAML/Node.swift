/// A node of a YAML document with its source location.
public struct Node: Sendable {
    /// Kind and value of a node; elements are in source order.
    public enum Content: Sendable {
        /// A single value.
        case scalar(Scalar)
        /// A list.
        case sequence([Node])
        /// A list of key-value pairs.
        case mapping([Pair])
    }

    /// One entry of a mapping.
    public struct Pair: Sendable {
        /// The key, which may be any node.
        public var key: Node
        /// The value of the key.
        public var value: Node

        /// Creates a pair.
        public init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    /// Kind and value of the node.
    public var content: Content
    /// Start of the node; for an alias, the start of the anchored value.
    public var mark: Mark

    /// Creates a node.
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

    /// Description of a node that is used as a name: the quoted text of a scalar; for other nodes, `kind`.
    public var name: String { scalar.map { "'\($0.shown)'" } ?? kind }
}
