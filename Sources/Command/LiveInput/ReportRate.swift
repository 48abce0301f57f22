/// Number of frames per second that a panel sends while it is touched, weighted towards recent frames.
struct ReportRate: Equatable, Sendable {
    private var time: Int64 = 0
    private var count: Int64 = 0
    private var last: Int64?

    /// Intervals between frames are ignored if they last at least this time, in microseconds.
    private static let pause: Int64 = 100_000
    private static let weight: Int64 = 256

    /// Adds the time of a frame; `isTouched` states whether the panel is touched after the frame.
    mutating func note(_ frame: Int64, isTouched: Bool) {
        if let last, frame > last, frame - last < Self.pause {
            time += frame - last
            count += 1
            if count >= Self.weight { (time, count) = (time / 2, count / 2) }
        }
        last = isTouched ? frame : nil
    }

    /// Number of frames per second; nil until eight intervals have been counted.
    var perSecond: Double? { count >= 8 && time > 0 ? Double(count) * 1_000_000 / Double(time) : nil }
}
