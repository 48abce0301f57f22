/// Refills an array for each frame by overwriting, which takes less time than emptying it first.
extension ContiguousArray where Element: BitwiseCopyable {
    /// Stores the element at an index up to `count`, and advances the index.
    @inline(__always) mutating func put(_ element: Element, at place: inout Int) {
        if place < count { self[place] = element } else { append(element) }
        place += 1
    }

    /// Shortens the array to `length`.
    @inline(__always) mutating func cut(to length: Int) {
        if length < count { removeLast(count - length) }
    }
}
