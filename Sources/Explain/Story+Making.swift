internal import Bridge
internal import Geometry
internal import JSON
internal import Occurrences
internal import PluginAPI
internal import ResponderKit

extension Story {
    init(_ item: Collector.Item, _ collector: Collector, _ context: Context) {
        switch item {
        case .touch(let number):
            self.init(collector.records[number] ?? Record(number: number, start: context.start), context)
        case .contact(let finger): self.init(finger, context)
        case .note(let decision, let occurrence): self.init(decision, occurrence, context)
        }
    }

    private init(_ record: Record, _ context: Context) {
        (kind, number, time) = (.touch, Int(record.number), record.start)
        isHit = record.hit ?? 0 != 0
        details = context.details(of: record)
        title = "touch \(record.number), at \(context.moment(record.start)): \(context.outline(of: record))"
        sections = [
            Section(kind: .from, sentences: context.origin(of: record)),
            Section(kind: .search, sentences: context.search(of: record)),
            Section(kind: .gestures, sentences: context.gestures(of: record)),
            Section(kind: .heard, sentences: context.heard(of: record)),
            Section(kind: .handlers, sentences: context.handlers(of: record)),
            Section(kind: .whyNot, sentences: WhyNot(record, context).sentences),
        ]
    }

    private init(_ finger: Collector.Unheard, _ context: Context) {
        (kind, number, isHit, details) = (.contact, 0, false, [])
        time = finger.contact?.time ?? finger.ignored?.time ?? context.start
        title = "no touch, at \(context.moment(time)): a finger went down and nobody heard of it"
        sections = [
            Section(kind: .from, sentences: context.origin(of: finger)),
            Section(kind: .whyNot, sentences: context.reasons(for: finger)),
        ]
    }

    private init(_ note: Decision, _ occurrence: Occurrence?, _ context: Context) {
        (kind, number, time, isHit, details) = (.note, 0, note.time, false, [])
        title = "at \(context.moment(note.time)): \(context.words(for: note, occurrence))"
        sections = []
    }
}

extension Context {
    typealias Sentence = Story.Sentence

    // MARK: Touches

    /// A touch in a few words.
    fileprivate func outline(of record: Record) -> String {
        let who: String
        switch record.hit {
        case nil: who = "what came before is not known"
        case 0: who = "no window wanted it"
        case let hit?:
            let view = described(hit)
            let name = view.hasPrefix("`") && view.contains(",") ? "\(view)," : view
            who =
                record.kept != nil
                ? "\(name) was hit and hears nothing" : "\(name) \(record.calls.isEmpty ? "was hit" : "got it")"
        }
        guard !record.runs.isEmpty else { return "\(who); no handler was called" }
        let calls = record.runs.map { run in
            roster[run.binding].map { Self.short(Harmless.line($0.name), 60) } ?? "a handler"
        }
        let different = calls.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return "\(who); \(Self.list(different, limit: 3)) \(different.count == 1 ? "was" : "were") called"
    }

    /// Where the touch came from, and where it went.
    fileprivate func origin(of record: Record) -> [Sentence] {
        var sentences: [Sentence] = []
        let place = record.began.map { onScreen($0) } ?? "a place that is not known"
        if let contact = record.contact {
            sentences += panel(contact, at: place)
        } else {
            let slot = record.slot > 0 ? "Finger \(record.slot)" : "A finger"
            sentences.append(Sentence(text: "\(slot) went down at \(place)."))
        }
        sentences.append(Sentence(text: way(of: record)))
        if !record.others.isEmpty {
            let others = Self.list(record.others.map { "touch \($0)" })
            sentences.append(Sentence(text: "Other fingers were down already: \(others)."))
        }
        if record.omitted > 0 {
            sentences.append(Sentence(text: "It did so much that \(record.omitted) of its steps are left out here."))
        }
        return sentences
    }

    /// What the panel said of a contact.
    private func panel(_ contact: Decision, at place: String) -> [Sentence] {
        if contact.device == 0 { return [Sentence(text: "A finger went down at \(place).")] }
        let device = facts.devices[contact.device]
        let name = device.map { "'\(Self.short(Harmless.line($0.name), 60))'" } ?? "Device \(contact.device)"
        var ranges = ""
        if let x = device?.x, let y = device?.y {
            ranges = " (of \(x.lowerBound) to \(x.upperBound), \(y.lowerBound) to \(y.upperBound))"
        }
        let units = "\(Self.number(contact.x)), \(Self.number(contact.y))"
        let text = "\(name) was touched at \(units)\(ranges), which is \(place) (slot \(contact.slot))."
        var sentences = [Sentence(text: text)]
        if let device, facts.screens.indices.contains(device.screen) {
            let screen = facts.screens[device.screen]
            if screen.rotation != 0 || screen.isFlipped {
                let how = screen.rotation != 0 ? "turned by \(screen.rotation) degrees" : "mirrored"
                let text = "The layout takes the panel as \(how) (input: of the screen \(Self.quoted(screen.name)))."
                sentences.append(Sentence(text: text, rule: .mapping))
            }
        }
        return sentences
    }

