public import Geometry

/// Finds the points of a panel that touch by themselves, and keeps back what comes from them until they are quiet.
///
/// A point is a ghost when a dozen touches in a row begin within four points of each other, none of them lasting as long
/// as a finger can be down, or all of them at intervals more even than a finger's. Places far outside of the announced
/// range, and leaps from one end of the screen to the other, are no finger's either. docs/guide/panels.md has the numbers.
public final class GhostDetector {
    /// What was found out since this was last emptied, in order.
    @exclusivity(unchecked) public private(set) var reports: ContiguousArray<GhostReport> = []

    private let quarantine: Int64
    /// The length of the screen's diagonal.
    private let diagonal: Double
    @exclusivity(unchecked) private var strokes = InlineArray<32, Stroke>(repeating: Stroke())
    @exclusivity(unchecked) private var points = InlineArray<16, Suspect>(repeating: Suspect())

    /// A detector that leaves a ghost out until it has been quiet for so many microseconds.
    public init(screen: Size, quarantine: Int64) {
        self.quarantine = quarantine
        diagonal = Point.zero.distance(to: Point(x: screen.width, y: screen.height))
        reports.reserveCapacity(4)
    }

    /// The numbers by which a finger and a ghost are told apart.
    private enum Limit {
        /// So many touches in a row make a ghost.
        static let touches: Int32 = 12
        /// They begin within so many points of the first.
        static let spread = 4.0
        /// What comes from a ghost begins within so many points of it.
        static let zone = 20.0
        /// No finger is down for less.
        static let briefness: Int64 = 20_000
        /// A longer pause begins anew.
        static let pause: Int64 = 10_000_000
        /// Intervals are even when they differ from their mean by less than this and by less than a fiftieth.
        static let jitter: Int64 = 2_000
        /// A leap is at least such a part of the diagonal, and faster than so many diagonals a second.
        static let leap = 0.25
        static let speed = 30.0
        /// So many leaps with less than a second between them make a ghost of a stroke.
        static let leaps = 3
        static let leapPause: Int64 = 1_000_000
        /// So many ghosts are known at a time; the other places are for who may become one.
        static let ghosts = 12
    }

    /// What is known of a touch that is down.
    private struct Stroke {
        var begun: Int64 = 0
        var start = Point.zero
        var last = Point.zero
        var lastTime: Int64 = 0
        var leaps = 0
        var leapTime: Int64 = 0
    }

    /// What is known of a point that was touched.
    private struct Suspect {
        var place = Point.zero
        /// How many touches in a row it got; 0 for a place of the list that is free.
        var touches: Int32 = 0
        var first: Int64 = 0
        var last: Int64 = 0
        /// How many of its touches in a row were brief.
        var brief: Int32 = 0
        /// How many of them in a row came at even intervals, and when the first of these began.
        var even: Int32 = 0
        var evenFirst: Int64 = 0
        /// What it is a ghost by, and until when.
        var reason: GhostReport.Reason?
        var until: Int64 = 0
        var leftOut: Int32 = 0

        init() {}

        /// A point that is touched for the first time.
        init(_ place: Point, at time: Int64) {
            self.place = place
            (touches, even) = (1, 1)
            (first, last, evenFirst) = (time, time, time)
        }

        /// The mean of the even intervals.
        var interval: Int64 { even < 2 ? 0 : GhostDetector.passed(from: evenFirst, to: last) / Int64(even - 1) }

