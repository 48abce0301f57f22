extension String {
    /// Returns the string if it has at most `limit` bytes in UTF-8; otherwise returns the beginning of the string,
    /// followed by `…`.
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
