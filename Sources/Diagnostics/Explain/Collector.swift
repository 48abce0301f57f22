internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputHub
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Groups trace records by touch, so that an explanation of each touch can be created from its group.
struct Collector {
    /// Subject of one entry in the explanation.
    enum Item {
        case touch(Int32)
        /// A contact rejected by a filter, or a finger that never became a touch.
        case contact(RejectedFinger)
        case note(TraceRecord, HandlerEvent?)
    }

    /// A finger that never became a touch.
    struct RejectedFinger {
        /// Record of the contact on the panel; nil if no panel reported the finger.
        var contact: TraceRecord?
        /// Record of the ignored touch sample; nil for a contact that a filter rejected, because filters run before the
        /// hit test.
        var ignored: TraceRecord?
        /// Record of the ghost touches that were detected on the panel; nil if there were none.
        var ghost: TraceRecord?
        /// For a bounce, the time since the previous lift, and the distance between the lift and the new contact; nil
        /// for other contacts.
        var lift: (time: Int64, distance: Double)?
    }

    private(set) var items: [Item] = []
    private(set) var histories: [Int32: TouchHistory] = [:]
    private(set) var omitted = 0
    /// Time that explanations show as 0.
    private(set) var start: Int64 = 0
    /// Outcomes of handler calls in the running service, as opposed to calls in a replay.
    var service = ServiceCalls()
    private let only: Int32?
    private let limit: Int
    private var hasBegun = false
    private var visits: [TraceRecord] = []
    private var visitCount = 0
    private var contacts: [Finger: TraceRecord] = [:]
    private var live: [Finger: Int32] = [:]
    /// Touches that each gesture has received in its current recognition attempt.
    private var attempts: [InternedID: [Int32]] = [:]
    private var lastGesture: InternedID = 0
    /// Gestures that have begun but not ended.
    private var active: Set<InternedID> = []
    private var sequences = SequenceProgress()
    /// Gesture of each binding; 0 for a binding without a gesture.
    private var gestures: [InternedID: InternedID] = [:]
    /// For each responder, the touch of its latest touch-method call. Events and actions of a control are attributed to
    /// this touch.
    private var followed: [InternedID: Int32] = [:]
    private var lastControl: InternedID = 0
    private var thumbs = SliderThumbs()
    private var ghosts: [Int32: TraceRecord] = [:]
    /// Latest command that changed each aspect of each view or gesture.
    private var commands: [CommandKey: TraceRecord] = [:]
    /// For each binding with a delayed call, the touch whose event the handler will receive.
    private var delayed: [InternedID: Int32] = [:]
    private var callRates = CallRates()
    /// Latest touch of each device.
    private var latest: [Int32: Int32] = [:]

    private struct Finger: Hashable {
        let device: Int32
        let slot: Int16

        init(_ record: TraceRecord) { (device, slot) = (record.deviceNumber, record.contactSlot) }
    }

    /// Maximum number of visited views that are stored for one hit test.
    private static let visitLimit = 20_000
    /// Maximum number of visited views that are stored for all hit tests.
    private static let allVisitsLimit = 200_000
    /// Maximum number of stored commands; only the latest command for each aspect of a view or gesture is stored.
    private static let commandLimit = 1000

    init(only: Int32?, limit: Int) { (self.only, self.limit) = (only, limit) }

    mutating func begin(at time: Int64) { (start, hasBegun) = (time, true) }

    mutating func take(_ record: TraceRecord, _ handlerEvent: HandlerEvent?, _ names: InternTable, _ facts: LayoutFacts)
    {
        if !hasBegun { begin(at: record.time) }
        switch record.kind {
        // Does not report devices that are added before the first entry, such as the devices present at the start.
        case .device: if record.deviceChange != .added || !items.isEmpty { add(.note(record, nil)) }
        case .press: break
        case .misuse, .layout: add(.note(record, nil))
        case .command:
            thumbs.take(command: record)
            command(record)
            add(.note(record, nil))
        case .contact: contact(record)
        case .contactRejected:
            change(live[Finger(record)] ?? 0) { $0.filterCancellation = record.contactRejection ?? .none }
        case .ignored: ignored(record)
        case .visit: if visits.count < Self.visitLimit { visits.append(record) }
        case .hit: hit(record, facts)
        case .undelivered: change(record.touch) { $0.kept = record.nonDelivery }
        case .offered: offered(record)
        case .touch: touch(record)
        case .call: call(record)
        case .gesture:
            gesture(record)
            for (index, turn) in sequences.take(recognized: record, facts) {
                for number in touches(of: record) { change(number) { $0.turns[index] = turn } }
            }
        case .waits:
            for number in touches(of: record) { change(number) { $0.add(record, to: \.gestures) } }
        case .sequence: sequence(record)
        case .control:
            lastControl = record.subject
            thumbs.take(sent: record)
            change(followed[record.subject] ?? 0) { $0.add(record, to: \.controls) }
        case .action:
            if names[record.sender]?.kind == .plugin {
                // Attributes the handler calls of this action to no touch.
                lastControl = 0
                add(.note(record, nil))
            } else {
                change(followed[lastControl] ?? 0) { $0.add(record, to: \.actions) }
            }
        case .handler: handler(record, handlerEvent, names, facts)
        case .ghost:
            if record.isFound { found(record) }
            add(.note(record, nil))
        }
    }

