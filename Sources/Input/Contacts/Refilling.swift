/// Refills an array for each frame by overwriting its elements, which is faster than emptying the array first.
extension ContiguousArray where Element: BitwiseCopyable {
    /// Stores the element at an index up to `count`, and advances the index.
    @inline(__always) mutating func store(_ element: Element, at index: inout Int) {
        if index < count { self[index] = element } else { append(element) }
        index += 1
    }

    /// Shortens the array to `length`.
    @inline(__always) mutating func truncate(to length: Int) {
        if length < count { removeLast(count - length) }
    }
}
