extension String {
    /// Limit combining-marks (limits.md, Layouts): maximum number of consecutive combining marks (Unicode). If
    /// exceeded: in a layout, an error that contains `remove them` is reported; a JSON message is rejected.
    ///
    /// The value is the limit of Unicode's stream-safe text format (UAX #15). Hashing and comparing strings sorts each
    /// sequence of combining marks, which takes quadratic time.
    package static let combiningLimit = 30

    /// Whether the string contains more than `combiningLimit` consecutive combining marks.
    package var exceedsCombiningLimit: Bool {
        // In UTF-8, a combining mark has at least two bytes, and its first byte is 0xCC or greater.
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
        // These scalars have combining class 0, but each decomposes into two combining marks.
        case 0x0f73, 0x0f75, 0x0f81: true
        default: scalar.properties.canonicalCombiningClass != .notReordered
        }
    }
}
