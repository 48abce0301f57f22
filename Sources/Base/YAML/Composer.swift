/// Builds a tree of nodes from parser events.
struct Composer {
    private struct Anchor {
        var node: Node
        var size: Int
    }

    let reader: YAMLReader
    let limits: Limits
    let source: Int
    /// Whether messages omit values and show only keys.
    let concealsValues: Bool
    private(set) var repeatedKeys: [(key: Node, first: Mark)] = []
    private var anchors: [String: Anchor] = [:]
    /// Anchors of unfinished values; an alias to such an anchor is an error.
    private var open: Set<String> = []
    private var count = 0

    /// Maximum number of reported duplicate keys, because each error requires a search for its source line.
    private static let most = 100

    init(reader: YAMLReader, limits: Limits, source: Int, concealsValues: Bool) {
        self.reader = reader
        self.limits = limits
        self.source = source
        self.concealsValues = concealsValues
    }

    mutating func document() throws(YAMLError) -> Node? {
        var root: Node?
        while let event = try reader.next() {
            switch event {
            case .documentEnd: continue
            case .documentStart:
                guard root == nil else {
                    let message = "the file has a second YAML document; remove '---' and all lines after it"
                    throw reader.error(message, at: reader.mark)
                }
            default: root = try node(event)
            }
        }
        return root
    }

    private mutating func node(_ event: YAMLEvent) throws(YAMLError) -> Node {
        var mark = reader.mark
        mark.source = source
        let before = count
        try add(1, at: mark)
        switch event {
        case .scalar(var scalar, let anchor):
            scalar.isConcealed = concealsValues
            return keep(Node(.scalar(scalar), mark: mark), anchor, before)
        case .sequenceStart(let anchor):
            if let anchor { open.insert(anchor) }
            return keep(Node(.sequence(try elements()), mark: mark), anchor, before)
        case .mappingStart(let anchor):
            if let anchor { open.insert(anchor) }
            return keep(Node(.mapping(try pairs()), mark: mark), anchor, before)
        case .alias(let name):
            return try aliased(name, mark)
        default:
            throw reader.error("a value is missing at this position; add a value", at: mark)
        }
    }

    private mutating func elements() throws(YAMLError) -> [Node] {
        var nodes: [Node] = []
        while let event = try reader.next(), event != .sequenceEnd { nodes.append(try node(event)) }
        return nodes
    }

    private mutating func pairs() throws(YAMLError) -> [Node.Pair] {
        var pairs: [Node.Pair] = []
        var marks: [String: Mark] = [:]
        var merges = MergeKeys()
        while let event = try reader.next(), event != .mappingEnd {
            var key = try node(event)
            if var scalar = key.scalar {
                scalar.isConcealed = false
                key.content = .scalar(scalar)
                let text = scalar.text
                if let first = marks[text], repeatedKeys.count < Self.most { repeatedKeys.append((key, first)) }
                marks[text] = marks[text] ?? key.mark
            }
            guard let event = try reader.next() else { break }
            let mark = reader.mark
            let value = try node(event)
            if !MergeKeys.isMerge(key) {
                pairs.append(Node.Pair(key: key, value: value))
            } else if !merges.add(value) {
                let expected = "a mapping such as '*base', or a list of mappings"
                throw reader.error("'<<' must be \(expected), not \(value.kind)", at: mark)
            }
        }
        return merges.merged(with: pairs)
    }

    private mutating func keep(_ node: Node, _ anchor: String?, _ before: Int) -> Node {
        guard let anchor else { return node }
        open.remove(anchor)
        anchors[anchor] = Anchor(node: node, size: count - before)
        return node
    }

    private mutating func aliased(_ name: String, _ mark: Mark) throws(YAMLError) -> Node {
        if open.contains(name) {
            throw reader.error("the alias '*\(name)' refers to itself; remove the alias", at: mark)
        }
        guard let anchor = anchors[name] else {
            throw reader.error("the alias '*\(name)' has no anchor; write '&\(name)' at an earlier value", at: mark)
        }
        try add(anchor.size, at: mark)
        return anchor.node
    }

    private mutating func add(_ size: Int, at mark: Mark) throws(YAMLError) {
        count += size
        if count > limits.nodes {
            let message = "more than \(limits.nodes) values after resolving aliases"
            throw reader.error("\(message); use fewer values or fewer aliases", at: mark)
        }
    }
}
