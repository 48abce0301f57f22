internal import JSON
internal import Schema
internal import YAML

/// A value of JSON as nodes, so that the tables read it; each node's place is the way to it.
struct JSONNodes {
    /// The way to each node, by the line of its mark.
    private var ways: [String] = []

    /// No text of a reading has this number.
    private static let source = -1

    mutating func node(_ value: JSONValue, way: String = "") -> Node {
        let mark = Mark(line: ways.count, column: 1, source: Self.source)
        ways.append(way)
        switch value {
        case .null: return Node(.scalar(Scalar("null")), mark: mark)
        case .boolean(let truth): return Node(.scalar(Scalar(truth ? "true" : "false")), mark: mark)
        case .number: return Node(.scalar(Scalar("\(value)")), mark: mark)
        case .text(let text): return Node(.scalar(Scalar(text, style: .doubleQuoted)), mark: mark)
        case .list(let values):
            let nodes = values.enumerated().map { node($0.element, way: "\(way)[\($0.offset)]") }
            return Node(.sequence(nodes), mark: mark)
        case .object(let members):
            let pairs = members.map { member in
                let way = way.isEmpty ? member.key : "\(way).\(member.key)"
                let key = Node(.scalar(Scalar(member.key)), mark: mark)
                return Node.Pair(key: key, value: node(member.value, way: way))
            }
            return Node(.mapping(pairs), mark: mark)
        }
    }

    /// What was found to be wrong, with the way to it.
    func messages(of reading: Reading) -> [String] {
        reading.sorted.map { diagnostic in
            let (line, message) = (diagnostic.problem.mark.line, diagnostic.problem.message)
            guard ways.indices.contains(line), !ways[line].isEmpty else { return message }
            return "\(ways[line].harmless): \(message)"
        }
    }
}

extension String {
    /// A name that others gave, on one line and not too long.
    fileprivate var harmless: String { Scalar(self).shown }
}
