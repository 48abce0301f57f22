public import Geometry

/// Touches of a recording and their results; memory use is bounded regardless of the recording's length.
public struct ReplaySummary: Sendable {
    /// Retained touches from oldest to newest.
    public private(set) var strokes: [Stroke] = []
    /// Contacts that were rejected before the hit test.
    public private(set) var refusals: [Refusal] = []
    /// Events of gestures, sequences, controls and handlers.
    public private(set) var entries: [TimelineEntry] = []
    /// Rows of a timeline.
    public private(set) var lanes: [Lane] = []
    /// The newest intervals between the panels' reports (input frames).
    public private(set) var reports: [Report] = []
    /// Counts of the touches, rejected contacts, timeline entries and reports that were discarded.
    public private(set) var leftOut = Omitted()
    /// Time of the first touch or rejected contact; nil before either occurs.
    public private(set) var start: Int64?
    /// Time of the recording's first event, which the pictures show as 0; nil to show `start` as 0.
    public var origin: Int64? { didSet { origin = origin.map(Self.bounded) } }

    private var live: [Int: Int] = [:]
    private var laneNumbers: [Lane: Int] = [:]
    /// Indices in `entries` of ongoing events; a repetition only updates `count` and `last` of its entry.
    private var ongoing: [Ongoing: Int] = [:]
    private var lastLocation = Point.zero

    /// Maximum number of touches shown in detail.
    public static let fullLimit = 20
    private struct Ongoing: Hashable {
        let lane: Int
        let touch: Int?
        let text: String
    }

    static let strokeLimit = 200
    static let refusalLimit = 200
    static let entryLimit = 2000
    static let laneLimit = 60
    static let reportLimit = 20_000
    /// Minimum interval, in microseconds, after which a repetition becomes a separate entry.
    private static let mergeInterval: Int64 = 500_000

    public struct Omitted: Sendable {
        public var strokes = 0
        public var refusals = 0
        public var entries = 0
        public var reports = 0
    }

    public struct Refusal: Sendable {
        public let location: Point
        public let time: Int64
        public let reason: String
    }

    public struct Report: Sendable {
        public let time: Int64
        /// Time since the previous report, in microseconds.
        public let interval: Int64
    }

    /// Subject of timeline entries; each lane is drawn as one row.
    public struct Lane: Hashable, Sendable {
        public enum Kind: Int, Sendable { case gesture, sequence, control, handler }
        public let kind: Kind
        public let name: String

