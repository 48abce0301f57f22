/// Describes the differences between two texts, starting at the first difference.
enum LineDifference {
    /// Number of equal lines to show before the first and after the last difference.
    private static let context = 3
    /// Maximum number of lines to compare per text, counted from the first line of context.
    private static let window = 200
    /// Maximum number of lines to show.
    private static let shown = 24

    /// Returns the first differences with context; `-` marks expected lines, and `+` marks actual lines.
    /// Returns nil if the texts are equal.
    static func text(expected: [String], actual: [String]) -> String? {
        guard expected != actual else { return nil }
        let same = zip(expected, actual).prefix { $0 == $1 }.count
        let first = max(0, same - context)
        var lines = rows(Array(expected[first...].prefix(window)), Array(actual[first...].prefix(window)))
        // Omits equal lines after the last difference, except for the context.
        let last = lines.lastIndex { !$0.hasPrefix("  ") } ?? 0
        lines = Array(lines.prefix(last + 1 + context))
        let isCut = lines.count > shown || max(expected.count, actual.count) > first + window
        let head = "    from line \(first + 1), - expected, + actual:"
        let tail = isCut ? ["    …"] : []
        return ([head] + lines.prefix(shown).map { "    \($0)" } + tail).joined(separator: "\n")
    }

    private static func rows(_ expected: [String], _ actual: [String]) -> [String] {
        var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
        for change in actual.difference(from: expected) {
            switch change {
            case .remove(let index, _, _): removed.insert(index)
            case .insert(let index, _, _): inserted.insert(index)
            }
        }
        var rows: [String] = []
        var (old, new) = (0, 0)
        while old < expected.count || new < actual.count {
            if removed.contains(old) {
                rows.append("- \(expected[old])")
                old += 1
            } else if inserted.contains(new) {
                rows.append("+ \(actual[new])")
                new += 1
            } else {
                rows.append("  \(expected[old])")
                (old, new) = (old + 1, new + 1)
            }
        }
        return rows
    }
}
