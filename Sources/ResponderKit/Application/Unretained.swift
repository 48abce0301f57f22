extension Optional where Wrapped: AnyObject {
    /// The object as an unmanaged reference; avoids the retain and release of a normal read.
    ///
    /// Valid only while another owner retains the object.
    @inlinable @inline(__always) package var unretained: Unmanaged<Wrapped>? { map { .passUnretained($0) } }
}

extension ContiguousArray where Element: AnyObject {
    /// The element as an unmanaged reference; avoids the retain and release of a normal read.
    ///
    /// Valid only while the array or another owner retains the element.
    @inlinable @inline(__always) package func unretained(_ index: Int) -> Unmanaged<Element> {
        .passUnretained(self[index])
    }
}