        public init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, Words.clean(name, limit: 80)) }
    }

    /// An event, or several equal events in succession.
    public struct TimelineEntry: Sendable {
        /// Symbol of the entry.
        public enum Mark: Sendable { case began, changed, ended, cancelled, failed, plain, refused }
        public let lane: Int
        /// Number of the touch that caused the entry; nil if no touch did.
        public let touch: Int?
        public let mark: Mark
        public let text: String
        public let location: Point
        public let time: Int64
        public fileprivate(set) var last: Int64
        public fileprivate(set) var count = 1
        /// Text with the number of repetitions.
        var words: String { count > 1 ? "\(text) ×\(count)" : text }
    }

    public init() {}

    // MARK: Touches

    /// Records the beginning of a touch, and the view that it hit.
    public mutating func begin(_ number: Int, at location: Point, _ time: Int64, hit view: (name: String, quad: Quad)?)
    {
        let time = Self.bounded(time)
        note(time)
        lastLocation = location
        live[number] = strokes.count
        strokes.append(Stroke(number, at: location, time, hit: view))
        let older = strokes.count - 1 - Self.fullLimit
        if older >= 0 { strokes[older].thinOut() }
        if strokes.count > Self.strokeLimit + Self.fullLimit { forgetStrokes() }
    }

    /// Removes the oldest `strokeLimit / 2` touches at once, because each removal changes the indices of all remaining
    /// touches.
    private mutating func forgetStrokes() {
        let count = Self.strokeLimit / 2
        strokes.removeFirst(count)
        leftOut.strokes += count
        live = live.compactMapValues { $0 < count ? nil : $0 - count }
    }

    public mutating func move(_ number: Int, to location: Point, _ time: Int64) {
        let time = Self.bounded(time)
        lastLocation = location
        guard let index = live[number] else { return }
        strokes[index].move(to: location, time)
        if index < strokes.count - Self.fullLimit { strokes[index].thinOut() }
    }

    public mutating func end(_ number: Int, at location: Point, _ time: Int64, isCancelled: Bool) {
        let time = Self.bounded(time)
        lastLocation = location
        guard let index = live.removeValue(forKey: number) else { return }
        strokes[index].end(at: location, time, isCancelled: isCancelled)
    }

    /// Records the reason why the hit view does not receive a touch.
    public mutating func keep(_ number: Int, from view: String, because reason: String) {
        guard let index = live[number] else { return }
        strokes[index].refusal = "not delivered to \(Words.isolated(Words.clean(view, limit: 60))): \(reason)"
    }

    /// Records a contact that was rejected before the hit test.
    public mutating func refuse(at location: Point, _ time: Int64, because reason: String) {
        let time = Self.bounded(time)
        note(time)
        refusals.append(Refusal(location: location, time: time, reason: reason))
        guard refusals.count > Self.refusalLimit * 2 else { return }
        refusals.removeFirst(Self.refusalLimit)
        leftOut.refusals += Self.refusalLimit
    }

    private mutating func note(_ time: Int64) { start = min(start ?? time, time) }

    /// Clamps a time to about ±36 000 years, so that arithmetic cannot overflow.
    private static func bounded(_ time: Int64) -> Int64 { min(max(time, -1 << 60), 1 << 60) }

    // MARK: Results

    /// Records an event at its touch's location. Without a touch that is down, uses the last known location of any
    /// touch.
    public mutating func addEntry(
        _ lane: Lane,
        _ mark: TimelineEntry.Mark,
        _ text: String,
        of touch: Int? = nil,
        _ time: Int64
    ) {
        let time = Self.bounded(time)
        guard let number = number(of: lane) else {
            leftOut.entries += 1
            return
        }
        if mark == .changed || mark == .plain {
            let key = Ongoing(lane: number, touch: touch, text: text)
            if let index = ongoing[key], time - entries[index].last < Self.mergeInterval {
                entries[index].last = time
                entries[index].count += 1
                return
            }
            ongoing[key] = entries.count
        }
        let location = touch.flatMap { live[$0] }.map { strokes[$0].latest.location } ?? lastLocation
        entries.append(
            TimelineEntry(
                lane: number,
                touch: touch,
                mark: mark,
                text: text,
                location: location,
                time: time,
                last: time
            )
        )
        if entries.count > Self.entryLimit * 2 { removeOldEntries() }
    }

    private mutating func number(of lane: Lane) -> Int? {
        if let number = laneNumbers[lane] { return number }
        guard lanes.count < Self.laneLimit else { return nil }
        laneNumbers[lane] = lanes.count
        lanes.append(lane)
        return lanes.count - 1
    }

    private mutating func removeOldEntries() {
        let count = Self.entryLimit
        leftOut.entries += entries.prefix(count).reduce(0) { $0 + $1.count }
        entries.removeFirst(count)
        ongoing = ongoing.compactMapValues { $0 < count ? nil : $0 - count }
    }

    /// Records the interval between a panel's report and its previous report.
    public mutating func report(_ time: Int64, after last: Int64) {
        let (time, last) = (Self.bounded(time), Self.bounded(last))
        guard time > last else { return }
        reports.append(Report(time: time, interval: time - last))
        guard reports.count > Self.reportLimit * 2 else { return }
        reports.removeFirst(Self.reportLimit)
        leftOut.reports += Self.reportLimit
    }

    // MARK: Queries

    /// Touches shown in detail.
    var full: ArraySlice<Stroke> { strokes.suffix(Self.fullLimit) }

    /// Start of the first touch shown in detail, in microseconds; nil if all touches are shown in detail.
    var fullSince: Int64? { strokes.count > Self.fullLimit ? full.first?.start.time : nil }

    /// Total number of touches, including discarded touches.
    var strokeCount: Int { strokes.count + leftOut.strokes }
    var touchCount: String { "\(strokeCount) \(strokeCount == 1 ? "touch" : "touches")" }

    /// Time that the pictures show as 0.
    var zero: Int64 { origin ?? start ?? 0 }

    /// Formats a time as seconds since `zero`.
    func seconds(_ time: Int64) -> String { Self.seconds(time - zero) }

    static func seconds(_ span: Int64) -> String {
        let milliseconds = String(span.magnitude / 1000 % 1000)
        let zeros = String(repeating: "0", count: 3 - milliseconds.count)
        return "\(span < 0 ? "-" : "")\(span.magnitude / 1_000_000).\(zeros)\(milliseconds) s"
    }
}
