extension Double {
    /// The number as text for messages, rounded to at most one decimal place. Uses Swift's format for numbers that are
    /// not finite or have a magnitude of 1e15 or more.
    package var tenths: String {
        guard isFinite, magnitude < 1e15 else { return "\(self)" }
        let tenths = Int64((self * 10).rounded())
        let sign = tenths < 0 ? "-" : ""
        let size = tenths.magnitude
        return size % 10 == 0 ? "\(sign)\(size / 10)" : "\(sign)\(size / 10).\(size % 10)"
    }
}
