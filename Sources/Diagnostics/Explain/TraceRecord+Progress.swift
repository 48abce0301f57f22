internal import Geometry
internal import TouchTrace

/// Values that the explanation stores in otherwise unused fields of its copies of trace records.
extension TraceRecord {
    /// Maximum displacement along either axis, in points, for a gesture that reports no measured value.
    var straight: Double {
        get { u }
        set { u = newValue }
    }
    /// Location of the finger when a gesture failed because of a wrong direction. Uses the field that contains the
    /// exceeded limit in other failures, because a failure of this kind has no limit.
    var failureLocation: Point {
        get { Point(x: v, y: y) }
        set { (v, y) = (newValue.x, newValue.y) }
    }
    /// Microseconds between the previous step of a sequence and its timeout.
    var timeSinceStep: Int64 {
        get { Int64(y) }
        set { y = Double(newValue) }
    }
}
