public import Geometry

/// Detects ghosts: locations at which the panel reports touches without a finger. Filters the touches of a ghost until
/// its quarantine ends.
///
/// A location is a ghost if 12 consecutive touches begin within 4 pt of the first touch and are too short for a finger.
/// A location is also a ghost if 12 consecutive intervals between touches there are too regular for a finger. Positions
/// far outside the announced range and repeated leaps across the screen are further criteria. docs/guide/panels.md
/// lists the thresholds.
public final class GhostDetector {
    /// Reports about ghosts since the last `removeReports()`, in order.
    @exclusivity(unchecked) public private(set) var reports: ContiguousArray<GhostReport> = []

    private let quarantine: Int64
    /// Length of the screen's diagonal, in points.
    private let diagonal: Double
    @exclusivity(unchecked) private var strokes = InlineArray<32, Stroke>(repeating: Stroke())
    @exclusivity(unchecked) private var points = InlineArray<16, Suspect>(repeating: Suspect())

    /// Creates a detector. Touches at a ghost are filtered until no touch has begun there for `quarantine`
    /// microseconds.
    public init(screen: Size, quarantine: Int64) {
        self.quarantine = quarantine
        diagonal = Point.zero.distance(to: Point(x: screen.width, y: screen.height))
        reports.reserveCapacity(4)
    }

    /// Thresholds that separate ghosts from fingers.
    private enum Limit {
        /// Number of consecutive brief touches, or of consecutive regular intervals, that make a location a ghost.
        static let touches: Int32 = 12
        /// Maximum distance in points from the first of the consecutive touches.
        static let spread = 4.0
        /// Radius in points around a ghost; touches within it are filtered.
        static let zone = 20.0
        /// Minimum duration of a finger's touch, in microseconds.
        static let minimumDuration: Int64 = 20_000
        /// Pause between touches that restarts the count of consecutive touches, in microseconds.
        static let pause: Int64 = 10_000_000
        /// Maximum deviation of regular intervals from their mean, in microseconds. For long intervals, a fiftieth of
        /// the mean applies instead.
        static let jitter: Int64 = 2_000
        /// Minimum length of a leap, as a fraction of the diagonal.
        static let leap = 0.25
        /// Minimum speed of a leap, in diagonals per second.
        static let speed = 30.0
        /// Number of leaps that make the start of a touch a ghost.
        static let leaps = 3
        /// Maximum time between two consecutive leaps, in microseconds.
        static let leapPause: Int64 = 1_000_000
        /// Maximum number of simultaneous ghosts; the other elements of `points` are for suspects.
        static let ghosts = 12
    }

    /// A touch that has not ended.
    private struct Stroke {
        var begun: Int64 = 0
        var start = Point.zero
        var last = Point.zero
        var lastTime: Int64 = 0
        var leaps = 0
        var leapTime: Int64 = 0
    }

    /// A location that was touched and may be a ghost.
    private struct Suspect {
        var location = Point.zero
        /// Number of consecutive touches; 0 if this element of `points` is free.
        var touches: Int32 = 0
        var first: Int64 = 0
        var last: Int64 = 0
        /// Number of consecutive touches shorter than `minimumDuration`.
        var brief: Int32 = 0
        /// Number of consecutive touches at regular intervals.
        var even: Int32 = 0
        /// Time of the first of the touches at regular intervals.
        var evenFirst: Int64 = 0
        /// Reason why the location is a ghost; nil if the location is not a ghost.
        var reason: GhostReport.Reason?
        /// Time at which the quarantine of the ghost ends.
        var until: Int64 = 0
        var rejectedCount: Int32 = 0

        init() {}

        /// Creates a suspect from its first touch.
        init(_ location: Point, at time: Int64) {
            self.location = location
            (touches, even) = (1, 1)
            (first, last, evenFirst) = (time, time, time)
        }

        /// Mean interval between the touches at regular intervals, in microseconds.
        var interval: Int64 { even < 2 ? 0 : GhostDetector.elapsed(from: evenFirst, to: last) / Int64(even - 1) }

        mutating func begin(at time: Int64) {
            let mean = interval
            let step = GhostDetector.elapsed(from: last, to: time)
            if even >= 2, abs(step - mean) <= max(Limit.jitter, mean / 50) {
                even += 1
            } else {
                (even, evenFirst) = (2, last)
            }
            touches = touches == .max ? .max : touches + 1
            last = time
        }
    }

    // MARK: Touches

    /// Registers the beginning of a touch; returns whether the touch must be rejected because of a ghost.
    public func begins(_ slot: Int, at location: Point, isFarOut: Bool, _ time: Int64) -> Bool {
        expire(time)
        if let ghost = ghost(at: location, isFarOut: isFarOut) {
            points[ghost].rejectedCount = points[ghost].rejectedCount == .max ? .max : points[ghost].rejectedCount + 1
            // A finger near the ghost does not extend the ghost's quarantine.
            if isFarOut || location.distance(to: points[ghost].location) <= Limit.spread { extend(ghost, time) }
            return true
        }
        if isFarOut {
            recognize(location, .outOfRange, time)
            return true
        }
        let suspect = suspect(at: location, time)
        if points[suspect].brief >= Limit.touches {
            quarantine(suspect, .brief, time)
            return true
        }
        if points[suspect].even > Limit.touches {
            quarantine(suspect, .periodic, time)
            return true
        }
        strokes[slot] = Stroke(begun: time, start: location, last: location, lastTime: time)
        return false
    }

