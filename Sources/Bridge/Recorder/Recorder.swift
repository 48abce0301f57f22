internal import Contacts
internal import InputEvents
public import Occurrences
internal import PluginAPI
public import ResponderKit

/// Writes down what is decided on every touch's way, as numbers, for those who want to know why.
///
/// It belongs to the input thread. What it writes goes into a ring of the newest decisions, and to a reader of another
/// thread through pipes; neither asks for memory.
public final class Recorder: ApplicationObserver {
    /// How much is written down.
    public struct Detail: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Every view that a search for views asks; searches visit every one of them then.
        public static let hitTests = Detail(rawValue: 1)
        /// Every move of a touch, and every call, control event, gesture and handler that goes on.
        public static let moves = Detail(rawValue: 2)
    }

    public let roster: Roster
    @exclusivity(unchecked) public private(set) var detail = Detail()
    /// Where decisions go besides the ring.
    @exclusivity(unchecked) public var outlet: Outlet?
    /// The clock that events count by, where it is to be counted how long decisions take.
    @exclusivity(unchecked) public var clock: (@Sendable () -> Int64)?
    /// Told of every decision at once, for who has time and wants to lose none, as a replay does.
    @exclusivity(unchecked) public var heard: ((Decision) -> Void)?
    @exclusivity(unchecked) private var decisions = Ring<Decision>(capacity: 0)
    @exclusivity(unchecked) private var occurrences = Ring<Occurrence>(capacity: 0)
    /// Moves that are still to be written down, and the call that told of them: nobody is to wait for that, so it is done
    /// when something comes of them, or when everybody has heard.
    @exclusivity(unchecked) private var owed: Unmanaged<Event>?
    @exclusivity(unchecked) private var owedCall: Decision?
    // The application keeps its observers, and so must not be kept by them. A pipeline has both, and takes this one from all
    // who call it before the application goes.
    private unowned(unsafe) let application: Application

    init(of application: Application, _ roster: Roster) { (self.application, self.roster) = (application, roster) }

    /// Writes down so much from now on, and keeps so many decisions at least.
    func serve(_ detail: Detail, capacity: Int) {
        self.detail = detail
        // Who wants every move is looking now, and its ring is going to be full.
        decisions.resize(to: capacity, isAtHand: followsMoves)
        occurrences.resize(to: max(capacity / 16, 64))
    }

    public var followsHitTests: Bool { detail.contains(.hitTests) }
    private var followsMoves: Bool { detail.contains(.moves) }

    // MARK: Reading

    /// The newest decisions, oldest first.
    public var newest: [Decision] { (decisions.start..<decisions.end).map { decisions[$0] } }

    /// The place of the oldest decision that is there and not older than a time.
    public func place(since time: Int64) -> Int {
        var (low, high) = (decisions.start, decisions.end)
        while low < high {
            let middle = (low + high) / 2
            if decisions[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// So many decisions at most from a place on, or from the oldest that is there, and the place behind them.
    public func decisions(from place: Int, limit: Int) -> (decisions: [Decision], next: Int) {
        let first = min(max(place, decisions.start), decisions.end)
        let next = min(first + limit, decisions.end)
        return ((first..<next).map { decisions[$0] }, next)
    }

    /// What a handler was told, of the number that its decision has in `x`; nil when it is too long ago.
    public func occurrence(_ number: Double) -> Occurrence? {
        let place = Int(number)
        return place >= occurrences.start && place < occurrences.end ? occurrences[place] : nil
    }

    // MARK: Writing

    @inline(__always)
    private func write(_ decision: Decision) {
        if owed != nil { settle() }
        put(decision, isOngoing: false)
    }

    /// What goes on makes room for what begins and ends when a reader is slow.
    @inline(__always)
    private func writeOngoing(_ decision: Decision) {
        guard followsMoves else { return }
        if owed != nil { settle() }
        put(decision, isOngoing: true)
    }

    /// A search asks a view for each step, which can be many: they make room for what begins and ends too.
    private func writeVisit(_ decision: Decision) {
        if owed != nil { settle() }
        put(decision, isOngoing: true)
    }

    @inline(__always)
    private func put(_ decision: Decision, isOngoing: Bool) {
        decisions.append(decision)
        outlet?.put(decision, isOngoing: isOngoing)
        heard?(decision)
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
    private func decision(_ kind: Decision.Kind, _ touch: Touch? = nil, at time: Int64? = nil) -> Decision {
        var decision = Decision(kind, at: time ?? application.now)
        guard let touch else { return decision }
        decision.touch = Int32(truncatingIfNeeded: touch.number)
        decision.device = touch.finger.device
        decision.slot = Int16(truncatingIfNeeded: touch.finger.contact)
        let place = touch.screenPlace
        (decision.u, decision.v) = (place.x, place.y)
        return decision
    }

    // MARK: Panels

    func device(_ number: Int32, _ change: TraceWriter.DeviceChange, at time: Int64) {
        var decision = decision(.device, at: max(time, application.now))
        decision.device = number
        decision.detail = change.code
        write(decision)
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
        var decision = Decision(isTakenBack ? .contactTakenBack : .contact, at: time)
        decision.other = Mark(clamping: away)
        decision.device = device
        decision.slot = Int16(truncatingIfNeeded: change.slot)
        decision.detail = Decision.ContactRejection(refusal).rawValue
        (decision.x, decision.y) = (Double(change.state.x), Double(change.state.y))
        (decision.u, decision.v) = (place.x, place.y)
        write(decision)
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
        var decision = Decision(hasTouched ? .contactTakenBack : .contact, at: time)
        decision.device = device
        decision.slot = Int16(truncatingIfNeeded: slot)
        decision.detail = Decision.ContactRejection(reason).rawValue
        if reason == .tooLight { (decision.former, decision.count) = (state.distance > 0 ? 1 : 0, pressure) }
        (decision.x, decision.y) = (Double(state.x), Double(state.y))
        (decision.u, decision.v) = (place.x, place.y)
        write(decision)
    }

    func ghost(_ device: Int32, _ report: GhostReport) {
        var decision = decision(.ghost, at: max(report.time, application.now))
        decision.device = device
        decision.detail = report.change == .found ? 1 : 0
        decision.former = report.reason.rawValue
        decision.count = Int16(clamping: report.touches)
        (decision.u, decision.v) = (report.place.x, report.place.y)
        write(decision)
    }

    public func ignored(_ sample: TouchSample, reason: IgnoredTouch) {
        var decision = decision(.ignored)
        decision.device = sample.finger.device
        decision.slot = Int16(truncatingIfNeeded: sample.finger.contact)
        decision.detail = reason.rawValue
        (decision.u, decision.v) = (sample.location.x, sample.location.y)
        write(decision)
    }

    // MARK: Views

    public func hitTest(_ view: View, at point: Point, event: Event?) {
        // Those who only ask, as a plugin may, touch nothing.
        guard followsHitTests, event != nil else { return }
        var decision = decision(.visit)
        decision.subject = roster.mark(of: view)
        decision.other = roster.mark(of: view.superview)
        (decision.x, decision.y) = (point.x, point.y)
        writeVisit(decision)
    }

    public func hitTest(_ view: View, refused point: Point, reason: HitTestRefusal) {
        guard followsHitTests else { return }
        var decision = Decision(reason, by: view, at: point, application.now)
        decision.subject = roster.mark(of: view)
        decision.other = roster.mark(of: view.superview)
        writeVisit(decision)
    }

    public func touch(_ touch: Touch, hit view: View?) {
        var decision = decision(.hit, touch)
        decision.subject = roster.mark(of: view)
        write(decision)
    }

    public func touch(_ touch: Touch, keptFrom view: View, reason: TouchRefusal) {
        var decision = decision(.kept, touch)
        decision.subject = roster.mark(of: view)
        decision.detail = Decision.Keeping(reason).rawValue
        write(decision)
    }

    public func dispatching(_ event: Event) {
        guard event.type == .touches else { return }
        if !event.isOnlyMoves {
            writeTouches(of: event)
        } else if followsMoves {
            owed = .passUnretained(event)
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
    private func touch(_ touch: Touch, at time: Int64) -> Decision {
        var decision = decision(.touch, touch, at: time)
        decision.detail = UInt8(truncatingIfNeeded: touch.phase.rawValue)
        decision.subject = roster.mark(of: touch.view)
        decision.count = Int16(clamping: touch.tapCount)
        (decision.x, decision.y) = (touch.force, touch.majorRadius)
        return decision
    }

    public func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        let isOngoing = method == .touchesMoved || method == .pressesChanged
        if isOngoing, !followsMoves { return }
        var decision = decision(.call, touches.first)
        decision.subject = roster.mark(of: responder)
        decision.detail = method.code
        decision.count = Int16(clamping: touches.count)
        if isOngoing {
            if owed != nil, owedCall == nil { owedCall = decision } else { writeOngoing(decision) }
            return
        }
        write(decision)
        // Who began and ended where is told of each.
        for touch in touches.dropFirst() {
            decision.touch = Int32(truncatingIfNeeded: touch.number)
            write(decision)
        }
    }

    // MARK: Gestures

    public func recognizer(_ recognizer: GestureRecognizer, offered touch: Touch, refusal: OfferRefusal?) {
        var decision = decision(.offered, touch)
        decision.subject = roster.mark(of: recognizer)
        decision.other = roster.mark(of: recognizer.view)
        decision.detail = Decision.OfferResult(refusal).rawValue
        write(decision)
    }

    public func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        if new == .changed, !followsMoves { return }
        var decision = decision(.gesture)
        decision.subject = roster.mark(of: recognizer)
        (decision.former, decision.detail) = (UInt8(old.rawValue), UInt8(new.rawValue))
        decision.count = Int16(clamping: recognizer.touchesAtOnce)
        decision.touch = recognizer.touchNumber
        decision.set(cause, roster)
        switch recognizer {
        case let pan as PanGestureRecognizer:
            let way = pan.translation(in: nil)
            (decision.u, decision.v) = (way.x, way.y)
        case let pinch as PinchGestureRecognizer: decision.u = pinch.scale
        case let turn as RotationGestureRecognizer: decision.u = turn.rotation
        default: break
        }
        if new == .changed { writeOngoing(decision) } else { write(decision) }
    }

    public func recognizer(_ recognizer: GestureRecognizer, waitsFor others: [GestureRecognizer]) {
        for other in others {
            var decision = decision(.waits)
            decision.subject = roster.mark(of: recognizer)
            decision.other = roster.mark(of: other)
            decision.touch = recognizer.touchNumber
            write(decision)
        }
    }

    /// What a sequence made of a gesture that was recognized, or of the time that passed.
    func sequence(_ step: SequenceStep) {
        var decision = decision(.sequence)
        decision.subject = roster.mark(of: step.sequence)
        decision.other = step.gesture.map { roster.mark(of: $0) } ?? 0
        decision.detail = UInt8(step.state.gestureState.rawValue)
        decision.count = Int16(clamping: step.made)
        decision.x = Double(step.of)
        write(decision)
    }

    // MARK: Controls and actions

    public func control(_ control: Control, sent event: Control.Event) {
        let isOngoing = event == .touchDragInside || event == .touchDragOutside
        if isOngoing, !followsMoves { return }
        var decision = decision(.control)
        decision.subject = roster.mark(of: control)
        decision.other = Mark(truncatingIfNeeded: event.rawValue)
        decision.detail = Decision.ControlFlags(control).rawValue
        switch control {
        case let slider as Slider: decision.x = slider.value
        case let toggle as Switch: decision.x = toggle.isOn ? 1 : 0
        default: break
        }
        if isOngoing || event == .valueChanged && followsMoves { writeOngoing(decision) } else { write(decision) }
    }

    public func action(_ action: Action, sent sender: AnyObject?, to target: (any ActionTarget)?) {
        var decision = decision(.action)
        decision.subject = roster.mark(of: action.name, .action)
        decision.other = roster.mark(of: target as? Responder)
        write(decision)
    }

    public func misuse(_ misuse: Misuse) { write(decision(.misuse)) }

    // MARK: Handlers

    /// Whether the handlers of an event are written down.
    @inline(__always)
    func hears(_ event: EventName) -> Bool { followsMoves || event.flow != .goesOn }

    /// Of one handler, which was told of several touches of an event, or of one thing.
    func handler(_ binding: Mark, _ row: Span<Occurrence>, _ answers: Answers) {
        guard row.count > 0, hears(row[0].event) else { return }
        let now = application.now
        for place in row.indices {
            let occurrence = row[place]
            let isOngoing = occurrence.event.flow == .goesOn
            var decision = Decision(.handler, at: max(occurrence.time, now))
            decision.subject = binding
            (decision.touch, decision.device) = (occurrence.touch, occurrence.device)
            decision.detail = answers.isAccepted(place) ? 1 : 0
            decision.former = UInt8(truncatingIfNeeded: occurrence.event.place)
            (decision.u, decision.v) = (occurrence.screenX, occurrence.screenY)
            decision.x = Double(occurrences.end)
            occurrences.append(occurrence)
            if isOngoing {
                writeOngoing(decision)
            } else {
                outlet?.occurrences.put(Told(number: decision.x, occurrence: occurrence))
                write(decision)
            }
        }
    }

    // MARK: The tree

    func command(_ command: CheckedCommand, on views: [String: View], of plugin: String) {
        var decision = decision(.command)
        switch command {
        case .set(let id, _), .add(_, let id, _), .remove(let id), .send(let id, _), .focus(let id):
            decision.subject = roster.mark(of: views[id])
        case .cancelTouches(let id): decision.subject = roster.mark(of: id.flatMap { views[$0] })
        case .raise: break
        case .describe, .dump, .refused: return
        }
        decision.other = roster.mark(of: plugin, .plugin)
        write(decision)
    }

    func layoutChanged(at time: Int64) {
        roster.beginGeneration()
        write(decision(.layout, at: max(time, application.now)))
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
