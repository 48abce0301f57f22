internal import Bridge
internal import Geometry
internal import Occurrences
internal import ResponderKit

/// What is known of one touch.
struct Record {
    let number: Int32
    var device: Int32 = 0
    var slot: Int16 = 0
    /// Its contact on a panel, nil when a finger was made up.
    var contact: Decision?
    var start: Int64
    /// Where it went down and where it is, on the screens; nil when that is too long ago to be known.
    var began: Point?
    var last = Point.zero
    var moves = 0
    var path = 0.0
    var farthest = 0.0
    /// How far it was along or across at most, whichever is more.
    var straight = 0.0
    var end: (phase: Touch.Phase, time: Int64)?
    /// When and where the next finger of the device went down, after this one had lifted.
    var next: (time: Int64, place: Point)?
    /// When and where the finger before lifted and went down.
    var former: (time: Int64, place: Point)?
    /// When the panel last reported something of it.
    var lastNews: Int64
    /// Nobody, as no window wanted it; nil when it is not known.
    var hit: Mark?
    var visits: [Decision] = []
    var kept: Decision.Keeping?
    /// A filter took it back.
    var takenBack = Decision.ContactRejection.none
    /// How far it went down from the thumb of the slider that it hit; nil when that is not known.
    var thumbGap: Double?
    /// Touches that were down when it began.
    var others: [Int32] = []
    var offers: [Decision] = []
    /// What gestures did with it, and waited for.
    var gestures: [Decision] = []
    var calls: [Call] = []
    var controls: [Decision] = []
    var actions: [Decision] = []
    var runs: [Run] = []
    /// The gestures that were under way when it came, and took it.
    var joined: Set<Mark> = []
    /// What the gestures of the touch were to sequences, by their places in the layout.
    var turns: [Int: Turn] = [:]
    /// Steps that found no room.
    var omitted = 0

    /// A gesture was recognized that is a step of a sequence.
    struct Turn {
        let gesture: Mark
        /// How many steps were made by then, this one included.
        let made: Int
        /// It came so long after the step before, which was too late.
        let late: Int64?
        /// Whose turn it was, if it was another's.
        let other: Mark?
    }

    /// How often a method of a responder was called.
    struct Call {
        let responder: Mark
        let method: UInt8
        let time: Int64
        var count = 1
    }

    /// How often a handler was called for an event.
    struct Run {
        let binding: Mark
        let event: EventName
        let time: Int64
        var count = 1
        var accepted = 0
        var last: Occurrence?
    }

    /// So many steps of one kind are kept of one touch.
    static let limit = 200

    mutating func add(_ decision: Decision, to list: WritableKeyPath<Record, [Decision]>) {
        if self[keyPath: list].count < Self.limit { self[keyPath: list].append(decision) } else { omitted += 1 }
    }
}

/// Sorts decisions by the touches that they are about, and sums up what goes on.
struct Collector {
    /// What is told of, in order.
    enum Item {
        case touch(Int32)
        /// A contact that a filter kept back, or a finger that nobody heard of.
        case contact(Unheard)
        case note(Decision, Occurrence?)
    }

    /// A finger that never became a touch.
    struct Unheard {
        /// Either may be missing: fingers may be made up, and filters come before views.
        var contact: Decision?
        var ignored: Decision?
        /// What was found out about a ghost of the panel.
        var ghost: Decision?
        /// For how long a contact that bounced was up, and how far from its lift it came back.
        var lift: (time: Int64, distance: Double)?
    }

    private(set) var items: [Item] = []
    private(set) var records: [Int32: Record] = [:]
    private(set) var omitted = 0
    /// When the first thing happened.
    private(set) var start: Int64 = 0
    private let only: Int32?
    private let limit: Int
    private var hasBegun = false
    private var visits: [Decision] = []
    private var visitCount = 0
    private var contacts: [Finger: Decision] = [:]
    private var live: [Finger: Int32] = [:]
    /// The touches that a gesture was given in its attempt.
    private var attempts: [Mark: [Int32]] = [:]
    private var lastGesture: Mark = 0
    /// The gestures that are under way.
    private var active: Set<Mark> = []
    /// The touches that made the latest step of each sequence, and when that was.
    private var latestSteps: [Mark: (touches: [Int32], time: Int64)] = [:]
    /// How far each sequence has come, and since when.
    private var progress: [Int: (made: Int, time: Int64)] = [:]
    /// Whose gesture a binding is about, 0 for nobody's.
    private var gestures: [Mark: Mark] = [:]
    /// Whose touch a control follows.
    private var followed: [Mark: Int32] = [:]
    private var lastControl: Mark = 0
    private var thumbs = Thumbs()
    private var ghosts: [Int32: Decision] = [:]
    /// The latest touch of each device.
    private var latest: [Int32: Int32] = [:]

