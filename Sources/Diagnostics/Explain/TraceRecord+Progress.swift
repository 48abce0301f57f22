internal import TouchTrace

/// What the explanation adds to its copies of records.
extension TraceRecord {
    /// How far the finger of a gesture that measures nothing was away at most along or across.
    var straight: Double {
        get { u }
        set { u = newValue }
    }
    /// Microseconds since the step before, of a sequence that timed out.
    var timeSinceStep: Int64 {
        get { Int64(y) }
        set { y = Double(newValue) }
    }
}
