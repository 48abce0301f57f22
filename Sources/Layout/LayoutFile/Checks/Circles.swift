/// Circles among things that refer to each other by name.
enum Circles {
    /// A name on the way, and the names that it refers to.
    private struct Step<Reference> {
        let name: String
        let references: [Reference]
        var next = 0
        /// The lowest depth that a circle through this name reaches up to.
        var low: Int
        /// Whether a circle reaches up to this name.
        var isTop = false
    }

    /// Follows references to their ends without recursion; each reference that closes a circle is found once, with the
    /// names in the circle, and each name that such a circle goes through once.
    static func find<Reference>(
        from names: [String],
        references: (String) -> [Reference],
        name: (Reference) -> String,
        found: (Reference, ArraySlice<String>) -> Void,
        inCircle: (String) -> Void = { _ in }
    ) {
        var done: Set<String> = []
        for start in names where !done.contains(start) {
            var steps = [Step(name: start, references: references(start), low: 0)]
            var (path, depths) = ([start], [start: 0])
            while let step = steps.last {
                guard step.next < step.references.count else {
                    steps.removeLast()
                    path.removeLast()
                    depths[step.name] = nil
                    done.insert(step.name)
                    if step.isTop || step.low < steps.count { inCircle(step.name) }
                    if let parent = steps.indices.last { steps[parent].low = min(steps[parent].low, step.low) }
                    continue
                }
                steps[steps.count - 1].next += 1
                let reference = step.references[step.next]
                let next = name(reference)
                if let first = depths[next] {
                    steps[steps.count - 1].low = min(steps[steps.count - 1].low, first)
                    steps[first].isTop = true
                    found(reference, path[first...])
                } else if !done.contains(next) {
                    depths[next] = path.count
                    path.append(next)
                    steps.append(Step(name: next, references: references(next), low: steps.count))
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
