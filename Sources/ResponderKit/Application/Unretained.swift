extension Optional where Wrapped: AnyObject {
    /// The object, without the retain and release that reading an optional property causes.
    ///
    /// Use only for an object that its owner retains until the call on the object has returned.
    @inlinable @inline(__always) package var unretained: Unmanaged<Wrapped>? { map { .passUnretained($0) } }
}

extension ContiguousArray where Element: AnyObject {
    /// The object at an index, without the retain and release of reading an element.
    ///
    /// Only for an object that stays in the array, or that another owner retains, until the call on it has returned.
    @inlinable @inline(__always) package func unretained(_ index: Int) -> Unmanaged<Element> {
        .passUnretained(self[index])
    }
}
