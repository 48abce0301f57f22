package import JSON
package import Schema
package import YAML

/// A JSON value converted to nodes for the tables; each node's mark identifies its path.
package struct JSONNodes {
    /// The last component of a path.
    private enum Step {
        case root
        case key(String)
        case index(Int)
    }

    /// The last component of each node's path and its parent node, indexed by the line of the node's mark.
    ///
    /// Paths are composed only for messages: thousands of values may have one long key in their paths.
    private var steps: [(step: Step, parent: Int)] = []

    /// Source number that no document has.
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

    /// The messages of the diagnostics, each with the path of its value.
    package func messages(of reading: Reading) -> [String] {
        reading.sorted.map { diagnostic in
            let (line, message) = (diagnostic.problem.mark.line, diagnostic.problem.message)
            guard steps.indices.contains(line), line > 0 else { return message }
            return "\(path(of: line)): \(message)"
        }
    }

    /// Formats the path of a node on one line, shortened if it is long.
    private func path(of node: Int) -> String {
        var parts: [String] = []
        var (node, length) = (node, 0)
        // Starts with the last component: the end of a long path says more than its beginning.
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
