/// The newest elements of a row without end: when it is full, the oldest one makes room.
public struct Ring<Element: BitwiseCopyable>: ~Copyable {
    private let storage: UnsafeMutablePointer<Element>
    private let mask: Int
    /// How many were ever put in.
    public private(set) var end = 0

    /// A ring of at least so many places. Memory that was never filled is never touched, and so costs nothing.
    public init(capacity: Int) {
        let places = max(capacity, 2).roundedUpToPowerOfTwo
        storage = .allocate(capacity: places)
        mask = places - 1
    }

    deinit { storage.deallocate() }

    /// The place of the oldest one that is there.
    public var start: Int { max(0, end - mask - 1) }
    public var count: Int { end - start }
    public var isFull: Bool { count == mask + 1 }

    /// The element at a place between `start` and `end`.
    public subscript(place: Int) -> Element { storage[place & mask] }

    public mutating func append(_ element: Element) {
        storage[end & mask] = element
        end += 1
    }

    public mutating func removeAll() { end = 0 }
}

extension Int {
    var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
