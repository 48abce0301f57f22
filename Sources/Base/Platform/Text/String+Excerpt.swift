extension String {
    /// Returns the string, cut to `limit` bytes of UTF-8. Appends `…` to a cut string.
    ///
    /// Cuts between Unicode scalars, because one character may have any number of combining marks.
    package func excerpt(_ limit: Int = 60) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(startIndex, offsetBy: limit)
        while !UTF8.isStart(utf8[end]) { end = utf8.index(before: end) }
        return "\(self[..<end])…"
    }
}

extension UTF8 {
    /// Whether the byte is the first byte of a scalar.
    fileprivate static func isStart(_ byte: UInt8) -> Bool { byte & 0b1100_0000 != 0b1000_0000 }
}
