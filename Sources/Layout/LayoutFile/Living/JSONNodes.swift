package import JSON
package import Schema
package import YAML

/// Converts JSON values to nodes that layout tables can read. The mark of each node identifies the node's path in the
/// JSON value.
package struct JSONNodes {
    /// Last component of a path.
    private enum Step {
        case root
        case key(String)
        case index(Int)
    }

    /// Last component of each node's path, with the index of the parent node. `mark.line` of a node is its index in
    /// this array.
    ///
    /// Complete paths are built only for messages. Otherwise, a long key could be copied into the paths of thousands of
    /// values.
    private var steps: [(step: Step, parent: Int)] = []

    /// Source number in the marks of these nodes; no document has this number.
    private static let source = -1

    package init() {}

    package mutating func node(_ value: JSONValue) -> Node { node(value, .root, of: 0) }

    private mutating func node(_ value: JSONValue, _ step: Step, of parent: Int) -> Node {
        let number = steps.count
        let mark = Mark(line: number, column: 1, source: Self.source)
        steps.append((step, parent))
        switch value {
        case .null: return Node(.scalar(Scalar("null")), mark: mark)
        case .boolean(let truth): return Node(.scalar(Scalar(truth ? "true" : "false")), mark: mark)
        case .number: return Node(.scalar(Scalar("\(value)")), mark: mark)
        case .text(let text): return Node(.scalar(Scalar(text, style: .doubleQuoted)), mark: mark)
        case .list(let values):
            let nodes = values.enumerated().map { node($0.element, .index($0.offset), of: number) }
            return Node(.sequence(nodes), mark: mark)
        case .object(let members):
            let pairs = members.map { member in
                let key = Node(.scalar(Scalar(member.key)), mark: mark)
                return Node.Pair(key: key, value: node(member.value, .key(member.key), of: number))
            }
            return Node(.mapping(pairs), mark: mark)
        }
    }

    /// Returns the messages of all diagnostics, each preceded by the path of its value.
    package func messages(of reading: Reading) -> [String] {
        reading.sorted.map { diagnostic in
            let (line, message) = (diagnostic.problem.mark.line, diagnostic.problem.message)
            guard steps.indices.contains(line), line > 0 else { return message }
            return "\(path(of: line)): \(message)"
        }
    }

    /// Formats the path of a node on one line; abbreviates a long path.
    private func path(of node: Int) -> String {
        var parts: [String] = []
        var (node, length) = (node, 0)
        // Starts with the last component, because the end of a long path is more informative than its beginning.
        while case (let step, let parent) = steps[node], node > 0, length <= 100 {
            switch step {
            case .root: break
            case .key(let key): parts.append((parent > 0 ? "." : "") + Scalar(key).shown)
            case .index(let index): parts.append("[\(index)]")
            }
            length += parts.last?.utf8.count ?? 0
            node = parent
        }
        return (node > 0 ? "…" : "") + parts.reversed().joined()
    }
}
