/// Binary heap of the call limiters that have a delayed call, ordered by the due time of this call. If two due times
/// are equal, the limiter that was inserted first precedes the other.
///
/// An event that postpones a call does not change the heap; the call's entry is moved when it reaches the top. Each
/// insertion, removal or move of an entry takes logarithmic time.
struct DelayedCallHeap {
    private struct Entry {
        let limiter: CallLimiter
        /// Due time that the call had when the entry was last moved. The call may now be due later, but not earlier.
        var time: Int64
        /// Number that increases with each insertion.
        let number: Int

        func isBefore(_ other: Entry) -> Bool {
            time == other.time ? number < other.number : time < other.time
        }
    }

    private var entries: ContiguousArray<Entry> = []
    private var lastNumber = 0

    /// Time before which no call is due; nil if no call waits.
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

    /// Removes and returns the limiter whose call is due first; nil if no call is due by `time`.
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
