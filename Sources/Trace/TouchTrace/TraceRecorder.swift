internal import Contacts
internal import GestureKinds
public import HandlerEvents
internal import InputEvents
public import InputHub
internal import PluginAPI
public import ResponderKit

/// Records each decision in touch handling, for the JSON trace, flight recorder, explanations and inspector.
///
/// Used only on the input thread. Appends each record to a ring buffer of the newest records and to a queue for another
/// thread, without memory allocation. Passes each record to the sinks synchronously.
public final class TraceRecorder: ApplicationObserver, InputObserver {
    /// Level of detail.
    public struct Detail: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Every view visited by hit-testing. With this detail, hit-testing does not use the spatial index of subviews.
        public static let hitTests = Detail(rawValue: 1)
        /// Every move of a touch, with the resulting calls, control events, gestures and handlers.
        public static let moves = Detail(rawValue: 2)
        /// Presses, and a record for each touch of a call that delivers moves. Otherwise, only the first touch of such
        /// a call has a record.
        public static let presses = Detail(rawValue: 4)
        /// Detail of a JSON trace.
        public static let everything: Detail = [.hitTests, .moves, .presses]
    }

    public let names: InternTable
    @exclusivity(unchecked) public private(set) var detail = Detail()
    /// Detail for the ring buffer and `outlet`, a subset of `detail`. `sinks` receive all of `detail`.
    @exclusivity(unchecked) private var storedDetail = Detail()
    /// Queues to a reader on another thread; nil without such a reader.
    @exclusivity(unchecked) public var outlet: Outlet?
    /// The clock of event timestamps, for measuring dispatch delays; nil if delays are not measured.
    @exclusivity(unchecked) public var clock: (@Sendable () -> Int64)?
    /// Closures that receive each record synchronously and, for a handler call, the handler event.
    @exclusivity(unchecked) private(set) var sinks: ContiguousArray<(follower: TraceFollower?, take: Sink)> = []
    @exclusivity(unchecked) private var records = Ring<TraceRecord>(capacity: 0)
    /// Memory of trace records for a dump after a crash; nil if there is no such dump.
    package var decisions: DecisionMemory? { didSet { decisionRing = decisions?.ring } }
    @exclusivity(unchecked) private var decisionRing: DecisionMemory.RecordRing?
    @exclusivity(unchecked) private var handlerEvents = Ring<HandlerEvent>(capacity: 0)
    /// Event whose moves are not yet recorded. They are recorded before the next record or after the event's dispatch,
    /// so handlers are not delayed.
    @exclusivity(unchecked) var deferredMoves: Unmanaged<Event>?
    /// Call that delivered the moves of `deferredMoves`; recorded with the moves.
    @exclusivity(unchecked) var deferredCall: TraceRecord?
    /// Whether the current hit test is for a touch; other hit tests are not recorded.
    @exclusivity(unchecked) var isHitTestOfTouch = false
    /// Finger that was recorded as waking a screen. The next `ignored(_:reason:)` for this finger clears the property
    /// and writes no second record.
    @exclusivity(unchecked) var wakingFinger: FingerID?
    // Unowned: the application retains its observers. The pipeline retains the application and the recorder. It removes
    // the recorder from the application before it releases the application.
    unowned(unsafe) let application: Application

    public typealias Sink = (_ record: TraceRecord, _ event: HandlerEvent?) -> Void

    package init(of application: Application) { (self.application, names) = (application, .shared(of: application)) }

    /// Creates a recorder that writes a JSON trace with all details, one line per call of `write`. The caller must add
    /// it to the application's observers.
    public convenience init(
        of application: Application,
        tracingTo write: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        self.init(of: application)
        serve(stored: [], sunk: .everything, capacity: 0)
        trace(to: write)
    }

    /// Adds a sink, which receives every record synchronously. A sink loses no record, but a slow sink delays the input
    /// thread.
    public func add(sink: @escaping Sink) { sinks.append((nil, sink)) }

    /// Adds a reader on another thread. The reader does not delay the input thread.
    package func add(_ follower: TraceFollower) { sinks.append((follower, { follower.put($0, $1) })) }

    package func remove(_ follower: TraceFollower) { sinks.removeAll { $0.follower === follower } }

    package func trace(to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
        var text = TraceText(names)
        add { record, event in
            if text.render(record, event) { text.bytes.withUnsafeBufferPointer(write) }
        }
    }

    /// Sets the level of detail: `stored` for the ring and the outlet, `sunk` for sinks. The ring has space for at
    /// least `capacity` records.
    package func serve(stored: Detail, sunk: Detail, capacity: Int) {
        (detail, storedDetail) = (stored.union(sunk), stored)
        // A ring with all moves fills quickly; its pages are allocated now.
        records.resize(to: capacity, isPreallocated: stored.contains(.moves))
        handlerEvents.resize(to: max(capacity / 16, 64))
    }

    public var followsHitTests: Bool { detail.contains(.hitTests) }
    var followsMoves: Bool { detail.contains(.moves) }

    // MARK: Reading

    /// Records in the ring buffer, oldest first.
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

    /// Returns at most `limit` records from `index` or, if later, from the oldest retained record. Also returns the
    /// index after the returned records.
    public func records(from index: Int, limit: Int) -> (records: [TraceRecord], next: Int) {
        let first = min(max(index, records.start), records.end)
        let next = min(first + limit, records.end)
        return ((first..<next).map { records[$0] }, next)
    }

    /// Returns a handler's event, given the `eventNumber` of the handler's record; nil if the event is no longer
    /// retained.
    public func handlerEvent(_ number: Int) -> HandlerEvent? {
        number >= handlerEvents.start && number < handlerEvents.end ? handlerEvents[number] : nil
    }

    // MARK: Writing

    /// Records a beginning, an end or a single event. `part` is the detail that includes the record; empty for all
    /// levels.
    @inline(__always)
    func write(_ record: TraceRecord, part: Detail = []) {
        if deferredMoves != nil { settle() }
        put(record, isOngoing: false, part: part)
    }

    /// Records progress, such as a move. A slow reader loses progress records first, and retains records of beginnings
    /// and ends.
    @inline(__always)
    func writeOngoing(_ record: TraceRecord, part: Detail = .moves) {
        guard followsMoves else { return }
        if deferredMoves != nil { settle() }
        put(record, isOngoing: true, part: part)
    }

    /// Records a visited view. Hit-testing may visit many views, so a slow reader loses these records first, like
    /// progress records.
    func writeVisit(_ record: TraceRecord) {
        if deferredMoves != nil { settle() }
        put(record, isOngoing: true, part: .hitTests)
    }

    /// Records a handler call with its event.
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

    /// Writes the deferred moves and their call. Called before any later record is written.
    func settle() {
        guard let event = deferredMoves else { return }
        let call = deferredCall
        (deferredMoves, deferredCall) = (nil, nil)
        event._withUnsafeGuaranteedRef { writeTouches(of: $0) }
        if let call { put(call, isOngoing: true, part: .moves) }
    }

    /// Records the delay at the end of a frame's dispatch; `time` is the frame's timestamp.
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
