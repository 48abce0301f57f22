/// Circles among things that refer to each other by name.
enum Circles {
    /// What is followed from one name.
    private struct Step<Reference> {
        let name: String
        let references: [Reference]
        var next = 0
    }

    /// Follows references to their ends without recursion; each reference that closes a circle is found once, with the
    /// names in the circle.
    static func find<Reference>(
        from names: [String],
        references: (String) -> [Reference],
        name: (Reference) -> String,
        found: (Reference, ArraySlice<String>) -> Void
    ) {
        var done: Set<String> = []
        for start in names where !done.contains(start) {
            var steps = [Step(name: start, references: references(start))]
            var (path, depths) = ([start], [start: 0])
            while let step = steps.last {
                guard step.next < step.references.count else {
                    steps.removeLast()
                    path.removeLast()
                    depths[step.name] = nil
                    done.insert(step.name)
                    continue
                }
                steps[steps.count - 1].next += 1
                let reference = step.references[step.next]
                let next = name(reference)
                if let first = depths[next] {
                    found(reference, path[first...])
                } else if !done.contains(next) {
                    depths[next] = path.count
                    path.append(next)
                    steps.append(Step(name: next, references: references(next)))
                }
            }
        }
    }

    /// `one → two → one`, the middle of a long one left out.
    static func words(_ circle: ArraySlice<String>) -> String {
        let names = circle.count <= longest ? Array(circle) : circle.prefix(longest - 1) + ["…"]
        return (names + circle.prefix(1)).joined(separator: " → ")
    }

    private static let longest = 20
}