    private func way(of record: Record) -> String {
        var words = "It stayed where it was"
        if record.moves > 0, record.path >= 0.05 {
            let steps = record.moves == 1 ? "once" : "\(record.moves) times"
            words = "It moved \(steps), \(Self.points(record.path)) in all"
            if record.path - record.farthest > 0.05 {
                words += ", and was at most \(Self.points(record.farthest)) away"
            }
            if let end = record.end, end.time - record.start >= 1000 {
                let speed = record.path / (Double(end.time - record.start) / 1_000_000)
                words += " (\(Self.number(speed.rounded())) pt a second)"
            }
        }
        guard let end = record.end else { return "\(words), and was still down at the end." }
        let time = Self.time(end.time - record.start)
        let place = record.path >= 0.05 ? " at \(Self.place(record.last))" : ""
        return end.phase == .cancelled
            ? "\(words); it was cancelled after \(time)\(place)." : "\(words), and lifted after \(time)\(place)."
    }

    // MARK: Who heard of it

    fileprivate func heard(of record: Record) -> [Sentence] {
        guard record.hit != 0, record.kept == nil else { return [] }
        var order: [Mark] = []
        for call in record.calls where !order.contains(call.responder) { order.append(call.responder) }
        if order.isEmpty {
            return record.hit == nil ? [] : [Sentence(text: "No view heard of it.")]
        }
        var sentences: [Sentence] = []
        // Those who heard the same, as everybody on the way up does where nobody keeps anything, are told of together.
        var groups: [(words: String, names: [String])] = []
        for responder in order {
            let calls = record.calls.filter { $0.responder == responder }
            let words = calls.map { call in
                let name = Self.method(call.method)
                return call.count == 1 || !name.hasSuffix("Moved") ? name : "\(name) (\(Self.times(call.count)))"
            }
            let list = Self.list(words)
            if groups.last?.words == list {
                groups[groups.count - 1].names.append(name(responder))
            } else {
                groups.append((list, [name(responder)]))
            }
        }
        for (words, names) in groups {
            sentences.append(Sentence(text: "\(Self.capitalized(Self.list(names))) heard \(words)."))
        }
        for control in order {
            let sent = events(of: control, in: record)
            guard !sent.isEmpty else { continue }
            sentences.append(
                Sentence(text: "\(name(control)) sent \(Self.list(sent.map { told($0, control, record) })).")
            )
        }
        for action in record.actions {
            let name = Self.quoted(roster[action.subject]?.name ?? "")
            sentences.append(
                action.other == 0
                    ? Sentence(text: "The action \(name) found nobody who answers it.", rule: .actions)
                    : Sentence(text: "The action \(name) was answered by \(self.name(action.other)).")
            )
        }
        if record.runs.isEmpty, record.controls.isEmpty, let last = order.last,
            type(last) == "Application" || order.count > 1
        {
            sentences.append(Sentence(text: "Nobody on the way up did anything with it.", rule: .unheard))
        }
        return sentences
    }

    private static func method(_ place: UInt8) -> String {
        let all = Responder.Method.allCases
        return Int(place) < all.count ? all[Int(place)].rawValue : "something"
    }

    /// Whether a responder was told of an event of touches.
    func hasHeard(_ event: EventName, _ responder: Mark, in record: Record) -> Bool {
        record.calls.contains { $0.responder == responder && Self.method($0.method) == event.rawValue }
    }

    /// The events that a control sent for a touch, each once, in their order.
    func events(of control: Mark, in record: Record) -> [EventName] {
        var events: [EventName] = []
        for decision in record.controls where decision.subject == control {
            guard let event = EventName(control: decision.other), !events.contains(event) else { continue }
            events.append(event)
        }
        return events
    }

    private func told(_ event: EventName, _ control: Mark, _ record: Record) -> String {
        let all = record.controls.filter { $0.subject == control && EventName(control: $0.other) == event }
        var words = event.rawValue
        if event == .valueChanged, let last = all.last, type(control) != "Switch" {
            words += " (to \(Self.number(last.x)))"
        }
        if all.count > 1 { words += " (\(Self.times(all.count)))" }
        return words
    }