    /// Registers a move of an accepted touch; returns whether the touch must be cancelled because of a ghost.
    public func moves(_ slot: Int, to location: Point, isFarOut: Bool, _ time: Int64) -> Bool {
        if isFarOut {
            if ghost(at: location, isFarOut: true) == nil { recognize(location, .outOfRange, time) }
            return true
        }
        let distance = location.distance(to: strokes[slot].last)
        let elapsed = Double(Self.elapsed(from: strokes[slot].lastTime, to: time)) / 1_000_000
        (strokes[slot].last, strokes[slot].lastTime) = (location, time)
        guard distance > Limit.leap * diagonal, distance > Limit.speed * diagonal * elapsed else { return false }
        if Self.elapsed(from: strokes[slot].leapTime, to: time) >= Limit.leapPause { strokes[slot].leaps = 0 }
        strokes[slot].leaps += 1
        strokes[slot].leapTime = time
        guard strokes[slot].leaps >= Limit.leaps else { return false }
        recognize(strokes[slot].start, .jumping, time)
        return true
    }

    /// Registers the end of an accepted touch.
    public func ends(_ slot: Int, _ time: Int64) {
        let stroke = strokes[slot]
        guard let suspect = points.indices.first(where: { isSuspect($0, at: stroke.start, stroke.begun) }) else {
            return
        }
        let isBrief = Self.elapsed(from: stroke.begun, to: time) < Limit.minimumDuration
        points[suspect].brief = isBrief ? points[suspect].brief + 1 : 0
    }

    /// Removes all reports; called after the reports were delivered.
    public func removeReports() { reports.removeAll(keepingCapacity: true) }

    // MARK: Points

    /// Whether the element `point` of `points` is a suspect at this location that was touched recently.
    private func isSuspect(_ point: Int, at location: Point, _ time: Int64) -> Bool {
        points[point].touches > 0 && points[point].reason == nil
            && points[point].location.distance(to: location) <= Limit.spread
            && Self.elapsed(from: points[point].last, to: time) <= Limit.pause
    }

    /// Returns the index of the suspect at this location. If there is none, replaces the least recently touched
    /// suspect.
    private func suspect(at location: Point, _ time: Int64) -> Int {
        var oldest = 0
        var age = Int64.max
        for point in points.indices where points[point].reason == nil {
            if isSuspect(point, at: location, time) {
                points[point].begin(at: time)
                return point
            }
            let last = points[point].touches == 0 ? Int64.min : points[point].last
            if last < age { (oldest, age) = (point, last) }
        }
        points[oldest] = Suspect(location, at: time)
        return oldest
    }

    /// Returns the index of the ghost near a touch; nil if there is none. All positions far out of range count as one
    /// ghost.
    private func ghost(at location: Point, isFarOut: Bool) -> Int? {
        points.indices.first { point in
            guard let reason = points[point].reason else { return false }
            if isFarOut || reason == .outOfRange { return isFarOut && reason == .outOfRange }
            return points[point].location.distance(to: location) <= Limit.zone
        }
    }

    /// Adds a ghost at a location without counting consecutive touches.
    private func recognize(_ location: Point, _ reason: GhostReport.Reason, _ time: Int64) {
        var free: Int?
        var age = Int64.max
        for point in points.indices where points[point].reason == nil {
            let last = points[point].touches == 0 ? Int64.min : points[point].last
            if last < age || free == nil { (free, age) = (point, last) }
        }
        guard let free else { return }
        points[free] = Suspect(location, at: time)
        quarantine(free, reason, time)
    }

    private func quarantine(_ point: Int, _ reason: GhostReport.Reason, _ time: Int64) {
        let count = points.indices.count { points[$0].reason != nil }
        guard count < Limit.ghosts else { return }
        points[point].reason = reason
        points[point].rejectedCount = 1
        extend(point, time)
        report(point, .found, at: time)
    }

    /// Returns the time between two timestamps, clamped to 0...`Int64.max`, because recordings may contain any values.
    private static func elapsed(from: Int64, to time: Int64) -> Int64 {
        let (elapsed, isTooLong) = time.subtractingReportingOverflow(from)
        return isTooLong ? .max : max(elapsed, 0)
    }

    private func extend(_ point: Int, _ time: Int64) {
        let (end, isTooLong) = time.addingReportingOverflow(quarantine)
        points[point].until = isTooLong ? .max : end
    }

    private func expire(_ time: Int64) {
        for point in points.indices where points[point].reason != nil && points[point].until <= time {
            report(point, .over, at: time)
            points[point] = Suspect()
        }
    }

    private func report(_ point: Int, _ change: GhostReport.Change, at time: Int64) {
        guard let reason = points[point].reason else { return }
        let isEven = points[point].even > Limit.touches / 2
        reports.append(
            GhostReport(
                change: change,
                reason: reason,
                location: points[point].location,
                touches: change == .found ? points[point].touches : points[point].rejectedCount,
                since: points[point].first,
                time: time,
                period: isEven ? points[point].interval : nil
            )
        )
    }
}

/// A report that a ghost was found or that its quarantine has ended.
public struct GhostReport: Equatable, Sendable, BitwiseCopyable {
    public enum Change: UInt8, Sendable, BitwiseCopyable {
        /// A ghost was found; its touches are rejected from now on.
        case found
        /// No touch began at the ghost during its quarantine; touches at its location are accepted again.
        case over
    }

    /// Criterion by which a ghost was found.
    public enum Reason: UInt8, Sendable, BitwiseCopyable {
        case brief, periodic, outOfRange, jumping
    }

    public var change: Change
    public var reason: Reason
    /// Location of the ghost's touches, in points.
    public var location: Point
    /// Number of consecutive touches, including the touch at which the ghost was found; for `over`, number of rejected
    /// touches.
    public var touches: Int32
    /// Time of the first touch, in microseconds.
    public var since: Int64
    /// Time at which the ghost was found or its quarantine ended.
    public var time: Int64
    /// Mean interval between touches, in microseconds; nil if the intervals are irregular.
    public var period: Int64?
}
