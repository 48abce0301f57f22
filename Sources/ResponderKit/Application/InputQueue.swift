/// FIFO of posted input that has not been dispatched (Q2).
struct InputQueue {
    /// One posted input.
    struct Entry {
        var time: Microseconds
        var kind: Kind
    }

    enum Kind {
        /// The next `count` elements of `samples`. `isMoveOnly`: whether all of them are moves.
        case touches(count: Int, isMoveOnly: Bool)
        case presses([PressSample])
        case motion(MotionChange)
        case remoteControl(Event.EventSubtype)
        case headset(isDown: Bool?)
        case cancelDevice(Int32)
        /// Advances the clock. `firesDue`: whether to fire timers that are due at exactly the entry's time.
        case advance(firesDue: Bool)
    }

    private var entries: [Entry] = []
    private var samples: [TouchSample] = []
    private var nextEntry = 0
    private var nextSample = 0

    var isEmpty: Bool { nextEntry == entries.count }

    mutating func post(_ frame: TouchFrame) {
        let isMoveOnly = frame.samples.allSatisfy { $0.change == .moved }
        entries.append(Entry(time: frame.time, kind: .touches(count: frame.samples.count, isMoveOnly: isMoveOnly)))
        samples.append(contentsOf: frame.samples)
    }

    mutating func post(_ kind: Kind, at time: Microseconds) { entries.append(Entry(time: time, kind: kind)) }

    mutating func next() -> Entry? {
        guard nextEntry < entries.count else { return nil }
        defer { nextEntry += 1 }
        return entries[nextEntry]
    }

    /// Removes the next entry for merging (E12) if it is a list of moves at or before `limit`; otherwise returns nil.
    mutating func nextMoves(before limit: Microseconds?) -> (time: Microseconds, count: Int)? {
        guard nextEntry < entries.count, case .touches(let count, true) = entries[nextEntry].kind else { return nil }
        let time = entries[nextEntry].time
        if let limit, time > limit { return nil }
        nextEntry += 1
        return (time, count)
    }

    mutating func takeSample() -> TouchSample {
        defer { nextSample += 1 }
        return samples[nextSample]
    }

    /// Removes dispatched entries, keeping the capacity.
    mutating func trim() {
        if isEmpty {
            entries.removeAll(keepingCapacity: true)
            samples.removeAll(keepingCapacity: true)
            (nextEntry, nextSample) = (0, 0)
        } else if nextEntry > 256, nextEntry > entries.count / 2 {
            entries.removeFirst(nextEntry)
            samples.removeFirst(nextSample)
            (nextEntry, nextSample) = (0, 0)
        }
    }
}
