internal import Contacts
internal import GestureKinds
internal import InputEvents
public import Occurrences
internal import PluginAPI
public import ResponderKit

/// Records what is decided on every touch's way, for the JSON trace, the flight recorder, explanations and the inspector.
///
/// It belongs to the input thread. Records go into a ring of the newest ones, to a reader of another thread through pipes,
/// neither of which allocates, and to sinks at once.
public final class TraceRecorder: ApplicationObserver {
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
    /// Where records go besides the ring.
    @exclusivity(unchecked) public var outlet: Outlet?
    /// The clock that events count by, where it is to be counted how long decisions take.
    @exclusivity(unchecked) public var clock: (@Sendable () -> Int64)?
    /// Receive every record at once, with the event that a handler received.
    @exclusivity(unchecked) private var sinks: ContiguousArray<Sink> = []
    @exclusivity(unchecked) private var records = Ring<TraceRecord>(capacity: 0)
    @exclusivity(unchecked) private var occurrences = Ring<Occurrence>(capacity: 0)
    /// Moves that are still to be written down, and the call that told of them: nobody is to wait for that, so it is done
    /// when something comes of them, or when everybody has heard.
    @exclusivity(unchecked) private var owed: Unmanaged<Event>?
    @exclusivity(unchecked) private var owedCall: TraceRecord?
    /// A finger whose record as one that wakes a screen is written.
    @exclusivity(unchecked) private var wakingFinger: FingerID?
    // Unowned: the application retains its observers. A pipeline has both, and removes this one before the application goes.
    private unowned(unsafe) let application: Application

    public typealias Sink = (_ record: TraceRecord, _ event: Occurrence?) -> Void

    init(of application: Application) { (self.application, names) = (application, .shared(of: application)) }

    /// A recorder that writes all as a JSON trace, a line at a time; the application is to observe it.
    public convenience init(
        of application: Application,
        tracingTo write: @escaping (UnsafeBufferPointer<UInt8>) -> Void
    ) {
        self.init(of: application)
        serve(.everything, capacity: 0)
        trace(to: write)
    }

    /// Adds a sink that receives every record at once, for readers that have time and must lose none.
    public func add(sink: @escaping Sink) { sinks.append(sink) }

    /// Adds a JSON trace.
    func trace(to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
        var text = TraceText(names)
        add { record, event in
            if text.render(record, event) { text.bytes.withUnsafeBufferPointer(write) }
        }
    }

    /// Writes down so much from now on, and keeps so many records at least.
    func serve(_ detail: Detail, capacity: Int) {
        self.detail = detail
        // Who wants every move is looking now, and its ring is going to be full.
        records.resize(to: capacity, isAtHand: followsMoves)
        occurrences.resize(to: max(capacity / 16, 64))
    }

    public var followsHitTests: Bool { detail.contains(.hitTests) }
    private var followsMoves: Bool { detail.contains(.moves) }

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
    public func occurrence(_ number: Int) -> Occurrence? {
        number >= occurrences.start && number < occurrences.end ? occurrences[number] : nil
    }

    // MARK: Writing

    @inline(__always)
    private func write(_ record: TraceRecord) {
        if owed != nil { settle() }
        put(record, isOngoing: false)
    }

    /// What goes on makes room for what begins and ends when a reader is slow.
    @inline(__always)
    private func writeOngoing(_ record: TraceRecord) {
        guard followsMoves else { return }
        if owed != nil { settle() }
        put(record, isOngoing: true)
    }

    /// A search asks a view for each step, which can be many: they make room for what begins and ends too.
    private func writeVisit(_ record: TraceRecord) {
        if owed != nil { settle() }
        put(record, isOngoing: true)
    }

    @inline(__always)
    private func put(_ record: TraceRecord, isOngoing: Bool) {
        records.append(record)
        outlet?.put(record, isOngoing: isOngoing)
        if !sinks.isEmpty { deliver(record) }
    }

    private func deliver(_ record: TraceRecord) {
        let event = record.kind == .handler ? occurrence(record.eventNumber) : nil
        for sink in sinks { sink(record, event) }
    }

