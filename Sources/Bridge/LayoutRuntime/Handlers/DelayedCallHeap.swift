/// Binary heap of call limiters with a delayed call, ordered by the due time of the call, then by insertion.
///
/// A later event postpones a call without changing the heap; the heap moves the entry when it reaches the top.
/// Insertions, removals and moves take logarithmic time.
struct DelayedCallHeap {
    private struct Entry {
        let limiter: CallLimiter
        /// Due time of the call at the last move of the entry. The current due time is the same or later.
        var time: Int64
        /// Number that increases with each insertion.
        let number: Int

        func isBefore(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    private var entries: ContiguousArray<Entry> = []
    private var lastNumber = 0

    /// Lower bound of all due times; nil for an empty heap.
    var firstTime: Int64? { entries.first?.time }

    /// Allocates memory for `count` calls, so that `insert` allocates none.
    mutating func reserve(_ count: Int) {
        if entries.capacity < count { entries.reserveCapacity(2 * count) }
    }

    mutating func insert(_ limiter: CallLimiter) {
        lastNumber += 1
        entries.append(Entry(limiter: limiter, time: limiter.dueTime, number: lastNumber))
        var index = entries.count - 1
        while index > 0, entries[index].isBefore(entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes and returns the limiter with the earliest call; nil if no call is due by `time`.
    mutating func removeFirst(dueBy time: Int64) -> CallLimiter? {
        while let first = entries.first, first.time <= time {
            guard first.limiter.dueTime > first.time else {
                entries.swapAt(0, entries.count - 1)
                entries.removeLast()
                moveFirstDown()
                return first.limiter
            }
            entries[0].time = first.limiter.dueTime
            moveFirstDown()
        }
        return nil
    }

    private mutating func moveFirstDown() {
        var index = 0
        while true {
            var least = index
            let children = 2 * index + 1..<2 * index + 3
            for child in children.clamped(to: 0..<entries.count)
            where entries[child].isBefore(entries[least]) {
                least = child
            }
            guard least != index else { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}
