internal import Platform

/// A ring buffer of the newest elements. When it is full, a new element replaces the oldest.
public struct Ring<Element: BitwiseCopyable>: ~Copyable {
    private var storage: UnsafeMutablePointer<Element>
    private var mask: Int
    /// Number of elements added so far; also the index after the newest element.
    public private(set) var end = 0
    /// Index of the oldest element that the last `resize` retained.
    private var first = 0

    /// Creates a ring for at least `capacity` elements. If `isPreallocated` is true, allocates all memory pages now, so
    /// later writes cause no page fault. Otherwise, the first write to a page allocates it.
    public init(capacity: Int, isPreallocated: Bool = false) {
        let size = max(capacity, 2).roundedUpToPowerOfTwo
        storage = .allocate(capacity: size)
        mask = size - 1
        if isPreallocated { storage.touch(size) }
    }

    deinit { storage.deallocate() }

    /// Index of the oldest element.
    public var start: Int { max(first, end - mask - 1) }
    public var count: Int { end - start }
    public var isFull: Bool { count == mask + 1 }

    /// Returns the element at an index from `start` to `end - 1`.
    public subscript(index: Int) -> Element { storage[index & mask] }

    @inline(__always)
    public mutating func append(_ element: Element) {
        storage[end & mask] = element
        end += 1
    }

    public mutating func removeAll() { (first, end) = (0, 0) }

    /// Changes the capacity to at least `capacity`. The newest elements that fit retain their indices.
    public mutating func resize(to capacity: Int, isPreallocated: Bool = false) {
        let new = Ring(capacity: capacity, isPreallocated: isPreallocated)
        guard new.mask != mask else { return }
        let retained = max(start, end - new.mask - 1)..<end
        for index in retained { new.storage[index & new.mask] = self[index] }
        self = new.counting(retained)
    }

    private consuming func counting(_ indices: Range<Int>) -> Ring {
        (first, end) = (indices.lowerBound, indices.upperBound)
        return self
    }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Writes zeros to the memory of the first `count` elements, which makes the kernel allocate their pages.
    func touch(_ count: Int) {
        let bytes = count * MemoryLayout<Pointee>.stride
        UnsafeMutableRawPointer(self).initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }
}