    /// Writes down the moves that are owed, where they belong: before what came of them.
    private func settle() {
        guard let event = owed else { return }
        let call = owedCall
        (owed, owedCall) = (nil, nil)
        event._withUnsafeGuaranteedRef { writeTouches(of: $0) }
        if let call { put(call, isOngoing: true) }
    }

    /// All is decided that came of a frame.
    func frameEnded(at time: Int64) {
        guard let outlet, let clock else { return }
        outlet.delays.put(clock() - time)
    }

    @inline(__always)
    private func record(_ kind: TraceRecord.Kind, _ touch: Touch? = nil, at time: Int64? = nil) -> TraceRecord {
        var record = TraceRecord(kind, at: time ?? application.now)
        guard let touch else { return record }
        record.touch = Int32(truncatingIfNeeded: touch.number)
        record.device = touch.finger.device
        record.slot = Int16(truncatingIfNeeded: touch.finger.contact)
        let place = touch.screenPlace
        (record.u, record.v) = (place.x, place.y)
        return record
    }

    // MARK: Panels

    /// A device came, went or lost events.
    public func device(_ number: Int32, _ name: String, _ change: TraceRecord.DeviceChange, at time: Int64) {
        var record = record(.device, at: max(time, application.now))
        record.device = number
        record.subject = names.id(of: name, .device)
        record.detail = change.rawValue
        write(record)
    }

    func contact(
        _ change: ContactChange,
        _ refusal: StrokeRefusal?,
        isTakenBack: Bool,
        away: Int64,
        at place: Point,
        of device: Int32,
        _ time: Int64
    ) {
        var record = TraceRecord(isTakenBack ? .contactTakenBack : .contact, at: time)
        record.other = InternedID(clamping: away)
        record.device = device
        record.slot = Int16(truncatingIfNeeded: change.slot)
        record.detail = TraceRecord.ContactRejection(refusal).rawValue
        (record.x, record.y) = (Double(change.state.x), Double(change.state.y))
        (record.u, record.v) = (place.x, place.y)
        write(record)
    }

    func neglected(
        _ slot: Int,
        _ state: SlotState,
        _ reason: ContactTracker.Neglect,
        _ hasTouched: Bool,
        _ pressure: Int16,
        at place: Point,
        of device: Int32,
        _ time: Int64
    ) {
        var record = TraceRecord(hasTouched ? .contactTakenBack : .contact, at: time)
        record.device = device
        record.slot = Int16(truncatingIfNeeded: slot)
        record.detail = TraceRecord.ContactRejection(reason).rawValue
        if reason == .tooLight { (record.former, record.count) = (state.distance > 0 ? 1 : 0, pressure) }
        (record.x, record.y) = (Double(state.x), Double(state.y))
        (record.u, record.v) = (place.x, place.y)
        write(record)
    }

    func ghost(_ device: Int32, _ report: GhostReport) {
        var record = record(.ghost, at: max(report.time, application.now))
        record.device = device
        record.detail = report.change == .found ? 1 : 0
        record.former = report.reason.rawValue
        record.count = Int16(clamping: report.touches)
        (record.x, record.y) = (Double(report.since), Double(report.period ?? 0))
        (record.u, record.v) = (report.place.x, report.place.y)
        write(record)
    }

    public func ignored(_ sample: TouchSample, reason: IgnoredTouch) {
        // One that wakes a screen has its record before the handlers of that screen.
        if reason == .unwanted, wakingFinger == sample.finger {
            wakingFinger = nil
        } else {
            ignored(sample, reason, on: 0)
        }
    }

    /// A finger went down on a screen that it wakes, and never becomes a touch.
    func unheard(_ sample: TouchSample, on screen: String) {
        wakingFinger = sample.finger
        ignored(sample, .unwanted, on: names.id(of: screen, .screen))
    }

    private func ignored(_ sample: TouchSample, _ reason: IgnoredTouch, on screen: InternedID) {
        var record = record(.ignored)
        record.subject = screen
        record.device = sample.finger.device
        record.slot = Int16(truncatingIfNeeded: sample.finger.contact)
        record.detail = reason.rawValue
        (record.u, record.v) = (sample.location.x, sample.location.y)
        write(record)
    }

    // MARK: Views

