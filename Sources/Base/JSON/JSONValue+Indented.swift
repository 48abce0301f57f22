extension JSONValue {
    /// The value as multi-line JSON with an indentation of two spaces.
    public var indented: String { indented(by: 0) }

    private func indented(by depth: Int) -> String {
        let space = String(repeating: "  ", count: depth + 1)
        let end = String(repeating: "  ", count: depth)
        switch self {
        case .list(let values) where !values.isEmpty && !isSimple:
            return "[\n" + values.map { space + $0.indented(by: depth + 1) }.joined(separator: ",\n") + "\n\(end)]"
        case .object(let members) where !members.isEmpty && !isSimple:
            let lines = members.map { "\(space)\(JSONValue.text($0.key)): \($0.value.indented(by: depth + 1))" }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(end)}"
        default: return description
        }
    }

    /// Whether the value is short and flat enough to be written on one line.
    private var isSimple: Bool {
        switch self {
        case .list(let values): values.allSatisfy(\.isScalar) && description.utf8.count <= 80
        case .object(let members): members.allSatisfy(\.value.isScalar) && description.utf8.count <= 80
        default: true
        }
    }

    private var isScalar: Bool { list == nil && members == nil }
}