    // MARK: Handlers

    fileprivate func handlers(of record: Record) -> [Sentence] {
        record.runs.map { run in
            guard let entry = roster[run.binding], let binding = entry.binding else {
                return Sentence(text: "A handler was called.")
            }
            let handler = Self.short(Harmless.line("\(binding.plugin).\(binding.handler)"), 60)
            let owner = Self.quoted(binding.gesture ?? binding.view)
            var words = "\(handler) was called \(run.count > 1 ? "\(run.count) times " : "")"
            words += "for \(binding.action.map { "the action \(Self.quoted($0))" } ?? Self.word(run.event)) of \(owner)"
            if let last = run.last {
                let value = binding.arguments.expanded(last, binding)
                if value != .null {
                    let text = Self.short(Harmless.line("\(value)"), 200)
                    words += run.count > 1 ? ", at last with \(text)" : " with \(text)"
                }
            }
            if run.accepted < run.count {
                let refused = run.count - run.accepted
                words +=
                    run.count == 1 ? "; its plugin did not take it" : "; its plugin did not take \(refused) of them"
            } else if facts.isDryRun {
                words += " (not run here)"
            }
            return Sentence(text: words + ".")
        }
    }

    /// What programs want to know of a touch.
    fileprivate func details(of record: Record) -> [JSONValue.Member] {
        func text(_ text: String) -> JSONValue { .text(Self.short(Harmless.line(text), 200)) }
        var members: [JSONValue.Member] = [
            .init("device", .number(Double(record.device))), .init("slot", .number(Double(record.slot))),
            .init("view", record.hit.flatMap { roster[$0] }.map { text($0.name) } ?? .null),
            .init("x", record.began.map { .number($0.x) } ?? .null),
            .init("y", record.began.map { .number($0.y) } ?? .null),
            .init("moves", .number(Double(record.moves))), .init("way", .number(record.path)),
            .init("duration", record.end.map { .number(Double($0.time - record.start)) } ?? .null),
            .init("end", record.end.map { .text($0.phase == .ended ? "lifted" : "cancelled") } ?? .null),
        ]
        let calls = record.runs.compactMap { run -> JSONValue? in
            guard let binding = roster[run.binding]?.binding else { return nil }
            return [
                "handler": text("\(binding.plugin).\(binding.handler)"), "event": .text(run.event.rawValue),
                "view": text(binding.view), "gesture": binding.gesture.map { text($0) } ?? .null,
                "calls": .number(Double(run.count)), "accepted": .number(Double(run.accepted)),
            ]
        }
        members.append(.init("calls", .list(calls)))
        return members
    }

    // MARK: Fingers that never became touches

    fileprivate func origin(of finger: Collector.Unheard) -> [Sentence] {
        if let contact = finger.contact {
            return panel(contact, at: onScreen(Point(x: contact.u, y: contact.v)))
        }
        guard let ignored = finger.ignored else { return [] }
        return [Sentence(text: "A finger went down at \(onScreen(Point(x: ignored.u, y: ignored.v))).")]
    }

    fileprivate func reasons(for finger: Collector.Unheard) -> [Sentence] {
        var sentences = [reason(for: finger)]
        let place = finger.contact.map { Point(x: $0.u, y: $0.v) } ?? finger.ignored.map { Point(x: $0.u, y: $0.v) }
        if let place, let owner = frontmost(at: place) {
            let what = boundWords(owner)
            sentences.append(Sentence(text: "\(name(owner)) lies there and heard nothing: \(what)."))
        }
        return sentences
    }

