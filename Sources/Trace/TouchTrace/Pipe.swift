internal import Platform
internal import Synchronization

/// A bounded lock-free queue from one producer thread to one consumer thread (SPSC). Only `init` allocates memory.
public final class Pipe<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
    private let storage: UnsafeMutablePointer<Element>
    private let mask: Int
    /// Number of elements added so far; written only by the producer thread.
    private let head = Atomic<Int>(0)
    /// Number of elements removed so far; written only by the consumer thread.
    private let tail = Atomic<Int>(0)

    /// Creates a queue for at least `capacity` elements.
    public init(capacity: Int) {
        let size = max(capacity, 2).roundedUpToPowerOfTwo
        storage = .allocate(capacity: size)
        storage.touch(size)
        mask = size - 1
    }

    deinit { storage.deallocate() }

    /// Number of free elements. Valid on the producer thread only.
    @inline(__always)
    public var room: Int { mask + 1 - (head.load(ordering: .relaxed) - tail.load(ordering: .acquiring)) }

    /// Adds an element. Returns false if the queue is full.
    @discardableResult
    @inline(__always)
    public func put(_ element: Element) -> Bool {
        let index = head.load(ordering: .relaxed)
        guard index - tail.load(ordering: .acquiring) <= mask else { return false }
        storage[index & mask] = element
        head.store(index + 1, ordering: .releasing)
        return true
    }

    /// Removes and returns the oldest element; returns nil if the queue is empty.
    public func take() -> Element? {
        let index = tail.load(ordering: .relaxed)
        guard index < head.load(ordering: .acquiring) else { return nil }
        let element = storage[index & mask]
        tail.store(index + 1, ordering: .releasing)
        return element
    }
}
