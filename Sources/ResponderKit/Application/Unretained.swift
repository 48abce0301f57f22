extension Optional where Wrapped: AnyObject {
    /// The object, without the retain and release of reading an optional property.
    ///
    /// Only for an object that its owner retains until the call on it has returned.
    @inlinable @inline(__always) package var unretained: Unmanaged<Wrapped>? { map { .passUnretained($0) } }
}
