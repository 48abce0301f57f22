/// Filling a list anew for each frame by overwriting it: emptying it first would take longer than filling it.
extension ContiguousArray where Element: BitwiseCopyable {
    /// Puts the element at the place, which is at most the end, and goes on to the next one.
    @inline(__always) mutating func put(_ element: Element, at place: inout Int) {
        if place < count { self[place] = element } else { append(element) }
        place += 1
    }

    /// Leaves only the first ones.
    @inline(__always) mutating func cut(to length: Int) {
        if length < count { removeLast(count - length) }
    }
}
