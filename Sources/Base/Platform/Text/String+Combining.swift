/// Combining marks of text from outside.
extension String {
    /// Limit combining-marks (Layouts): combining marks in a row. Past it: an error: `remove them`; JSON with more is rejected.
    ///
    /// The limit of Unicode's stream-safe text format (UAX #15). Hashing and comparing strings sorts such a row, in a time
    /// that grows with the square of its length.
    package static let combiningLimit = 30

    /// Whether more combining marks follow each other than the limit.
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
        // Their class is that of no mark, and each is decomposed into two.
        case 0x0f73, 0x0f75, 0x0f81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
