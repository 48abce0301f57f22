/// What people may have meant by a name that nobody knows.
public enum Names {
    /// The known name that is nearest to a wrong one, nil when none is near.
    public static func nearest(to name: String, in known: some Sequence<String>) -> String? {
        let limit = max(1, min(4, name.count / 3 + 1))
        var best: (name: String, distance: Int)?
        for candidate in known {
            let distance = distance(Array(name.lowercased()), Array(candidate.lowercased()), limit)
            // Of what is more than half wrong something else may be meant just as well.
            let isHalfRight = distance * 2 <= max(name.count, candidate.count)
            guard isHalfRight, distance <= limit, distance < (best?.distance ?? .max) else { continue }
            best = (candidate, distance)
        }
        return best?.name
    }

    /// `; did you mean 'x'?`, or all names when none is near and they are few, or nothing.
    public static func suggestion(for name: String, in known: [String]) -> String {
        if let near = nearest(to: name, in: known) { return "; did you mean '\(near)'?" }
        guard !known.isEmpty, known.count <= 12 else { return "" }
        return "; there \(known.count == 1 ? "is" : "are") \(known.joined(separator: ", "))"
    }

    /// How many characters must be changed, left out, put in or exchanged with their neighbour; no more than limit + 1.
    private static func distance(_ left: [Character], _ right: [Character], _ limit: Int) -> Int {
        guard abs(left.count - right.count) <= limit else { return limit + 1 }
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var line = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var steps = min(last[column + 1] + 1, line[column] + 1, last[column] + (isSame ? 0 : 1))
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    steps = min(steps, before[column - 1] + 1)
                }
                line.append(steps)
            }
            (before, last) = (last, line)
        }
        return last[right.count]
    }
}
