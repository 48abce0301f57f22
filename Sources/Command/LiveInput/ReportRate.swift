/// How fast a panel reports while it is touched: newer frames weigh more than those of long ago.
struct ReportRate: Equatable, Sendable {
    private var time: Int64 = 0
    private var count: Int64 = 0
    private var last: Int64?

    /// No panel that is touched is silent for so long and still reports at a rate.
    private static let pause: Int64 = 100_000
    private static let weight: Int64 = 256

    /// Notes a frame, and whether fingers are down after it.
    mutating func note(_ frame: Int64, isTouched: Bool) {
        if let last, frame > last, frame - last < Self.pause {
            time += frame - last
            count += 1
            if count >= Self.weight { (time, count) = (time / 2, count / 2) }
        }
        last = isTouched ? frame : nil
    }

    /// Frames in a second, nil before there were a few.
    var perSecond: Double? { count >= 8 && time > 0 ? Double(count) * 1_000_000 / Double(time) : nil }
}
