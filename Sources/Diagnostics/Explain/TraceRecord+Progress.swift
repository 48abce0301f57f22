internal import TouchTrace

/// Fields that the explanation adds to its copies of records.
extension TraceRecord {
    /// Maximum displacement along one axis, in points, for a gesture without a measure.
    var straight: Double {
        get { u }
        set { u = newValue }
    }
    /// Microseconds since the previous step of a sequence that timed out.
    var timeSinceStep: Int64 {
        get { Int64(y) }
        set { y = Double(newValue) }
    }
}
