internal import Geometry
internal import TouchTrace

/// Values that the explanation stores in otherwise unused fields of its copies of trace records.
extension TraceRecord {
    /// Maximum displacement of the touch along the x or y axis, in points; set for a gesture without measured values.
    var straight: Double {
        get { u }
        set { u = newValue }
    }
    /// Location of the finger when a gesture failed because of a wrong direction. Such a failure exceeds no limit, so
    /// `y` (the exceeded limit in other failures) is free.
    var failureLocation: Point {
        get { Point(x: v, y: y) }
        set { (v, y) = (newValue.x, newValue.y) }
    }
    /// Microseconds between the previous step of a sequence and the timeout of the sequence.
    var timeSinceStep: Int64 {
        get { Int64(y) }
        set { y = Double(newValue) }
    }
}