    private struct Finger: Hashable {
        let device: Int32
        let slot: Int16

        init(_ decision: Decision) { (device, slot) = (decision.device, decision.slot) }
    }

    /// So many answers of views are kept of one search, and of all of them together.
    private static let visitLimit = 20_000
    private static let allVisitsLimit = 200_000

    init(only: Int32?, limit: Int) { (self.only, self.limit) = (only, limit) }

    mutating func take(_ decision: Decision, _ occurrence: Occurrence?, _ roster: Roster, _ facts: LayoutFacts) {
        if !hasBegun { (start, hasBegun) = (decision.time, true) }
        switch decision.kind {
        // Devices are there from the beginning.
        case .device: if decision.detail != 0 || !items.isEmpty { add(.note(decision, nil)) }
        case .misuse, .layout: add(.note(decision, nil))
        case .command:
            thumbs.take(command: decision)
            add(.note(decision, nil))
        case .contact: contact(decision)
        case .contactTakenBack:
            change(live[Finger(decision)] ?? 0) { $0.takenBack = decision.contactRejection ?? .none }
        case .ignored: ignored(decision)
        case .visit: if visits.count < Self.visitLimit { visits.append(decision) }
        case .hit: hit(decision, facts)
        case .kept: change(decision.touch) { $0.kept = Decision.Keeping(rawValue: decision.detail) }
        case .offered: offered(decision)
        case .touch: touch(decision)
        case .call: call(decision)
        case .gesture:
            gesture(decision, isSwipe: facts.gestures[decision.subject]?.kind == .swipe)
            step(decision, facts)
        case .waits:
            for number in touches(of: decision) { change(number) { $0.add(decision, to: \.gestures) } }
        case .sequence: sequence(decision)
        case .control:
            lastControl = decision.subject
            thumbs.take(sent: decision)
            change(followed[decision.subject] ?? 0) { $0.add(decision, to: \.controls) }
        case .action: change(followed[lastControl] ?? 0) { $0.add(decision, to: \.actions) }
        case .handler: handler(decision, occurrence, roster, facts)
        case .ghost:
            if decision.detail == 1 { found(decision) }
            add(.note(decision, nil))
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

    /// Changes what is known of a touch; of those that are not told nothing is kept but their life.
    private mutating func change(_ number: Int32, _ change: (inout Record) -> Void) {
        guard number != 0, records[number] != nil else { return }
        change(&records[number]!)
    }

    private func isTold(_ number: Int32) -> Bool { only.map { $0 == number } ?? (items.count <= limit) }

    // MARK: Fingers

    private mutating func contact(_ decision: Decision) {
        guard decision.contactRejection != Decision.ContactRejection.none else {
            contacts[Finger(decision)] = decision
            return
        }
        add(.contact(Unheard(contact: decision, ghost: ghosts[decision.device], lift: lift(before: decision))))
    }

    /// Duration and distance of the bounce by which a contact was rejected.
    private func lift(before decision: Decision) -> (time: Int64, distance: Double)? {
        guard decision.contactRejection == .bounce, let touch = live[Finger(decision)], let last = records[touch]?.last
        else {
            return nil
        }
        return (Int64(decision.other), last.distance(to: Point(x: decision.u, y: decision.v)))
    }

    /// A ghost is told of when the touch by which it was found has been kept back.
    private mutating func found(_ ghost: Decision) {
        ghosts[ghost.device] = ghost
        guard case .contact(var last)? = items.last, last.contact?.contactRejection == .ghost, last.ghost == nil else {
            return
        }
        last.ghost = ghost
        items[items.count - 1] = .contact(last)
    }

    private mutating func ignored(_ decision: Decision) {
        let finger = Finger(decision)
        add(.contact(Unheard(contact: contacts.removeValue(forKey: finger), ignored: decision)))
    }

    private mutating func hit(_ decision: Decision, _ facts: LayoutFacts) {
        let finger = Finger(decision)
        defer { visits.removeAll(keepingCapacity: true) }
        make(decision)
        let contact = contacts.removeValue(forKey: finger)
        let own = visitCount < Self.allVisitsLimit && isTold(decision.touch) ? visits : []
        visitCount += own.count
        let others = live.values.filter { $0 != decision.touch }.sorted()
        if let former = latest[decision.device], let end = records[former]?.end, end.phase == .ended {
            change(former) { $0.next = (decision.time, Point(x: decision.u, y: decision.v)) }
            let place = records[former]?.began
            change(decision.touch) { record in record.former = place.map { (end.time, $0) } }
        }
        latest[decision.device] = decision.touch
        live[finger] = decision.touch
        let gap = thumbs.gap(Point(x: decision.u, y: decision.v), of: decision.subject, facts)
        change(decision.touch) { record in
            record.hit = decision.subject
            record.thumbGap = gap
            (record.contact, record.visits, record.others) = (contact, own, others)
        }
    }

    private mutating func make(_ decision: Decision) {
        guard decision.touch != 0, records[decision.touch] == nil, isTold(decision.touch) else { return }
        guard only != nil || items.count < limit else {
            if decision.kind == .hit { omitted += 1 }
            return
        }
        var record = Record(number: decision.touch, start: decision.time, lastNews: decision.time)
        (record.device, record.slot) = (decision.device, decision.slot)
        if decision.kind == .hit {
            record.began = Point(x: decision.u, y: decision.v)
            record.last = Point(x: decision.u, y: decision.v)
        }
        records[decision.touch] = record
        add(.touch(decision.touch))
    }

    private mutating func touch(_ decision: Decision) {
        make(decision)
        let place = Point(x: decision.u, y: decision.v)
        guard let phase = decision.phase else { return }
        change(decision.touch) { record in
            if phase == .moved { record.moves += 1 }
            if phase != .cancelled { record.lastNews = decision.time }
            if let began = record.began {
                record.path += record.last.distance(to: place)
                record.farthest = max(record.farthest, began.distance(to: place))
                record.straight = max(record.straight, abs(place.x - began.x), abs(place.y - began.y))
            } else if phase == .began {
                record.began = place
            }
            record.last = place
            if phase == .ended || phase == .cancelled { record.end = (phase, decision.time) }
        }
        if phase == .ended || phase == .cancelled { live[Finger(decision)] = nil }
    }

    // MARK: What came of them

    private mutating func offered(_ decision: Decision) {
        if decision.detail == 0 {
            attempts[decision.subject, default: []].append(decision.touch)
        } else {
            // It may have been taken at first; what the gesture does from now on is nothing of this finger's.
            attempts[decision.subject]?.removeAll { $0 == decision.touch }
        }
        let isActive = decision.detail == 0 && active.contains(decision.subject)
        change(decision.touch) { record in
            if isActive { record.joined.insert(decision.subject) } else { record.joined.remove(decision.subject) }
            record.offers.removeAll { $0.subject == decision.subject }
            record.add(decision, to: \.offers)
        }
    }

    private func touches(of decision: Decision) -> [Int32] {
        attempts[decision.subject] ?? (decision.touch == 0 ? [] : [decision.touch])
    }

    private mutating func gesture(_ decision: Decision, isSwipe: Bool) {
        if decision.detail == 1 || decision.detail == 2 {
            active.insert(decision.subject)
        } else {
            active.remove(decision.subject)
        }
        if decision.detail == 0 {
            attempts[decision.subject] = nil
            return
        }
        lastGesture = decision.subject
        let all = touches(of: decision)
        for number in all {
            change(number) { record in
                var decision = decision
                // How far the finger had come by then, where the recognizer does not say it.
                if decision.cause != .movedTooFar { decision.x = isSwipe ? record.straight : record.farthest }
                // A swipe has no values of its own.
                if isSwipe { decision.u = record.farthest }
                // Of what goes on the newest step stands for those before it.
                if decision.detail == 2,
                    let place = record.gestures.lastIndex(where: { $0.subject == decision.subject }),
                    record.gestures[place].detail == 2, record.gestures[place].kind == .gesture
                {
                    record.gestures[place] = decision
                } else {
                    record.add(decision, to: \.gestures)
                }
            }
        }
    }

    /// A gesture that is recognized may be a step of sequences; those count as `GestureSequence` does.
    private mutating func step(_ decision: Decision, _ facts: LayoutFacts) {
        // Recognized is who begins, or who ends without having begun.
        guard decision.detail == 1 || (decision.detail == 3 && decision.former == 0) else { return }
        for (place, sequence) in facts.sequences.enumerated() where sequence.steps.contains(decision.subject) {
            var (made, time) = progress[place] ?? (0, 0)
            var late: Int64?
            var other: Mark?
            if made > 0, sequence.steps[made] == decision.subject, decision.time - time >= sequence.limits[made] {
                late = decision.time - time
            }
            if made > 0, decision.time - time >= sequence.limits[made] { made = 0 }
            if sequence.steps[made] != decision.subject {
                other = sequence.steps[made]
                made = 0
            }
            made = sequence.steps[made] == decision.subject ? made + 1 : 0
            progress[place] = (made == sequence.steps.count ? 0 : made, decision.time)
            let turn = Record.Turn(gesture: decision.subject, made: made, late: late, other: other)
            for number in touches(of: decision) { change(number) { $0.turns[place] = turn } }
        }
    }

    /// Reports a step with the touches of its gesture, and a timeout with those of the latest step.
    private mutating func sequence(_ decision: Decision) {
        var decision = decision
        if decision.other != 0 {
            latestSteps[decision.subject] = (attempts[decision.other] ?? [], decision.time)
        } else if let latest = latestSteps[decision.subject] {
            decision.y = Double(decision.time - latest.time)
        }
        for number in latestSteps[decision.subject]?.touches ?? [] {
            change(number) { $0.add(decision, to: \.gestures) }
        }
    }

    private mutating func call(_ decision: Decision) {
        followed[decision.subject] = decision.touch
        change(decision.touch) { record in
            let place = record.calls.firstIndex { $0.responder == decision.subject && $0.method == decision.detail }
            if let place {
                record.calls[place].count += 1
            } else if record.calls.count < Record.limit {
                record.calls.append(
                    Record.Call(responder: decision.subject, method: decision.detail, time: decision.time)
                )
            }
        }
    }

    /// Whose event a binding is for; a sequence's came of the gesture that was the last to do anything.
    private mutating func gesture(of binding: Mark, _ roster: Roster, _ facts: LayoutFacts) -> Mark {
        if let known = gestures[binding] { return known == 0 ? lastGesture : known }
        let own = roster[binding]?.binding
        let gesture = facts.gestures.values.first { $0.bound.contains { $0.bindings.contains { $0 === own } } }
        gestures[binding] = gesture?.mark ?? 0
        return gesture?.mark ?? lastGesture
    }

    private mutating func handler(
        _ decision: Decision,
        _ occurrence: Occurrence?,
        _ roster: Roster,
        _ facts: LayoutFacts
    ) {
        let events = EventName.allCases
        guard Int(decision.former) < events.count else { return }
        let event = events[Int(decision.former)]
        var touches = decision.touch == 0 ? [] : [decision.touch]
        switch event.family {
        case .gesture: touches = attempts[gesture(of: decision.subject, roster, facts)] ?? touches
        case .action, .control: if touches.isEmpty, let own = followed[lastControl] { touches = [own] }
        case .touches: break
        case .presses, .motion, .remoteControl, .screen, .device, .ghost: return add(.note(decision, occurrence))
        }
        for number in touches {
            change(number) { record in
                let place = record.runs.firstIndex { $0.binding == decision.subject && $0.event == event }
                if let place {
                    record.runs[place].count += 1
                    record.runs[place].accepted += Int(decision.detail)
                    record.runs[place].last = occurrence ?? record.runs[place].last
                } else if record.runs.count < Record.limit {
                    record.runs.append(
                        Record.Run(
                            binding: decision.subject,
                            event: event,
                            time: decision.time,
                            accepted: Int(decision.detail),
                            last: occurrence
                        )
                    )
                }
            }
        }
    }
}
