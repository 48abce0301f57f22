extension String {
    /// Limit combining-marks (Layouts): consecutive combining marks (Unicode). If exceeded: an error: `remove them`;
    /// JSON with more is rejected.
    ///
    /// The same as in Unicode's stream-safe text format (UAX #15): hashing and comparing strings sorts each row of
    /// marks, in quadratic time.
    package static let combiningLimit = 30

    /// Whether the text has more consecutive combining marks than `combiningLimit`.
    package var exceedsCombiningLimit: Bool {
        // A combining mark has at least two bytes in UTF-8, the first of them 0xCC or more.
        guard utf8.count > Self.combiningLimit * 2, utf8.contains(where: { $0 >= 0xcc }) else { return false }
        var count = 0
        for scalar in unicodeScalars {
            count = Self.isMark(scalar) ? count + 1 : 0
            if count > Self.combiningLimit { return true }
        }
        return false
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case ..<0x300: false
        // Combining class 0, but each decomposes into two combining marks.
        case 0x0f73, 0x0f75, 0x0f81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