    public func hitTest(_ view: View, at point: Point, event: Event?) {
        // Those who only ask, as a plugin may, touch nothing.
        guard followsHitTests, event != nil else { return }
        var record = record(.visit)
        record.subject = names.id(of: view)
        record.other = names.id(of: view.superview)
        (record.x, record.y) = (point.x, point.y)
        writeVisit(record)
    }

    public func hitTest(_ view: View, refused point: Point, reason: HitTestRefusal) {
        guard followsHitTests else { return }
        var record = TraceRecord(reason, by: view, at: point, application.now)
        record.subject = names.id(of: view)
        record.other = names.id(of: view.superview)
        writeVisit(record)
    }

    public func touch(_ touch: Touch, hit view: View?) {
        var record = record(.hit, touch)
        record.subject = names.id(of: view)
        write(record)
    }

    public func touch(_ touch: Touch, keptFrom view: View, reason: TouchRefusal) {
        var record = record(.kept, touch)
        record.subject = names.id(of: view)
        record.detail = TraceRecord.Keeping(reason).rawValue
        write(record)
    }

    public func dispatching(_ event: Event) {
        switch event.type {
        case .touches:
            if !event.isOnlyMoves {
                writeTouches(of: event)
            } else if followsMoves {
                // Sinks need no deferral: they are not called where touches are not to wait.
                if sinks.isEmpty { owed = .passUnretained(event) } else { writeTouches(of: event) }
            }
        case .presses where detail.contains(.presses): writePresses(of: event)
        case .presses, .motion, .remoteControl: break
        }
    }

    private func writePresses(of event: Event) {
        let presses = ((event as? PressesEvent)?.allPresses ?? []).filter { $0.phase != .stationary }
        // A set has no order of its own, and traces need one.
        for press in presses.sorted(by: { ($0.button.device, $0.button.code) < ($1.button.device, $1.button.code) }) {
            var record = record(.press)
            record.device = press.button.device
            record.subject = names.id(of: press.responder)
            (record.detail, record.former) = (UInt8(press.phase.rawValue), UInt8(press.type.rawValue))
            record.x = Double(press.button.code)
            write(record)
        }
    }

    public func dispatched(_ event: Event) { settle() }

    private func writeTouches(of event: Event) {
        let members = event.members
        for place in members.indices {
            // The list holds them until the end, so that none has to be held once more.
            Unmanaged.passUnretained(members[place])._withUnsafeGuaranteedRef { touch in
                if touch.phase != .stationary {
                    put(self.touch(touch, at: event.time), isOngoing: touch.phase == .moved)
                }
            }
        }
    }

    @inline(__always)
    private func touch(_ touch: Touch, at time: Int64) -> TraceRecord {
        var record = record(.touch, touch, at: time)
        record.detail = UInt8(truncatingIfNeeded: touch.phase.rawValue)
        record.subject = names.id(of: touch.view)
        record.count = Int16(clamping: touch.tapCount)
        (record.x, record.y) = (touch.force, touch.majorRadius)
        return record
    }

