internal import Synchronization

/// A bounded row that one thread fills and another one empties, without a lock and without asking for memory.
public final class Pipe<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let storage: UnsafeMutablePointer<Element>
    private let mask: Int
    /// How many were ever put in and taken out. Each is written by one thread only.
    private let head = Atomic<Int>(0)
    private let tail = Atomic<Int>(0)

    /// A pipe with room for at least so many.
    public init(capacity: Int) {
        let places = max(capacity, 2).roundedUpToPowerOfTwo
        storage = .allocate(capacity: places)
        storage.touch(places)
        mask = places - 1
    }

    deinit { storage.deallocate() }

    /// How many more fit; only the filling thread may ask.
    @inline(__always)
    public var room: Int { mask + 1 - (head.load(ordering: .relaxed) - tail.load(ordering: .acquiring)) }

    /// Puts one in; false when there is no room.
    @discardableResult
    @inline(__always)
    public func put(_ element: Element) -> Bool {
        let place = head.load(ordering: .relaxed)
        guard place - tail.load(ordering: .acquiring) <= mask else { return false }
        storage[place & mask] = element
        head.store(place + 1, ordering: .releasing)
        return true
    }

    /// Takes the oldest one out, nil when there is none.
    public func take() -> Element? {
        let place = tail.load(ordering: .relaxed)
        guard place < head.load(ordering: .acquiring) else { return nil }
        let element = storage[place & mask]
        tail.store(place + 1, ordering: .releasing)
        return element
    }
}