    private mutating func add(_ item: Item) {
        if let only {
            guard case .touch(only) = item else { return }
        }
        guard items.count < limit else {
            omitted += 1
            return
        }
        items.append(item)
    }

    /// Modifies the history of a touch if the touch is known.
    private mutating func change(_ number: Int32, _ change: (inout TouchHistory) -> Void) {
        guard number != 0, histories[number] != nil else { return }
        change(&histories[number]!)
    }

    private func isExplained(_ number: Int32) -> Bool { only.map { $0 == number } ?? (items.count <= limit) }

    // MARK: Fingers

    private mutating func contact(_ record: TraceRecord) {
        guard record.contactRejection != TraceRecord.ContactRejection.none else {
            contacts[Finger(record)] = record
            return
        }
        add(.contact(RejectedFinger(contact: record, ghost: ghosts[record.deviceNumber], lift: lift(before: record))))
    }

    /// Returns the time since the previous lift, and the distance from the location of that lift, for a contact that
    /// was rejected as a bounce; nil for other contacts.
    private func lift(before record: TraceRecord) -> (time: Int64, distance: Double)? {
        guard record.contactRejection == .bounce, let touch = live[Finger(record)], let last = histories[touch]?.last
        else {
            return nil
        }
        return (record.measuredTime, last.distance(to: record.location))
    }

    /// Attaches the record of detected ghost touches to the rejected contact that caused the detection.
    private mutating func found(_ ghost: TraceRecord) {
        ghosts[ghost.deviceNumber] = ghost
        guard case .contact(var last)? = items.last, last.contact?.contactRejection == .ghost, last.ghost == nil else {
            return
        }
        last.ghost = ghost
        items[items.count - 1] = .contact(last)
    }

    private mutating func ignored(_ record: TraceRecord) {
        let finger = Finger(record)
        add(.contact(RejectedFinger(contact: contacts.removeValue(forKey: finger), ignored: record)))
    }

    private mutating func hit(_ record: TraceRecord, _ facts: LayoutFacts) {
        let finger = Finger(record)
        defer { visits.removeAll(keepingCapacity: true) }
        make(record)
        let contact = contacts.removeValue(forKey: finger)
        let own = visitCount < Self.allVisitsLimit && isExplained(record.touch) ? visits : []
        visitCount += own.count
        let others = live.values.filter { $0 != record.touch }.sorted()
        if let former = latest[record.deviceNumber], let end = histories[former]?.end, end.phase == .ended {
            change(former) { $0.next = (record.time, record.location) }
            let location = histories[former]?.began
            change(record.touch) { history in history.former = location.map { (end.time, $0) } }
        }
        latest[record.deviceNumber] = record.touch
        live[finger] = record.touch
        let (commands, made) = (commands, sequences.stepsMade)
        let gap = thumbs.gap(record.location, of: record.subject, facts)
        change(record.touch) { history in
            history.hit = record.subject
            history.thumbGap = gap
            (history.commands, history.stepsMade) = (commands, made)
            (history.contact, history.visits, history.others) = (contact, own, others)
        }
    }

    /// Adds a command to the histories of the active touches, and stores it for later touches.
    private mutating func command(_ record: TraceRecord) {
        guard record.subject != 0, !record.isScriptRun, record.treeHandler == nil || record.isDone,
            let aspect = CommandAspect(record)
        else { return }
        let key = CommandKey(subject: record.subject, aspect: aspect)
        guard commands[key] != nil || commands.count < Self.commandLimit else { return }
        commands[key] = record
        for number in live.values { change(number) { $0.commands[key] = record } }
    }

    private mutating func make(_ record: TraceRecord) {
        guard record.touch != 0, histories[record.touch] == nil, isExplained(record.touch) else { return }
        guard only != nil || items.count < limit else {
            if record.kind == .hit { omitted += 1 }
            return
        }
        var history = TouchHistory(number: record.touch, start: record.time, lastReport: record.time)
        (history.device, history.slot) = (record.deviceNumber, record.contactSlot)
        if record.kind == .hit {
            history.began = record.location
            history.last = record.location
        }
        histories[record.touch] = history
        add(.touch(record.touch))
    }

    private mutating func touch(_ record: TraceRecord) {
        make(record)
        let location = record.location
        guard let phase = record.phase else { return }
        change(record.touch) { history in
            if phase == .moved { history.moves += 1 }
            if phase != .cancelled { history.lastReport = record.time }
            if let began = history.began {
                history.path += history.last.distance(to: location)
                history.farthest = max(history.farthest, began.distance(to: location))
                history.straight = max(history.straight, abs(location.x - began.x), abs(location.y - began.y))
            } else if phase == .began {
                history.began = location
            }
            history.last = location
            if phase == .ended || phase == .cancelled { history.end = (phase, record.time) }
        }
        if phase == .ended || phase == .cancelled { live[Finger(record)] = nil }
    }

