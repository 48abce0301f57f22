internal import CTouchbridgePlugin

/// Cache of the most recently used bindings of a plugin. The events of a touch use only a few bindings, so comparing a
/// few entries is faster than a dictionary lookup.
struct RecentBindings {
    struct Entry: BitwiseCopyable {
        let binding: ObjectIdentifier
        let pointer: UnsafeMutablePointer<touchbridge_binding>
        let isOffered: Bool
    }

    private var entries: InlineArray<4, Entry?> = .init(repeating: nil)
    /// Index of the entry that the next added binding replaces.
    private var oldest = 0

    @inline(__always)
    subscript(_ binding: ObjectIdentifier) -> Entry? {
        for index in entries.indices {
            if let entry = entries[index], entry.binding == binding { return entry }
        }
        return nil
    }

    mutating func add(_ entry: Entry) {
        entries[oldest] = entry
        oldest = (oldest + 1) % entries.count
    }
}
