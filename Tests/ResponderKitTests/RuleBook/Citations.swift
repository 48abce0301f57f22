/// Rules cited in comments and test names.
struct Citations {
    /// Citations of each rule, in the form `path:line`.
    private(set) var locations: [String: [String]] = [:]

    /// Reads the Swift and C files below a folder. A citation is a word in the form of a rule number that begins with
    /// one of the subjects.
    init(below folder: String, subjects: Set<String>) {
        for suffix in [".swift", ".c", ".h"] {
            for path in Files.below(folder, suffix: suffix) { read(path, subjects) }
        }
    }

    private mutating func read(_ path: String, _ subjects: Set<String>) {
        for (number, line) in Files.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let start = line.firstRange(of: "//")?.upperBound ?? line.firstRange(of: "func `")?.upperBound else {
                continue
            }
            for word in line[start...].split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
            where RuleTable.isRule(word) && subjects.contains(String(word.prefix { $0.isUppercase })) {
                locations[word, default: []].append("\(path):\(number + 1)")
            }
        }
    }
}
