/// Implements the merge key `<<`, which adds the pairs of other mappings to a mapping. Existing keys take precedence.
struct MergeKeys {
    /// The mappings to merge; the first mapping with a key takes precedence.
    private var bases: [[Node.Pair]] = []

    /// Whether a key is an unquoted `<<`.
    static func isMerge(_ key: Node) -> Bool { key.scalar.map { $0.isPlain && $0.text == "<<" } ?? false }

    /// Adds the value of a merge key. Returns false if the value is neither a mapping nor a list of mappings.
    mutating func add(_ value: Node) -> Bool {
        let mappings = (value.sequence ?? [value]).map(\.mapping)
        guard !mappings.isEmpty, !mappings.contains(where: { $0 == nil }) else { return false }
        bases += mappings.compactMap(\.self)
        return true
    }

    /// Returns the key-value pairs to add, followed by the mapping's own pairs.
    func merged(with own: [Node.Pair]) -> [Node.Pair] {
        guard !bases.isEmpty else { return own }
        var names = Set(own.lazy.compactMap { $0.key.scalar?.text })
        let added = bases.joined().filter { pair in pair.key.scalar.map { names.insert($0.text).inserted } ?? true }
        return added + own
    }
}
