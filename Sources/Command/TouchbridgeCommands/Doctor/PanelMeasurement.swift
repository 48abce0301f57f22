internal import Contacts
internal import Geometry
internal import InputEvents

/// Statistics of a panel's events.
final class PanelMeasurement {
    /// Columns and rows into which the panel is divided to find dead spots.
    static let (columns, rows) = (16, 9)
    /// Limit doctor-intervals (limits.md, Recordings and dumps): maximum number of intervals between reports that
    /// `doctor` measures for each panel. If exceeded: later intervals are ignored.
    static let intervalLimit = 100_000
    /// Intervals between reports of at least this length, in microseconds, count as pauses and are not measured.
    private static let pause: Int64 = 100_000
    /// A touch-down less than this time after a lift, in microseconds, counts as an interruption of one drawn line. A
    /// finger cannot lift and return in this time.
    private static let interruption: Int64 = 50_000
    /// Maximum distance between the two parts of an interrupted line, and minimum length of the first part. Both are
    /// fractions of the panel.
    private static let nearness = 0.05

    private let reader: ContactReader
    private let grid: PanelGrid
    private let ghostDetector: GhostDetector
    private let ghostScreen: Size

    private(set) var frames = 0
    private(set) var touches = 0
    private(set) var mostFingers = 0
    /// Times between consecutive frames while the panel is touched, in microseconds, without pauses.
    private(set) var intervals: [Int64] = []
    private(set) var lostEvents = 0
    private(set) var interruptions = 0
    private(set) var outOfRange = 0
    private(set) var ghosts: [(reason: GhostReport.Reason, location: Point)] = []
    /// Whether each cell was touched, row by row.
    private(set) var isTouched = [Bool](repeating: false, count: columns * rows)
    private(set) var extent: (minimum: Point, maximum: Point)?
    private(set) var pressures: ClosedRange<Int32>?
    private(set) var sizes: ClosedRange<Int32>?
    var violations: PanelMetrics { reader.metrics }

    /// The contact whose last event is the oldest, and the age of this event in microseconds at the end of the
    /// measurement. Nil if no contact is on the panel.
    var oldestContact: (location: Point, age: Int64)? {
        guard let contact = reader.oldestContact, let end else { return nil }
        return (grid.fraction(x: Double(contact.state.x), y: Double(contact.state.y)), end - contact.lastReport)
    }

    /// Time of the last event; nil before the first event.
    private var end: Int64?
    private var strokes: [Int32: (start: Point, last: Point, time: Int64)] = [:]
    /// Time without events, in microseconds, after which a contact is considered stuck. A stuck contact does not delay
    /// the end of the measurement.
    private static let staleTime: Int64 = 5_000_000
    /// Positions of the fingers on the panel, as fractions, in the order of their slots.
    var fingers: [Point] { strokes.sorted { $0.key < $1.key }.map(\.value.last) }
    var isPainted: Bool { isTouched.allSatisfy(\.self) }
    /// Whether all cells were touched, and no finger is on the panel. A stuck contact does not count as a finger.
    var isComplete: Bool {
        isPainted && strokes.values.allSatisfy { (end ?? 0) - $0.time >= Self.staleTime }
    }
    private var lastFrame: Int64?
    /// Time and location of the latest lift. Nil if a finger has gone down since, if another finger was still down, or
    /// if the lifted finger had hardly moved.
    private var lastLift: (time: Int64, location: Point)?

    /// Creates a measurement; nil if the device cannot be used as a panel, or if its axes have no range.
    init?(_ device: DeviceDescription) {
        guard let grid = PanelGrid(device), let reader = try? ContactReader(device) else { return nil }
        (self.grid, self.reader) = (grid, reader)
        // The ghost detector's thresholds are in points (1/96 inch), so the panel's size is converted from millimetres.
        ghostScreen =
            grid.size.map { Size(width: $0.width * 96 / 25.4, height: $0.height * 96 / 25.4) }
            ?? Size(width: 1920, height: 1080)
        ghostDetector = GhostDetector(screen: ghostScreen, quarantine: 60_000_000)
    }

