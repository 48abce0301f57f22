/// The newest elements of a row without end: when it is full, the oldest one makes room.
public struct Ring<Element: BitwiseCopyable>: ~Copyable {
    private var storage: UnsafeMutablePointer<Element>
    private var mask: Int
    /// How many were ever put in.
    public private(set) var end = 0
    /// Those before it are gone, whatever there is room for.
    private var first = 0

    /// A ring of at least so many places. Memory that was never filled is never touched, and so costs nothing, unless it
    /// is to be at hand at once: then no element waits for the kernel to find a page.
    public init(capacity: Int, isAtHand: Bool = false) {
        let places = max(capacity, 2).roundedUpToPowerOfTwo
        storage = .allocate(capacity: places)
        mask = places - 1
        if isAtHand { storage.touch(places) }
    }

    deinit { storage.deallocate() }

    /// The place of the oldest one that is there.
    public var start: Int { max(first, end - mask - 1) }
    public var count: Int { end - start }
    public var isFull: Bool { count == mask + 1 }

    /// The element at a place between `start` and `end`.
    public subscript(place: Int) -> Element { storage[place & mask] }

    @inline(__always)
    public mutating func append(_ element: Element) {
        storage[end & mask] = element
        end += 1
    }

    public mutating func removeAll() { (first, end) = (0, 0) }

    /// Gives it another number of places at least; the newest elements that fit keep theirs.
    public mutating func resize(to capacity: Int, isAtHand: Bool = false) {
        let new = Ring(capacity: capacity, isAtHand: isAtHand)
        guard new.mask != mask else { return }
        let kept = max(start, end - new.mask - 1)..<end
        for place in kept { new.storage[place & new.mask] = self[place] }
        self = new.counting(kept)
    }

    private consuming func counting(_ places: Range<Int>) -> Ring {
        (first, end) = (places.lowerBound, places.upperBound)
        return self
    }
}

extension UnsafeMutablePointer where Pointee: BitwiseCopyable {
    /// Has the kernel find the pages of so many elements that nothing is in.
    func touch(_ count: Int) {
        let bytes = count * MemoryLayout<Pointee>.stride
        UnsafeMutableRawPointer(self).initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    }
}

extension Int {
    var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
