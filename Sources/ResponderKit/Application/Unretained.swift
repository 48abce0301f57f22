extension Optional where Wrapped: AnyObject {
    /// The object as an unmanaged reference; avoids the retain and release that reading an optional property causes.
    ///
    /// Use only for an object that its owner retains until the call on the object has returned.
    @inlinable @inline(__always) package var unretained: Unmanaged<Wrapped>? { map { .passUnretained($0) } }
}

extension ContiguousArray where Element: AnyObject {
    /// Returns the object at an index as an unmanaged reference; avoids the retain and release that reading an element
    /// causes.
    ///
    /// Use only for an object that the array or another owner retains until the call on the object has returned.
    @inlinable @inline(__always) package func unretained(_ index: Int) -> Unmanaged<Element> {
        .passUnretained(self[index])
    }
}
