internal import Contacts
internal import GestureKinds
public import HandlerEvents
internal import InputEvents
public import InputHub
internal import PluginAPI
public import ResponderKit

/// Records what is decided on every touch's way, for the JSON trace, the flight recorder, explanations and the inspector.
///
/// It belongs to the input thread. Records go into a ring of the newest ones, to a reader of another thread through pipes,
/// neither of which allocates, and to sinks at once.
public final class TraceRecorder: ApplicationObserver, InputObserver {
    /// How much is written down.
    public struct Detail: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Every view that a search for views asks; searches visit every one of them then.
        public static let hitTests = Detail(rawValue: 1)
        /// Every move of a touch, and every call, control event, gesture and handler that goes on.
        public static let moves = Detail(rawValue: 2)
        /// Presses, and every touch of a call that goes on.
        public static let presses = Detail(rawValue: 4)
        /// All that a JSON trace has.
        public static let everything: Detail = [.hitTests, .moves, .presses]
    }

    public let names: InternTable
    @exclusivity(unchecked) public private(set) var detail = Detail()
    /// The part of `detail` that the ring and the outlet receive; sinks receive all of it.
    @exclusivity(unchecked) private var storedDetail = Detail()
    /// Where records go besides the ring.
    @exclusivity(unchecked) public var outlet: Outlet?
    /// The clock that events count by, where it is to be counted how long decisions take.
    @exclusivity(unchecked) public var clock: (@Sendable () -> Int64)?
    /// Receive every record at once, with the event that a handler received.
    @exclusivity(unchecked) private(set) var sinks: ContiguousArray<Sink> = []
    @exclusivity(unchecked) private var records = Ring<TraceRecord>(capacity: 0)
    @exclusivity(unchecked) private var handlerEvents = Ring<HandlerEvent>(capacity: 0)
    /// Moves that are still to be written down, and the call that told of them: nobody is to wait for that, so it is done
    /// when something comes of them, or when everybody has heard.
    @exclusivity(unchecked) var owed: Unmanaged<Event>?
    @exclusivity(unchecked) var owedCall: TraceRecord?
    /// A finger whose record as one that wakes a screen is written.
    @exclusivity(unchecked) var wakingFinger: FingerID?
    // Unowned: the application retains its observers. A pipeline has both, and removes this one before the application goes.
    unowned(unsafe) let application: Application

    public typealias Sink = (_ record: TraceRecord, _ event: HandlerEvent?) -> Void

    package init(of application: Application) { (self.application, names) = (application, .shared(of: application)) }

    /// A recorder that writes all as a JSON trace, a line at a time; the application is to observe it.
    public convenience init(
        of application: Application,
        tracingTo write: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        self.init(of: application)
        serve(stored: [], sunk: .everything, capacity: 0)
        trace(to: write)
    }

    /// Adds a sink that receives every record at once, for readers that have time and must lose none.
    public func add(sink: @escaping Sink) { sinks.append(sink) }

    /// Adds a JSON trace.
    package func trace(to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
        var text = TraceText(names)
        add { record, event in
            if text.render(record, event) { text.bytes.withUnsafeBufferPointer(write) }
        }
    }

    /// Records at a level of detail from now on: `stored` for the ring and the outlet, `sunk` for sinks. The ring has room
    /// for at least `capacity` records.
    package func serve(stored: Detail, sunk: Detail, capacity: Int) {
        (detail, storedDetail) = (stored.union(sunk), stored)
        // A reader of every move is looking now, and fills the ring.
        records.resize(to: capacity, isAtHand: stored.contains(.moves))
        handlerEvents.resize(to: max(capacity / 16, 64))
    }

    public var followsHitTests: Bool { detail.contains(.hitTests) }
    var followsMoves: Bool { detail.contains(.moves) }

    // MARK: Reading

    /// The newest records, oldest first.
    public var newest: [TraceRecord] { (records.start..<records.end).map { records[$0] } }

    /// The place of the oldest record that is there and not older than a time.
    public func place(since time: Int64) -> Int {
        var (low, high) = (records.start, records.end)
        while low < high {
            let middle = (low + high) / 2
            if records[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// So many records at most from a place on, or from the oldest that is there, and the place behind them.
    public func records(from place: Int, limit: Int) -> (records: [TraceRecord], next: Int) {
        let first = min(max(place, records.start), records.end)
        let next = min(first + limit, records.end)
        return ((first..<next).map { records[$0] }, next)
    }

    /// Returns what a handler received, by the `eventNumber` of its record; nil when it is too long ago.
    public func handlerEvent(_ number: Int) -> HandlerEvent? {
        number >= handlerEvents.start && number < handlerEvents.end ? handlerEvents[number] : nil
    }

    // MARK: Writing

    /// Records what begins, ends or happens once; `part` is the detail that it belongs to, empty for what every reader
    /// receives.
    @inline(__always)
    func write(_ record: TraceRecord, part: Detail = []) {
        if owed != nil { settle() }
        put(record, isOngoing: false, part: part)
    }

    /// What goes on makes room for what begins and ends when a reader is slow.
    @inline(__always)
    func writeOngoing(_ record: TraceRecord, part: Detail = .moves) {
        guard followsMoves else { return }
        if owed != nil { settle() }
        put(record, isOngoing: true, part: part)
    }

    /// A search asks a view for each step, which can be many: they make room for what begins and ends too.
    func writeVisit(_ record: TraceRecord) {
        if owed != nil { settle() }
        put(record, isOngoing: true, part: .hitTests)
    }

    /// Records a call of a handler with the event that the handler received.
    func write(_ record: TraceRecord, of event: HandlerEvent, isOngoing: Bool) {
        if owed != nil { settle() }
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
            outlet?.put(record, isOngoing: isOngoing)
        }
        if !sinks.isEmpty { deliver(record, event) }
    }

    private func deliver(_ record: TraceRecord, _ event: HandlerEvent?) {
        for sink in sinks { sink(record, event) }
    }

    /// Writes down the moves that are owed, where they belong: before what came of them.
    func settle() {
        guard let event = owed else { return }
        let call = owedCall
        (owed, owedCall) = (nil, nil)
        event._withUnsafeGuaranteedRef { writeTouches(of: $0) }
        if let call { put(call, isOngoing: true, part: .moves) }
    }

    /// All is decided that came of a frame.
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
        let place = touch.screenPlace
        (record.u, record.v) = (place.x, place.y)
        return record
    }
}
