/// List that is refilled for each frame and reuses its memory.
///
/// Used instead of an array, because each write to an array checks whether the array's memory is shared
/// (copy-on-write).
public struct FrameList<Element: BitwiseCopyable>: ~Copyable {
    @usableFromInline var elements: UnsafeMutablePointer<Element>
    @usableFromInline var capacity: Int
    @inlinable public var count: Int { end }
    @usableFromInline var end = 0

    init(capacity: Int) {
        self.capacity = capacity
        elements = .allocate(capacity: capacity)
    }

    deinit { elements.deallocate() }

    @inlinable public var isEmpty: Bool { end == 0 }
    @inlinable public var indices: Range<Int> { Range(uncheckedBounds: (0, end)) }

    public subscript(index: Int) -> Element {
        @inlinable @inline(__always) unsafeAddress {
            precondition(0 <= index && index < end)
            return UnsafePointer(elements + index)
        }
    }

    /// Appends an element; allocates memory only if the capacity is used up.
    @inlinable @inline(__always) public mutating func append(_ element: Element) {
        if end == capacity { grow() }
        (elements + end).initialize(to: element)
        end &+= 1
    }

    @usableFromInline @inline(never) mutating func grow() {
        let former = elements
        elements = .allocate(capacity: 2 * capacity)
        elements.moveInitialize(from: former, count: end)
        former.deallocate()
        capacity *= 2
    }

    /// Removes all elements but retains the memory.
    @inlinable @inline(__always) public mutating func removeAll() { end = 0 }
}