    private func reason(for finger: Collector.Unheard) -> Sentence {
        if let ignored = finger.ignored {
            switch IgnoredTouch(rawValue: ignored.detail) {
            case .unwanted:
                let text =
                    "It never became a touch: the screen was dark, and the touch that wakes it does nothing else."
                return Sentence(text: text, rule: .wake)
            case .inactive:
                let text = "It never became a touch: the application was not active, as while the machine sleeps."
                return Sentence(text: text, rule: .inactive)
            default:
                let text = "It never became a touch: nothing was taken just then, as another layout was put in place."
                return Sentence(text: text, rule: .ignored)
            }
        }
        guard let contact = finger.contact else { return Sentence(text: "Nobody knows why.") }
        let place = Point(x: contact.u, y: contact.v)
        let device = facts.devices[contact.device]
        let own = device.flatMap { facts.screens.indices.contains($0.screen) ? facts.screens[$0.screen] : nil }
        let screen = own ?? facts.screens.first { $0.frame.contains(place) }
        if let (words, rule) = Self.neglect(contact.detail) {
            return Sentence(text: "It never became a touch: \(words).", rule: rule)
        }
        switch contact.detail {
        case 1:
            let text = "It never became a touch: it is beyond the panel's range, and filters: has outside: ignore."
            return Sentence(text: text, rule: .outOfRange)
        case 2:
            let zone = screen?.deadZones.first { $0.contains(place) }
            let words = zone.map { zone in
                let origin = screen?.frame.origin ?? .zero
                let numbers = [zone.minX - origin.x, zone.minY - origin.y, zone.width, zone.height]
                return " [\(numbers.map { Self.number($0) }.joined(separator: ", "))]"
            }
            let text = "It never became a touch: it went down in the dead zone\(words ?? "") of the screen."
            return Sentence(text: text, rule: .deadZone)
        case 3:
            var words = "It never became a touch: debounce takes it for the finger that had just lifted"
            if let lift = finger.lift {
                words += " \(Self.time(lift.time)) before and \(Self.points(lift.distance)) away"
            }
            if let limit = screen?.debounce, limit > 0 { words += "; less than \(Self.time(limit)) is a bounce" }
            return Sentence(text: words + ".", rule: .debounce)
        default:
            var words = "It never became a touch: the panel touches itself here"
            if let ghost = finger.ghost {
                words += " (\(Self.ghostWords(ghost.former)), found after \(ghost.count) touches)"
            }
            if let quiet = screen?.ghosts, quiet > 0 {
                words += ", and what comes from here is left out until it has been quiet for \(Self.time(quiet))"
            }
            return Sentence(text: words + ".", rule: .ghost)
        }
    }

    /// Why a panel's contact is none for us.
    private static func neglect(_ detail: UInt8) -> (words: String, rule: Rule)? {
        switch detail {
        case 5: ("the panel says that it is a palm", .palm)
        case 6: ("a pen is near", .pen)
        case 7: ("it was down already when the panel was opened", .alreadyDown)
        case 8: ("all fingers of the panel had been cancelled, and not all of them were up", .silence)
        case 9: ("it came near and did not touch, or pressed too lightly (filters: minimumPressure)", .tooLight)
        default: nil
        }
    }

    private static func ghostWords(_ reason: UInt8) -> String {
        switch reason {
        case 0: "touches too brief for a finger"
        case 1: "touches at intervals too even for a finger"
        case 2: "a touch far outside of the panel's range"
        default: "a touch faster than a finger"
        }
    }

    // MARK: What happened besides

    fileprivate func words(for note: Decision, _ occurrence: Occurrence?) -> String {
        let device = facts.devices[note.device].map { "'\(Self.short(Harmless.line($0.name), 60))'" }
        let panel = device ?? "device \(note.device)"
        switch note.kind {
        case .device:
            switch note.detail {
            case 0: return "\(panel) came"
            case 1: return "\(panel) went away"
            case 2: return "\(panel) lost events: who reads it was too slow"
            default: return "what \(panel) had lost was read again"
            }
        case .ghost:
            let place = onScreen(Point(x: note.u, y: note.v))
            return note.detail == 1
                ? "\(panel) touches itself at \(place): \(Self.ghostWords(note.former))"
                : "\(panel) has stopped touching itself at \(place)"
        case .handler:
            let entry = roster[note.subject]
            let event = occurrence?.event.rawValue ?? "something"
            let name = Self.short(Harmless.line(entry?.name ?? "a handler"), 60)
            let owner = entry?.binding.map { " of \(Self.quoted($0.view))" } ?? ""
            return "\(name) was called for \(event)\(owner)"
        case .command:
            return
                "\(Self.quoted(roster[note.other]?.name ?? "a plugin")) changed \(note.subject == 0 ? "something" : name(note.subject))"
        case .layout: return "another layout was put in place"
        default: return "something impossible was asked for and not done"
        }
    }
}

extension EventName {
    /// The control event with this bit.
    init?(control bits: Mark) {
        let all: [(Control.Event, EventName)] = [
            (.touchDown, .touchDown), (.touchDownRepeat, .touchDownRepeat), (.touchDragInside, .touchDragInside),
            (.touchDragOutside, .touchDragOutside), (.touchDragEnter, .touchDragEnter),
            (.touchDragExit, .touchDragExit), (.touchUpInside, .touchUpInside), (.touchUpOutside, .touchUpOutside),
            (.touchCancel, .touchCancel), (.valueChanged, .valueChanged),
            (.primaryActionTriggered, .primaryActionTriggered),
        ]
        guard bits > 0, let event = all.first(where: { $0.0.rawValue == UInt(bits) })?.1 else { return nil }
        self = event
    }
}
