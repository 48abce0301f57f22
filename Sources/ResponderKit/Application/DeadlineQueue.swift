protocol DeadlineOwner: AnyObject {
    func deadlinePassed()
}

/// A timer; also stores the timer's index in the heap of the ``DeadlineQueue``.
final class Deadline {
    fileprivate(set) var time: Microseconds?
    /// Last set time, in microseconds; still valid after removal from the queue.
    fileprivate(set) var due: Microseconds = 0
    fileprivate var index = 0
    fileprivate var number = 0
    unowned(unsafe) let owner: any DeadlineOwner

    init(owner: any DeadlineOwner) { self.owner = owner }
}

/// Priority queue of deadlines, ordered by time. Equal times are in the order of `set` calls.
final class DeadlineQueue {
    @exclusivity(unchecked) private var heap: [Deadline] = []
    private var lastNumber = 0

    /// Time of the first deadline; nil if the queue is empty.
    var first: Microseconds? { heap.first?.time }

    /// Adds a deadline or changes its time; nil removes the deadline.
    func set(_ deadline: Deadline, to time: Microseconds?) {
        if deadline.time != nil { remove(deadline) }
        guard let time else { return }
        lastNumber += 1
        deadline.due = time
        (deadline.time, deadline.number, deadline.index) = (time, lastNumber, heap.count)
        heap.append(deadline)
        rise(from: heap.count - 1)
    }

    /// Removes and returns the first deadline if it is due; otherwise returns nil.
    func popFirst(where isDue: (Microseconds) -> Bool) -> Deadline? {
        guard let first = heap.first, let time = first.time, isDue(time) else { return nil }
        remove(first)
        return first
    }

    private func remove(_ deadline: Deadline) {
        let index = deadline.index
        deadline.time = nil
        let last = heap.removeLast()
        guard last !== deadline else { return }
        put(last, at: index)
        rise(from: index)
        sink(from: last.index)
    }

    private func put(_ deadline: Deadline, at index: Int) {
        heap[index] = deadline
        deadline.index = index
    }

    private func isBefore(_ one: Deadline, _ other: Deadline) -> Bool {
        guard let early = one.time, let late = other.time else { return false }
        return early == late ? one.number < other.number : early < late
    }

    private func rise(from start: Int) {
        var index = start
        let deadline = heap[index]
        while index > 0, isBefore(deadline, heap[(index - 1) / 2]) {
            put(heap[(index - 1) / 2], at: index)
            index = (index - 1) / 2
        }
        put(deadline, at: index)
    }

    private func sink(from start: Int) {
        var index = start
        let deadline = heap[index]
        while true {
            var child = 2 * index + 1
            if child + 1 < heap.count, isBefore(heap[child + 1], heap[child]) { child += 1 }
            guard child < heap.count, isBefore(heap[child], deadline) else { break }
            put(heap[child], at: index)
            index = child
        }
        put(deadline, at: index)
    }
}
