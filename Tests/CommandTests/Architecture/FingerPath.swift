/// Files and types that process a finger's move events, as listed in docs/internals/architecture.md.
struct FingerPath {
    static let mostFiles = 25
    static let mostTypes = 7

    /// Files of the steps, in order.
    let files: [String]
    /// Types that carry the finger's data between steps, with their source files.
    let types: [(name: String, file: String)]

    /// Reads the page's tables whose first column is `step` or `type`.
    init(page: String) {
        let section = page.split(separator: "\n## ").first { $0.hasPrefix("Path of one moved finger\n") } ?? ""
        /// Texts in backticks in the first and second cell of each row.
        func rows(_ heading: String) -> [(first: [String], second: [String])] {
            let table = section.split(separator: "\n\n").first { $0.hasPrefix("| \(heading) |") } ?? ""
            return table.split(separator: "\n").dropFirst(2).map { row in
                let cells = row.split(separator: "|").map { $0.matches(of: /`([^`]+)`/).map { String($0.1) } }
                return (cells.first ?? [], cells.dropFirst().first ?? [])
            }
        }
        files = rows("step").flatMap(\.second)
        types = rows("type").map { ($0.first.joined(), $0.second.joined()) }
    }

    /// Returns the errors in the path; `sources` contains the text of each source file by path.
    func problems(in sources: [String: String]) -> [String] {
        var problems: [String] = []
        let count = Set(files).count
        if files.isEmpty { problems.append("the page has no table of steps") }
        if count > Self.mostFiles { problems.append("a moved finger passes \(count) files, at most \(Self.mostFiles)") }
        for file in files where !sources.keys.contains(where: { $0.hasSuffix("/\(file)") }) {
            problems.append("\(file) does not exist")
        }
        if types.isEmpty { problems.append("the page has no table of types") }
        if types.count > Self.mostTypes {
            problems.append("it passes in \(types.count) types, at most \(Self.mostTypes)")
        }
        for (name, file) in types {
            let text = sources.first { $0.key.hasSuffix("/\(file)") }?.value ?? ""
            let declarations = ["struct", "class"].flatMap { ["\($0) \(name) ", "\($0) \(name):"] }
            if !declarations.contains(where: { text.contains($0) }) {
                problems.append("\(file) does not have the type \(name)")
            }
        }
        return problems
    }
}
