internal import Contacts
internal import GestureKinds
public import HandlerEvents
internal import InputEvents
public import InputHub
internal import PluginAPI
public import ResponderKit

/// Records each decision in the handling of touches, for the JSON trace, flight recorder, explanations and inspector.
///
/// Only the input thread uses a recorder. The recorder appends each record to a ring buffer of the newest records and
/// to a queue for a reader on another thread. The recorder also passes each record to the sinks synchronously. The ring
/// buffer and the queue do not allocate memory when a record is added.
public final class TraceRecorder: ApplicationObserver, InputObserver {
    /// Level of detail.
    public struct Detail: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Every view that hit-testing visits. With this detail, hit-testing does not use the spatial index of
        /// subviews.
        public static let hitTests = Detail(rawValue: 1)
        /// Every move of a touch, with the calls, control events, gestures and handlers that it causes.
        public static let moves = Detail(rawValue: 2)
        /// Presses, and a record for every touch of a call that delivers moves. Without this detail, only the first
        /// touch of such a call has a record.
        public static let presses = Detail(rawValue: 4)
        /// The detail of a JSON trace.
        public static let everything: Detail = [.hitTests, .moves, .presses]
    }

    public let names: InternTable
    @exclusivity(unchecked) public private(set) var detail = Detail()
    /// The detail that the ring buffer and `outlet` receive, a subset of `detail`; `sinks` receive all of `detail`.
    @exclusivity(unchecked) private var storedDetail = Detail()
    /// Queues to a reader on another thread; nil if there is no such reader.
    @exclusivity(unchecked) public var outlet: Outlet?
    /// The clock that timestamps events; nil if dispatch delays are not measured.
    @exclusivity(unchecked) public var clock: (@Sendable () -> Int64)?
    /// Closures that receive each record synchronously; for a handler call, a closure also receives the handler event.
    @exclusivity(unchecked) private(set) var sinks: ContiguousArray<(follower: TraceFollower?, take: Sink)> = []
    @exclusivity(unchecked) private var records = Ring<TraceRecord>(capacity: 0)
    /// Memory for the trace records that a dump after a crash contains; nil if no such dump is written.
    package var decisions: DecisionMemory? { didSet { decisionRing = decisions?.ring } }
    @exclusivity(unchecked) private var decisionRing: DecisionMemory.RecordRing?
    @exclusivity(unchecked) private var handlerEvents = Ring<HandlerEvent>(capacity: 0)
    /// Event whose moves are not recorded yet. They are recorded before the next record or after the event's dispatch,
    /// so handlers do not wait for the recording.
    @exclusivity(unchecked) var deferredMoves: Unmanaged<Event>?
    /// Call that delivered the moves of `deferredMoves`; recorded together with the moves.
    @exclusivity(unchecked) var deferredCall: TraceRecord?
    /// Whether the current hit test belongs to a touch; only such hit tests are recorded.
    @exclusivity(unchecked) var isHitTestOfTouch = false
    /// The finger that was recorded as waking a screen. The next call of `ignored(_:reason:)` for this finger clears the
    /// property instead of writing a second record.
    @exclusivity(unchecked) var wakingFinger: FingerID?
    // Unowned: the application retains its observers. The pipeline retains the application and the recorder, and
    // removes the recorder from the application before it releases the application.
    unowned(unsafe) let application: Application

    public typealias Sink = (_ record: TraceRecord, _ event: HandlerEvent?) -> Void

    package init(of application: Application) { (self.application, names) = (application, .shared(of: application)) }

    /// Creates a recorder that writes a JSON trace with all details, one line per call of `write`. The caller must add
    /// the recorder to the application's observers.
    public convenience init(
        of application: Application,
        tracingTo write: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        self.init(of: application)
        serve(stored: [], sunk: .everything, capacity: 0)
        trace(to: write)
    }

    /// Adds a sink that receives every record synchronously. A sink loses no record, but a slow sink delays the input
    /// thread.
    public func add(sink: @escaping Sink) { sinks.append((nil, sink)) }

    /// Adds a reader on another thread, which does not delay the input thread.
    package func add(_ follower: TraceFollower) { sinks.append((follower, { follower.put($0, $1) })) }

    package func remove(_ follower: TraceFollower) { sinks.removeAll { $0.follower === follower } }

    package func trace(to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
        var text = TraceText(names)
        add { record, event in
            if text.render(record, event) { text.bytes.withUnsafeBufferPointer(write) }
        }
    }

    /// Sets the level of detail: `stored` for the ring and the outlet, `sunk` for sinks. The ring can contain at least
    /// `capacity` records.
    package func serve(stored: Detail, sunk: Detail, capacity: Int) {
        (detail, storedDetail) = (stored.union(sunk), stored)
        // If every move is stored, the ring fills quickly, so the ring's pages are allocated in advance.
        records.resize(to: capacity, isPreallocated: stored.contains(.moves))
        handlerEvents.resize(to: max(capacity / 16, 64))
    }

    public var followsHitTests: Bool { detail.contains(.hitTests) }
    var followsMoves: Bool { detail.contains(.moves) }

    // MARK: Reading

    /// The records that the ring buffer contains, oldest first.
    public var newest: [TraceRecord] { (records.start..<records.end).map { records[$0] } }

    /// Returns the index of the first retained record at or after `time`; the end index if there is none.
    public func index(since time: Int64) -> Int {
        var (low, high) = (records.start, records.end)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns at most `limit` records, starting at `index` or, if that record is no longer retained, at the oldest
    /// record. Also returns the index after the returned records.
    public func records(from index: Int, limit: Int) -> (records: [TraceRecord], next: Int) {
        let first = min(max(index, records.start), records.end)
        let next = min(first + limit, records.end)
        return ((first..<next).map { records[$0] }, next)
    }

    /// Returns the event that a handler received, given the `eventNumber` of the handler's record; nil if the event is
    /// no longer retained.
    public func handlerEvent(_ number: Int) -> HandlerEvent? {
        number >= handlerEvents.start && number < handlerEvents.end ? handlerEvents[number] : nil
    }

    // MARK: Writing

    /// Records a beginning, an end or a single event. `part` is the detail that includes the record; empty if every
    /// level of detail includes the record.
    @inline(__always)
    func write(_ record: TraceRecord, part: Detail = []) {
        if deferredMoves != nil { settle() }
        put(record, isOngoing: false, part: part)
    }

    /// Records progress, such as a move. If a reader is slow, progress records are dropped first, so that records of
    /// beginnings and ends remain.
    @inline(__always)
    func writeOngoing(_ record: TraceRecord, part: Detail = .moves) {
        guard followsMoves else { return }
        if deferredMoves != nil { settle() }
        put(record, isOngoing: true, part: part)
    }

    /// Records a visited view. Hit-testing may visit many views. If a reader is slow, these records are dropped first,
    /// like progress records.
    func writeVisit(_ record: TraceRecord) {
        if deferredMoves != nil { settle() }
        put(record, isOngoing: true, part: .hitTests)
    }

    /// Records a call of a handler with the event that the handler received.
    func write(_ record: TraceRecord, of event: HandlerEvent, isOngoing: Bool) {
        if deferredMoves != nil { settle() }
        var record = record
        let part: Detail = isOngoing ? .moves : []
        if storedDetail.isSuperset(of: part) {
            record.x = Double(handlerEvents.end)
            handlerEvents.append(event)
            if !isOngoing { outlet?.handlerEvents.put(DeliveredEvent(number: record.eventNumber, handlerEvent: event)) }
        }
        put(record, isOngoing: isOngoing, part: part, event: event)
    }

    @inline(__always)
    func put(_ record: TraceRecord, isOngoing: Bool, part: Detail, event: HandlerEvent? = nil) {
        if storedDetail.isSuperset(of: part) {
            records.append(record)
            if !isOngoing { decisionRing?.append(record) }
            outlet?.put(record, isOngoing: isOngoing)
        }
        if !sinks.isEmpty { deliver(record, event) }
    }

    private func deliver(_ record: TraceRecord, _ event: HandlerEvent?) {
        for sink in sinks { sink.take(record, event) }
    }

    /// Writes the deferred moves and their call; called before any later record is written.
    func settle() {
        guard let event = deferredMoves else { return }
        let call = deferredCall
        (deferredMoves, deferredCall) = (nil, nil)
        event._withUnsafeGuaranteedRef { writeTouches(of: $0) }
        if let call { put(call, isOngoing: true, part: .moves) }
    }

    /// Records the delay of a frame whose dispatch has ended; `time` is the timestamp of the frame.
    package func frameEnded(at time: Int64) {
        guard let outlet, let clock else { return }
        outlet.delays.put(clock() - time)
    }

    @inline(__always)
    func record(_ kind: TraceRecord.Kind, _ touch: Touch? = nil, at time: Int64? = nil) -> TraceRecord {
        var record = TraceRecord(kind, at: time ?? application.now)
        guard let touch else { return record }
        record.touch = Int32(truncatingIfNeeded: touch.number)
        record.device = touch.finger.device
        record.slot = Int16(truncatingIfNeeded: touch.finger.contact)
        let location = touch.locationOnScreen
        (record.u, record.v) = (location.x, location.y)
        return record
    }
}
