public import Geometry

/// What became of touches, as far as a picture has room for it: it grows only so far, however long a recording is.
public struct ReplaySummary: Sendable {
    /// The touches that are told of, older ones first.
    public private(set) var strokes: [Stroke] = []
    /// Touches that went down and came to nothing, before any view was asked.
    public private(set) var refusals: [Refusal] = []
    /// What gestures, controls and handlers did.
    public private(set) var entries: [TimelineEntry] = []
    /// The rows of a timeline: who something happens to.
    public private(set) var lanes: [Lane] = []
    /// Times between reports, the newest ones.
    public private(set) var reports: [Report] = []
    /// How much of each has been left out.
    public private(set) var leftOut = Omitted()
    /// When the first touch began, or was refused.
    public private(set) var start: Int64?

    private var live: [Int: Int] = [:]
    private var laneNumbers: [Lane: Int] = [:]
    /// What goes on, by what it is: it is counted, as it may come with every report.
    private var ongoing: [Ongoing: Int] = [:]
    private var lastLocation = Point.zero

    /// So many touches are shown in full.
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
    /// What comes again after this long is something new.
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
        /// Since the one before, in microseconds.
        public let interval: Int64
    }

    /// Who something happens to.
    public struct Lane: Hashable, Sendable {
        public enum Kind: Int, Sendable { case gesture, sequence, control, handler }
        public let kind: Kind
        public let name: String

        public init(_ kind: Kind, _ name: String) { (self.kind, self.name) = (kind, Words.clean(name, limit: 80)) }
    }

    /// Something that happened, once or several times in a row.
    public struct TimelineEntry: Sendable {
        /// How a mark of it looks.
        public enum Mark: Sendable { case began, changed, ended, cancelled, failed, plain, refused }
        public let lane: Int
        /// The touch that it is about, when it is about one.
        public let touch: Int?
        public let mark: Mark
        public let text: String
        public let location: Point
        public let time: Int64
        public fileprivate(set) var last: Int64
        public fileprivate(set) var count = 1
        /// The text, and how often it happened.
        var words: String { count > 1 ? "\(text) ×\(count)" : text }
    }

    public init() {}

    // MARK: Touches

    /// A touch went down, and belongs to a view.
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

    /// Many at once, so that numbers need not be counted anew for each.
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

    /// The view that a touch hit is not told of it.
    public mutating func keep(_ number: Int, from view: String, because reason: String) {
        guard let index = live[number] else { return }
        strokes[index].refusal = "kept from \(Words.isolated(Words.clean(view, limit: 60))): \(reason)"
    }

    /// A finger went down and no view was asked.
    public mutating func refuse(at location: Point, _ time: Int64, because reason: String) {
        let time = Self.bounded(time)
        note(time)
        refusals.append(Refusal(location: location, time: time, reason: reason))
        guard refusals.count > Self.refusalLimit * 2 else { return }
        refusals.removeFirst(Self.refusalLimit)
        leftOut.refusals += Self.refusalLimit
    }

    private mutating func note(_ time: Int64) { start = min(start ?? time, time) }

    /// Far enough from where numbers end to be reckoned with; thirty thousand years are enough.
    private static func bounded(_ time: Int64) -> Int64 { min(max(time, -1 << 60), 1 << 60) }

    // MARK: What comes of them

    /// Something happened: where its touch is, or where something was touched last.
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

    /// A panel reported, and had reported before.
    public mutating func report(_ time: Int64, after last: Int64) {
        let (time, last) = (Self.bounded(time), Self.bounded(last))
        guard time > last else { return }
        reports.append(Report(time: time, interval: time - last))
        guard reports.count > Self.reportLimit * 2 else { return }
        reports.removeFirst(Self.reportLimit)
        leftOut.reports += Self.reportLimit
    }

    // MARK: Reading

    /// The touches that are shown in full.
    var full: ArraySlice<Stroke> { strokes.suffix(Self.fullLimit) }

    /// When the first of those began; nil when none are older.
    var fullSince: Int64? { strokes.count > Self.fullLimit ? full.first?.start.time : nil }

    /// All of them.
    var strokeCount: Int { strokes.count + leftOut.strokes }
    var touchCount: String { "\(strokeCount) \(strokeCount == 1 ? "touch" : "touches")" }

    /// Seconds since the first touch.
    func seconds(_ time: Int64) -> String { Self.seconds(time - (start ?? time)) }

    static func seconds(_ span: Int64) -> String {
        let milliseconds = String(span.magnitude / 1000 % 1000)
        let zeros = String(repeating: "0", count: 3 - milliseconds.count)
        return "\(span < 0 ? "-" : "")\(span.magnitude / 1_000_000).\(zeros)\(milliseconds) s"
    }
}