        mutating func begin(at time: Int64) {
            let mean = interval
            let step = GhostDetector.passed(from: last, to: time)
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

    /// A touch begins; true when it is a ghost's and is to be left out.
    public func begins(_ slot: Int, at place: Point, isFarOut: Bool, _ time: Int64) -> Bool {
        expire(time)
        if let ghost = ghost(at: place, isFarOut: isFarOut) {
            points[ghost].leftOut = points[ghost].leftOut == .max ? .max : points[ghost].leftOut + 1
            // A person who touches beside the very point does not make it longer.
            if isFarOut || place.distance(to: points[ghost].place) <= Limit.spread { extend(ghost, time) }
            return true
        }
        if isFarOut {
            recognize(place, .outOfRange, time)
            return true
        }
        let suspect = suspect(at: place, time)
        if points[suspect].brief >= Limit.touches {
            quarantine(suspect, .brief, time)
            return true
        }
        if points[suspect].even > Limit.touches {
            quarantine(suspect, .periodic, time)
            return true
        }
        strokes[slot] = Stroke(begun: time, start: place, last: place, lastTime: time)
        return false
    }

    /// A touch that was not left out moves; true when it turns out to be a ghost's and is to be taken back.
    public func moves(_ slot: Int, to place: Point, isFarOut: Bool, _ time: Int64) -> Bool {
        if isFarOut {
            if ghost(at: place, isFarOut: true) == nil { recognize(place, .outOfRange, time) }
            return true
        }
        let way = place.distance(to: strokes[slot].last)
        let passed = Double(Self.passed(from: strokes[slot].lastTime, to: time)) / 1_000_000
        (strokes[slot].last, strokes[slot].lastTime) = (place, time)
        guard way > Limit.leap * diagonal, way > Limit.speed * diagonal * passed else { return false }
        if Self.passed(from: strokes[slot].leapTime, to: time) >= Limit.leapPause { strokes[slot].leaps = 0 }
        strokes[slot].leaps += 1
        strokes[slot].leapTime = time
        guard strokes[slot].leaps >= Limit.leaps else { return false }
        recognize(strokes[slot].start, .jumping, time)
        return true
    }

    /// A touch that was not left out has lifted.
    public func ends(_ slot: Int, _ time: Int64) {
        let stroke = strokes[slot]
        guard let suspect = points.indices.first(where: { isSuspect($0, at: stroke.start, stroke.begun) }) else {
            return
        }
        let isBrief = Self.passed(from: stroke.begun, to: time) < Limit.briefness
        points[suspect].brief = isBrief ? points[suspect].brief + 1 : 0
    }

    /// Forgets what was found out, after it has been told.
    public func removeReports() { reports.removeAll(keepingCapacity: true) }

    // MARK: Points

    /// Whether the point may be the place's, and was touched not long before.
    private func isSuspect(_ point: Int, at place: Point, _ time: Int64) -> Bool {
        points[point].touches > 0 && points[point].reason == nil
            && points[point].place.distance(to: place) <= Limit.spread
            && Self.passed(from: points[point].last, to: time) <= Limit.pause
    }

    /// The point that is touched again, or a new one in the place of the one that was quiet for longest.
    private func suspect(at place: Point, _ time: Int64) -> Int {
        var oldest = 0
        var age = Int64.max
        for point in points.indices where points[point].reason == nil {
            if isSuspect(point, at: place, time) {
                points[point].begin(at: time)
                return point
            }
            let last = points[point].touches == 0 ? Int64.min : points[point].last
            if last < age { (oldest, age) = (point, last) }
        }
        points[oldest] = Suspect(place, at: time)
        return oldest
    }

    /// The ghost that a touch comes from; all that is far out of range is one.
    private func ghost(at place: Point, isFarOut: Bool) -> Int? {
        points.indices.first { point in
            guard let reason = points[point].reason else { return false }
            if isFarOut || reason == .outOfRange { return isFarOut && reason == .outOfRange }
            return points[point].place.distance(to: place) <= Limit.zone
        }
    }

    /// Makes a ghost of a place of which nothing was known.
    private func recognize(_ place: Point, _ reason: GhostReport.Reason, _ time: Int64) {
        var free: Int?
        var age = Int64.max
        for point in points.indices where points[point].reason == nil {
            let last = points[point].touches == 0 ? Int64.min : points[point].last
            if last < age || free == nil { (free, age) = (point, last) }
        }
        guard let free else { return }
        points[free] = Suspect(place, at: time)
        quarantine(free, reason, time)
    }

    private func quarantine(_ point: Int, _ reason: GhostReport.Reason, _ time: Int64) {
        let known = points.indices.count { points[$0].reason != nil }
        guard known < Limit.ghosts else { return }
        points[point].reason = reason
        points[point].leftOut = 1
        extend(point, time)
        tell(point, .found, at: time)
    }

    /// The time from one to the other, whatever a recording says of either.
    private static func passed(from: Int64, to time: Int64) -> Int64 {
        let (passed, isTooLong) = time.subtractingReportingOverflow(from)
        return isTooLong ? .max : max(passed, 0)
    }

    private func extend(_ point: Int, _ time: Int64) {
        let (end, isTooLong) = time.addingReportingOverflow(quarantine)
        points[point].until = isTooLong ? .max : end
    }

    private func expire(_ time: Int64) {
        for point in points.indices where points[point].reason != nil && points[point].until <= time {
            tell(point, .over, at: time)
            points[point] = Suspect()
        }
    }

    private func tell(_ point: Int, _ change: GhostReport.Change, at time: Int64) {
        guard let reason = points[point].reason else { return }
        let isEven = points[point].even > Limit.touches / 2
        reports.append(
            GhostReport(
                change: change,
                reason: reason,
                place: points[point].place,
                touches: change == .found ? points[point].touches : points[point].leftOut,
                since: points[point].first,
                time: time,
                period: isEven ? points[point].interval : nil
            )
        )
    }
}

/// What was found out about a ghost.
public struct GhostReport: Equatable, Sendable, BitwiseCopyable {
    public enum Change: UInt8, Sendable, BitwiseCopyable {
        /// It is one, and is left out from now on.
        case found
        /// It has been quiet for long enough, and what touches there counts again.
        case over
    }

    /// What it was recognised by.
    public enum Reason: UInt8, Sendable, BitwiseCopyable {
        case brief, periodic, outOfRange, jumping
    }

    public var change: Change
    public var reason: Reason
    /// Where its touches begin, in points.
    public var place: Point
    /// How many touches it made before it was found; when it is over, how many were left out.
    public var touches: Int32
    /// When the first of them began.
    public var since: Int64
    /// When it was found out.
    public var time: Int64
    /// The microseconds from touch to touch, where these are even.
    public var period: Int64?
}
