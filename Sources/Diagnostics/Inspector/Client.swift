internal import Geometry
internal import HandlerEvents
internal import LayoutRuntime
internal import Snapshots
internal import TouchTrace

/// A connected inspector page, and the versions of the data already sent to it.
final class Client {
    var reader: Reader
    /// Responses to the page; sent before all other messages.
    var replies: [[UInt8]] = []
    var tree = Seen()
    var devices = Seen()
    var delays = Seen()
    var results = Seen()
    /// Interned ids of the names already sent to the page.
    private var known: Set<InternedID> = []
    /// Direct-mapped cache of `known`, indexed by the low 6 bits of the id; most ids occur repeatedly.
    private var lately = InlineArray<64, InternedID>(repeating: 0)
    private var questions: [PageQuestion] = []
    /// Point of the pending hit test; nil if none is pending.
    private var point: Point?
    /// Point of the next hit test, not yet begun; nil if none is requested.
    private var nextPoint: Point?
    /// Time range of the requested recording, in microseconds; nil if none is requested.
    private var recording: ClosedRange<Int64>?

    /// Limit inspector-questions (limits.md, Web pages and clients): maximum number of waiting requests or responses of
    /// an inspector page. If exceeded: further requests are ignored.
    private static let questionLimit = 4
    /// Limit inspector-names (limits.md, Internal bounds): maximum number of names that are sent to an inspector page
    /// only once.
    ///
    /// When the limit is reached, the set of sent names is cleared, so the names are sent again when they are needed.
    private static let knownLimit = 1 << 18

    init(_ reader: Reader) { self.reader = reader }

    /// Makes the page discard its history, and sends the history again from the reader's position.
    func restart(_ reader: Reader) {
        self.reader = reader
        replies.append(Message.reset)
    }

    func hasPendingMessages(
        _ history: borrowing TraceHistory,
        _ tree: Versioned<TreeSnapshot>,
        _ devices: Versioned<[DeviceSnapshot]>,
        _ delays: Versioned<DelayCounts>,
        _ results: Versioned<Int>
    ) -> Bool {
        !replies.isEmpty || reader.hasMore(in: history) || self.tree.version < tree.version
            || self.devices.version < devices.version || self.delays.version < delays.version
            || self.results.version < results.version
    }

    var hasRoomForReply: Bool { replies.count < Self.questionLimit }

    func takeReply() -> [UInt8]? { replies.isEmpty ? nil : replies.removeFirst() }

    /// Marks a name as sent; returns true if the name was not sent before.
    func learns(_ id: InternedID) -> Bool {
        let index = Int(id & 63)
        guard lately[index] != id else { return false }
        lately[index] = id
        if known.count >= Self.knownLimit { known.removeAll() }
        return known.insert(id).inserted
    }

    /// Queues a request. Drops the request if the queue is full; the page repeats unanswered requests.
    func ask(_ question: PageQuestion) {
        if questions.count < Self.questionLimit, !questions.contains(question) { questions.append(question) }
    }

    var hasQuestion: Bool { !questions.isEmpty }

    func takeQuestion() -> PageQuestion? { questions.isEmpty ? nil : questions.removeFirst() }

    /// Requests a hit test; replaces a requested hit test that has not begun.
    func ask(_ point: Point) { nextPoint = point }

    /// Begins the requested hit test, and returns its point. Returns nil if no hit test is requested, another hit test
    /// is pending, or too many replies are waiting.
    func beginHitTest() -> Point? {
        guard point == nil, hasRoomForReply, let next = nextPoint else { return nil }
        (point, nextPoint) = (next, nil)
        return next
    }

    /// Queues the report of the pending hit test as a reply; returns false if the report is for another page.
    func finish(_ report: HitReport) -> Bool {
        guard point == report.point else { return false }
        point = nil
        replies.append(Message.hitReport(report))
        return true
    }

    /// Requests a recording; replaces a waiting request.
    func askRecording(of range: ClosedRange<Int64>) { recording = range }

    /// Time of the requested contacts, in microseconds: `Int64.max` for the current contacts, nil if none are
    /// requested.
    var slotTime: Int64?

    /// Whether a pending request needs the raw events. False while replies are waiting: a page that does not read must
    /// not cause copies of the events.
    var needsEvents: Bool { replies.isEmpty && (recording != nil || slotTime.map { $0 != .max } ?? false) }
    /// Whether a pending request needs the current contacts.
    var needsContacts: Bool { hasRoomForReply && slotTime == .max }

    func takeRecording() -> ClosedRange<Int64>? {
        defer { recording = nil }
        return recording
    }

    /// Clears the pending hit test; its report may never arrive.
    func forgetPoint() { point = nil }
}

/// A value with a version number that increases with each change.
struct Versioned<Value: Equatable> {
    private(set) var value: Value?
    private(set) var version = 0

    mutating func set(_ new: Value) {
        guard new != value else { return }
        value = new
        version += 1
    }
}

/// The last version of a value that was sent to a page.
struct Seen {
    private(set) var version = 0

    /// Returns the value and marks its version as sent; nil if the current version was already sent.
    mutating func update<Value>(of versioned: Versioned<Value>) -> Value? {
        guard version < versioned.version else { return nil }
        version = versioned.version
        return versioned.value
    }
}

/// Histogram of the delays from input events to their trace records.
struct DelayCounts: Equatable {
    /// Inclusive upper bounds of all buckets but the last, in microseconds.
    static let bounds: [Int64] = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    private(set) var counts = [Int](repeating: 0, count: Self.bounds.count + 1)

    mutating func add(_ microseconds: Int64) {
        counts[Self.bounds.firstIndex { microseconds <= $0 } ?? Self.bounds.count] += 1
    }
}

/// Recently delivered handler events. Each key is the `TraceRecord.eventNumber` of the record for the handler call.
struct DeliveredEvents {
    private var handlerEvents: [Int: HandlerEvent] = [:]
    private var order: ArraySlice<Int> = []

    /// Limit inspector-events (limits.md, Internal bounds): maximum number of handler events that are retained for an
    /// inspector page.
    private static let limit = 8192

    mutating func add(_ number: Int, _ handlerEvent: HandlerEvent) {
        if handlerEvents.updateValue(handlerEvent, forKey: number) == nil { order.append(number) }
        if order.count > Self.limit, let oldest = order.popFirst() { handlerEvents[oldest] = nil }
    }

    subscript(number: Int) -> HandlerEvent? { handlerEvents[number] }
}