    func take(_ event: RawEvent) {
        end = event.time
        for frame in reader.take(event) { take(frame) }
    }

    private func take(_ frame: ContactReader.Frame) {
        if frame.isRepair { lostEvents += 1 }
        if frame.touchCount > 0 || !frame.changes.isEmpty { frames += 1 }
        if let lastFrame, frame.time > lastFrame, frame.time - lastFrame < Self.pause,
            intervals.count < Self.intervalLimit
        {
            intervals.append(frame.time - lastFrame)
        }
        for change in frame.changes { take(change, at: frame.time) }
        mostFingers = max(mostFingers, frame.touchCount)
        lastFrame = frame.touchCount > 0 ? frame.time : nil
    }

    private func take(_ change: ContactChange, at time: Int64) {
        let state = change.state
        let location = grid.fraction(x: Double(state.x), y: Double(state.y))
        let point = Point(x: location.x * ghostScreen.width, y: location.y * ghostScreen.height)
        let isFarOut = !(-0.1...1.1).contains(location.x) || !(-0.1...1.1).contains(location.y)
        let slot = Int(change.slot)
        switch change.phase {
        case .down:
            touches += 1
            if strokes.isEmpty, let lastLift, time - lastLift.time < Self.interruption,
                lastLift.location.distance(to: location) < Self.nearness
            {
                interruptions += 1
            }
            lastLift = nil
            strokes[change.slot] = (location, location, time)
            visit(location, from: location, state)
            _ = ghostDetector.begins(slot, at: point, isFarOut: isFarOut, time)
        case .moved:
            guard let stroke = strokes[change.slot] else { return }
            visit(location, from: stroke.last, state)
            strokes[change.slot]?.last = location
            strokes[change.slot]?.time = time
            _ = ghostDetector.moves(slot, to: point, isFarOut: isFarOut, time)
        case .up, .cancelled:
            guard let stroke = strokes.removeValue(forKey: change.slot) else { return }
            let hasMoved = stroke.start.distance(to: stroke.last) > Self.nearness
            lastLift = change.phase == .up && hasMoved && strokes.isEmpty ? (time, stroke.last) : nil
            ghostDetector.ends(slot, time)
        }
        for report in ghostDetector.reports where report.change == .found {
            let (x, y) = (report.location.x / ghostScreen.width, report.location.y / ghostScreen.height)
            ghosts.append((report.reason, Point(x: x, y: y)))
        }
        ghostDetector.removeReports()
    }

    /// Registers a position, and the cells on the line from the previous position of the stroke.
    private func visit(_ location: Point, from previous: Point, _ state: SlotState) {
        if !(0...1).contains(location.x) || !(0...1).contains(location.y) { outOfRange += 1 }
        let first = extent?.minimum ?? location
        let last = extent?.maximum ?? location
        extent = (
            Point(x: min(first.x, location.x), y: min(first.y, location.y)),
            Point(x: max(last.x, location.x), y: max(last.y, location.y))
        )
        pressures = Self.extend(pressures, state.pressure)
        sizes = Self.extend(sizes, state.touchMajor)
        for step in 0...Self.columns {
            let part = Double(step) / Double(Self.columns)
            let x = previous.x + (location.x - previous.x) * part
            let y = previous.y + (location.y - previous.y) * part
            guard (0..<1).contains(x), (0..<1).contains(y) else { continue }
            isTouched[Int(y * Double(Self.rows)) * Self.columns + Int(x * Double(Self.columns))] = true
        }
    }

    private static func extend(_ range: ClosedRange<Int32>?, _ value: Int32) -> ClosedRange<Int32> {
        guard let range else { return value...value }
        return min(range.lowerBound, value)...max(range.upperBound, value)
    }
}
