/// Finds cycles of references between names.
enum ReferenceCycles {
    /// A name on the current path, with its references.
    private struct Step<Reference> {
        let name: String
        let references: [Reference]
        var next = 0
        /// Smallest depth on the current path that this name's references reach, directly or indirectly; at most this
        /// name's depth.
        var low: Int
        /// Whether a cycle begins at this name.
        var isTop = false
    }

    /// Follows references depth-first without recursion.
    ///
    /// Calls `found` once for each reference that closes a cycle, with the names in the cycle. Calls `inCircle` once
    /// for each name in a cycle.
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

    /// Formats a cycle as `one → two → one`; abbreviates a long cycle.
    static func words(_ cycle: ArraySlice<String>) -> String {
        let names = cycle.count <= longest ? Array(cycle) : cycle.prefix(longest - 1) + ["…"]
        return (names + cycle.prefix(1)).joined(separator: " → ")
    }

    private static let longest = 20
}