    // MARK: Results

    private mutating func offered(_ record: TraceRecord) {
        let isTaken = record.offerResult == .taken
        if isTaken {
            attempts[record.subject, default: []].append(record.touch)
        } else {
            // A gesture can ignore a touch after receiving it; later state changes of the gesture are not attributed to
            // this touch.
            attempts[record.subject]?.removeAll { $0 == record.touch }
        }
        let isActive = isTaken && active.contains(record.subject)
        change(record.touch) { history in
            if isActive { history.joined.insert(record.subject) } else { history.joined.remove(record.subject) }
            history.offers.removeAll { $0.subject == record.subject }
            history.add(record, to: \.offers)
        }
    }

    private func touches(of record: TraceRecord) -> [Int32] {
        attempts[record.subject] ?? (record.touch == 0 ? [] : [record.touch])
    }

    private mutating func gesture(_ record: TraceRecord) {
        if record.state == .began || record.state == .changed {
            active.insert(record.subject)
        } else {
            active.remove(record.subject)
        }
        if record.state == .possible {
            attempts[record.subject] = nil
            return
        }
        lastGesture = record.subject
        let all = touches(of: record)
        for number in all {
            change(number) { history in
                var record = record
                // Uses the largest distance of the finger from its start if the recognizer does not report a distance.
                if record.cause != .movedTooFar { record.distance = history.farthest }
                if record.gestureMeasure == .nothing { record.straight = history.straight }
                if record.cause == .wrongDirection { record.failureLocation = history.last }
                // A record with state `changed` replaces the preceding `changed` record of the same gesture.
                if record.state == .changed,
                    let index = history.gestures.lastIndex(where: { $0.subject == record.subject }),
                    history.gestures[index].state == .changed, history.gestures[index].kind == .gesture
                {
                    history.gestures[index] = record
                } else {
                    history.add(record, to: \.gestures)
                }
            }
        }
    }

    /// Attributes a step of a sequence to the touches of the step's gesture. Attributes the timeout of a sequence to
    /// the touches of the latest step.
    private mutating func sequence(_ record: TraceRecord) {
        let (record, touches) = sequences.take(step: record, touches: attempts[record.other] ?? [])
        for number in touches { change(number) { $0.add(record, to: \.gestures) } }
    }

    private mutating func call(_ record: TraceRecord) {
        guard let method = record.method else { return }
        followed[record.subject] = record.touch
        change(record.touch) { history in
            let index = history.calls.firstIndex { $0.responder == record.subject && $0.method == method }
            if let index {
                history.calls[index].count += 1
            } else if history.calls.count < TouchHistory.limit {
                history.calls.append(
                    TouchHistory.Call(responder: record.subject, method: method, time: record.time)
                )
            }
        }
    }

    /// Returns the gesture of a binding; for a binding of a sequence, the gesture that changed last.
    private mutating func gesture(of binding: InternedID, _ names: InternTable, _ facts: LayoutFacts) -> InternedID {
        if let known = gestures[binding] { return known == 0 ? lastGesture : known }
        let own = names[binding]?.binding
        let gesture = facts.gestures.values.first { $0.bound.contains { $0.bindings.contains { $0 === own } } }
        gestures[binding] = gesture?.id ?? 0
        return gesture?.id ?? lastGesture
    }

    private mutating func handler(
        _ record: TraceRecord,
        _ handlerEvent: HandlerEvent?,
        _ names: InternTable,
        _ facts: LayoutFacts
    ) {
        guard let event = record.event else { return }
        var touches = record.touch == 0 ? [] : [record.touch]
        switch event.family {
        case .gesture: touches = attempts[gesture(of: record.subject, names, facts)] ?? touches
        case .action, .control:
            if touches.isEmpty, let own = followed[lastControl] { touches = [own] }
            if touches.isEmpty, event.family == .action, lastControl == 0 { return add(.note(record, handlerEvent)) }
        case .touches: break
        case .presses, .motion, .remoteControl, .screen, .device, .ghost, .panel, .timer:
            return add(.note(record, handlerEvent))
        }
        if record.callOutcome == .delayed, let number = touches.first {
            if let former = delayed[record.subject], former != number {
                change(former) { $0.replaceDelayedCall(of: record.subject, by: number) }
            }
            delayed[record.subject] = number
        } else if !record.isWithheld {
            delayed[record.subject] = nil
        }
        // After a reload, the binding of an earlier call can be unknown.
        let binding = names[record.subject]?.binding
        let known = binding.flatMap { service.take(record, handlerEvent, $0) }
        let call = record.isWithheld ? nil : known
        let plugin = record.isWithheld ? nil : binding?.plugin
        let wait = plugin.map { callRates.wait(of: $0, on: event, at: record.time, facts) } ?? 0
        for number in touches {
            change(number) { $0.add(record, event, handlerEvent, call, wait: wait) }
        }
    }
}