    public func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        let isOngoing = method == .touchesMoved || method == .pressesChanged
        if isOngoing, !followsMoves { return }
        var record = record(.call, touches.first)
        record.subject = names.id(of: responder)
        record.detail = method.code
        record.count = Int16(clamping: touches.count)
        record.former = UInt8(truncatingIfNeeded: event.subtype.rawValue)
        if isOngoing {
            if owed != nil, owedCall == nil { owedCall = record } else { writeOngoing(record) }
            guard detail.contains(.presses) else { return }
        } else {
            write(record)
        }
        for (index, touch) in touches.enumerated().dropFirst() {
            (record.touch, record.x) = (Int32(truncatingIfNeeded: touch.number), Double(index))
            if isOngoing { writeOngoing(record) } else { write(record) }
        }
    }

    // MARK: Gestures

    public func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRefusal?) {
        var record = record(.offered, touch)
        record.subject = names.id(of: recognizer)
        record.other = names.id(of: recognizer.view)
        record.detail = TraceRecord.OfferResult(refusal).rawValue
        write(record)
    }

    public func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        if new == .changed, !followsMoves { return }
        var record = record(.gesture)
        record.subject = names.id(of: recognizer)
        record.device = names.id(of: recognizer.view)
        (record.former, record.detail) = (UInt8(old.rawValue), UInt8(new.rawValue))
        record.count = Int16(clamping: recognizer.touchesAtOnce)
        record.touch = recognizer.touchNumber
        record.set(cause, names)
        record.set(recognizer.measure, recognizer.numbers(in: nil))
        if new == .changed { writeOngoing(record) } else { write(record) }
    }

    public func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {
        for other in others {
            var record = record(.waits)
            record.subject = names.id(of: recognizer)
            record.other = names.id(of: other)
            record.touch = recognizer.touchNumber
            write(record)
        }
    }

    /// What a sequence made of a gesture that was recognized, or of the time that passed.
    func sequence(_ step: SequenceStep) {
        var record = record(.sequence)
        record.subject = names.id(of: step.sequence)
        record.other = step.gesture.map { names.id(of: $0) } ?? 0
        record.detail = UInt8(step.state.gestureState.rawValue)
        record.count = Int16(clamping: step.made)
        record.x = Double(step.of)
        write(record)
    }

    // MARK: Controls and actions

    public func control(_ control: Control, sent event: Control.Event) {
        let isOngoing = event == .touchDragInside || event == .touchDragOutside
        if isOngoing, !followsMoves { return }
        var record = record(.control)
        record.subject = names.id(of: control)
        record.other = InternedID(truncatingIfNeeded: event.rawValue)
        record.detail = TraceRecord.ControlFlags(control).rawValue
        switch control {
        case let slider as Slider: record.x = slider.value
        case let toggle as Switch: record.x = toggle.isOn ? 1 : 0
        default: break
        }
        if isOngoing || event == .valueChanged && followsMoves { writeOngoing(record) } else { write(record) }
    }

    public func action(_ action: Action, sent sender: AnyObject?, to target: (any ActionTarget)?) {
        var record = record(.action)
        record.subject = names.id(of: action.name, .action)
        record.device = names.id(of: sender)
        record.other = names.id(of: target)
        write(record)
    }

    public func misuse(_ misuse: Misuse) { write(record(.misuse)) }

    // MARK: Handlers

    /// Whether the handlers of an event are written down.
    @inline(__always)
    func hears(_ event: EventName) -> Bool { followsMoves || event.flow != .goesOn }

    /// Of one handler, which was told of several touches of an event, or of one thing.
    func handler(_ binding: InternedID, _ row: Span<Occurrence>, _ answers: Answers) {
        guard row.count > 0, hears(row[0].event) else { return }
        let now = application.now
        for place in row.indices {
            let occurrence = row[place]
            let isOngoing = occurrence.event.flow == .goesOn
            var record = TraceRecord(.handler, at: max(occurrence.time, now))
            record.subject = binding
            (record.touch, record.device) = (occurrence.touch, occurrence.device)
            record.detail = answers.isAccepted(place) ? 1 : 0
            record.former = UInt8(truncatingIfNeeded: occurrence.event.place)
            (record.u, record.v) = (occurrence.screenX, occurrence.screenY)
            record.x = Double(occurrences.end)
            occurrences.append(occurrence)
            if isOngoing {
                writeOngoing(record)
            } else {
                outlet?.occurrences.put(DeliveredEvent(number: record.eventNumber, occurrence: occurrence))
                write(record)
            }
        }
    }

    // MARK: The tree

    func command(_ command: CheckedCommand, on views: [String: View], of plugin: String) {
        var record = record(.command)
        switch command {
        case .set(let id, _), .add(_, let id, _), .remove(let id), .send(let id, _), .focus(let id):
            record.subject = names.id(of: views[id])
        case .cancelTouches(let id): record.subject = names.id(of: id.flatMap { views[$0] })
        case .raise: break
        case .describe, .dump, .refused: return
        }
        record.other = names.id(of: plugin, .plugin)
        write(record)
    }

    func layoutChanged(at time: Int64) {
        names.beginGeneration()
        write(record(.layout, at: max(time, application.now)))
    }
}

extension EventName {
    /// The state of a sequence.
    fileprivate var gestureState: GestureRecognizer.State {
        switch self {
        case .began: .began
        case .changed: .changed
        case .ended: .ended
        default: .failed
        }
    }
}
