/// A value of a document with the place where it stands.
public struct Node: Sendable {
    /// What it is; the order of the text is kept.
    public enum Content: Sendable {
        /// A single value.
        case scalar(Scalar)
        /// A list.
        case sequence([Node])
        /// Keys with a value each.
        case mapping([Pair])
    }

    /// One entry of a mapping.
    public struct Pair: Sendable {
        /// What the entry is found by.
        public var key: Node
        /// What the entry holds.
        public var value: Node

        /// Makes an entry.
        public init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    /// What it is.
    public var content: Content
    /// Where it begins; of an alias, where the aliased value begins.
    public var mark: Mark

    /// Makes a value that stands at a place.
    public init(_ content: Content, mark: Mark) {
        self.content = content
        self.mark = mark
    }

    /// The single value, nil if it is a list or a mapping.
    public var scalar: Scalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    /// The values of a list, nil if it is none.
    public var sequence: [Node]? {
        if case .sequence(let nodes) = content { nodes } else { nil }
    }

    /// The entries of a mapping, nil if it is none.
    public var mapping: [Pair]? {
        if case .mapping(let pairs) = content { pairs } else { nil }
    }

    /// The value of a mapping's key, nil if it has none or if this is no mapping.
    public subscript(key: String) -> Node? {
        mapping?.first { $0.key.scalar?.text == key }?.value
    }

    /// What it is, in a word for messages.
    public var kind: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar) where scalar.isConcealed: "what stands there"
        case .scalar(let scalar): scalar.isPlain ? "'\(scalar.shown)'" : "the text \"\(scalar.shown)\""
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    /// What it is called where it stands as a name, in quotes or without.
    public var name: String { scalar.map { "'\($0.shown)'" } ?? kind }
}
