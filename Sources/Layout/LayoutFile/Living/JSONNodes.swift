internal import JSON
internal import Schema
internal import YAML

/// A value of JSON as nodes, so that the tables read it; each node's mark leads to its path.
struct JSONNodes {
    /// A step of a path from the value that holds another one.
    private enum Step {
        case root
        case key(String)
        case index(Int)
    }

    /// The last step of each node's path and the node that it starts from, by the line of the node's mark.
    ///
    /// A path is put together for a message only: thousands of values may lie below one long key.
    private var steps: [(step: Step, parent: Int)] = []

    /// No text of a reading has this number.
    private static let source = -1

    mutating func node(_ value: JSONValue) -> Node { node(value, .root, of: 0) }

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

    /// What was found to be wrong, with the path to it.
    func messages(of reading: Reading) -> [String] {
        reading.sorted.map { diagnostic in
            let (line, message) = (diagnostic.problem.mark.line, diagnostic.problem.message)
            guard steps.indices.contains(line), line > 0 else { return message }
            return "\(path(of: line)): \(message)"
        }
    }

    /// The path to a node on one line, and not too long.
    private func path(of node: Int) -> String {
        var parts: [String] = []
        var (node, length) = (node, 0)
        // Nearest first: its end tells more of a long path than its beginning.
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
