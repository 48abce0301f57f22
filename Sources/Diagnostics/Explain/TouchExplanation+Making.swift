internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputHub
internal import JSON
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

extension TouchExplanation {
    init(_ item: Collector.Item, _ collector: Collector, _ context: Context) {
        switch item {
        case .touch(let number):
            self.init(
                collector.histories[number]
                    ?? TouchHistory(number: number, start: context.start, lastReport: context.start),
                context
            )
        case .contact(let finger): self.init(finger, context)
        case .note(let record, let handlerEvent): self.init(record, handlerEvent, context)
        }
    }

    init(_ history: TouchHistory, _ context: Context) {
        (kind, number, time) = (.touch, Int(history.number), history.start)
        (seconds, date) = (context.seconds(time), context.epoch?.date(of: time))
        isHit = history.hit ?? 0 != 0
        location = history.began
        details = context.details(of: history)
        let reasons = Diagnosis(history, context)
        code = context.code(of: history, reasons)
        let outline = context.outline(of: history, reasons)
        title =
            "touch \(history.number), at \(context.moment(history.start))\(context.dated(history.start)): \(outline)"
        sections = [
            Section(kind: .from, sentences: context.origin(of: history)),
            Section(kind: .search, sentences: context.search(of: history)),
            Section(kind: .gestures, sentences: context.gestures(of: history)),
            Section(kind: .heard, sentences: context.delivery(of: history)),
            Section(kind: .handlers, sentences: context.handlers(of: history)),
            Section(kind: .whyNot, sentences: reasons.sentences),
        ]
    }

    init(_ finger: Collector.RejectedFinger, _ context: Context) {
        (kind, number, isHit, details, code) = (.contact, 0, false, [], nil)
        time = finger.contact?.time ?? finger.ignored?.time ?? context.start
        (seconds, date) = (context.seconds(time), context.epoch?.date(of: time))
        location = (finger.contact ?? finger.ignored)?.location
        let reasons = context.reasons(for: finger)
        title = "no touch, at \(context.moment(time))\(context.dated(time)): \(context.outline(of: finger, reasons))"
        sections = [
            Section(kind: .from, sentences: context.origin(of: finger)),
            Section(kind: .whyNot, sentences: reasons),
        ]
    }

    init(ignored device: String, _ reason: String, _ rule: Rule?, _ context: Context) {
        (kind, number, time, isHit, location, code) = (.device, 0, context.start, false, nil, nil)
        (seconds, date) = (context.seconds(time), context.epoch?.date(of: time))
        details = [.init("name", .text(Context.short(TerminalText.line(device), 200)))]
        let reason = TerminalText.line(reason)
        title = "no touch: \(reason.withoutPeriod)"
        sections = [Section(kind: .whyNot, sentences: [.init(text: reason, rule: rule)])]
    }

    init(_ note: TraceRecord, _ handlerEvent: HandlerEvent?, _ context: Context) {
        (kind, number, time, isHit, location) = (.note, 0, note.time, false, nil)
        (details, code) = ([], nil)
        (seconds, date) = (context.seconds(note.time), context.epoch?.date(of: note.time))
        title = "at \(context.moment(note.time))\(context.dated(note.time)): \(context.words(for: note, handlerEvent))"
        sections = []
    }
}

extension Context {
    typealias Sentence = TouchExplanation.Sentence

    // MARK: Touches

    /// Returns the result of a touch; if an expected handler was not called, also returns the reason.
    func outline(of history: TouchHistory, _ reasons: Diagnosis) -> String {
        // After a handler call, omits sentences about gestures for more fingers, and about views behind a page (the
        // view of a view controller).
        let isNews: (Sentence) -> Bool = {
            history.runs.isEmpty || !$0.needsMoreFingers && $0.rule?.isAboutPages != true
        }
        let answer = reasons.sentences.first(where: isNews).map { Self.short($0.text.withoutPeriod, Self.titleLimit) }
        guard !history.runs.isEmpty else {
            let skip = history.skips.first.map { sentence(forSkip: $0).text.withoutPeriod }
            return answer ?? "\(receiver(of: history)); \(skip ?? "no handler was called")"
        }
        let calls = history.runs.map { run in
            names[run.binding].map { Self.short(TerminalText.line($0.name), 60) } ?? "a handler"
        }
        let different = Self.different(calls)
        let (handlers, verb) = (Self.list(different, limit: 3), different.count == 1 ? "was" : "were")
        guard let answer else {
            let effect = effect(on: history).map { "; \($0.words)" } ?? ""
            return "\(receiver(of: history)); \(result(of: history.runs, handlers, verb))\(effect)"
        }
        let events = " for \(Self.list(events(of: history.runs), limit: 3))"
        let called = result(of: history.runs, handlers, verb, events)
        return reasons.concernsHitView ? "\(answer); but \(called)" : "\(receiver(of: history)); \(called); \(answer)"
    }

    /// Returns the events for which handlers were called, each with the view or gesture of the event.
    private func events(of runs: [TouchHistory.Run]) -> [String] {
        let events = runs.compactMap { run in
            names[run.binding]?.binding.map { Self.words(run.event, $0) }
        }
        return Self.different(events)
    }

    /// Removes duplicate strings.
    static func different(_ texts: [String]) -> [String] {
        texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Maximum length, in characters, of the part of a title that states why a handler was not called.
    private static let titleLimit = 400

    /// Returns a phrase with the view that received a touch.
    private func receiver(of history: TouchHistory) -> String {
        guard let hit = history.hit else { return "the trace does not contain the start of the touch" }
        guard hit != 0 else { return "no window accepted the touch" }
        let name = described(hit)
        guard history.kept == nil else {
            let counting = counting(history).map { described($0) }
            return counting.isEmpty
                ? "\(name) was hit but did not receive the touch"
                : "only \(Self.list(counting)) received the touch, not \(name)"
        }
        return "\(name) \(history.calls.isEmpty ? "was hit" : "received the touch")"
    }

    /// Returns why a contact never became a touch.
    func outline(of finger: Collector.RejectedFinger, _ reasons: [Sentence]) -> String {
        guard let reason = reasons.first?.text.withoutPeriod else { return "no touch began" }
        let prefix = "No touch began: "
        return reason.hasPrefix(prefix) ? String(reason.dropFirst(prefix.count)) : reason
    }

    /// Returns sentences about the origin and the path of a touch.
    func origin(of history: TouchHistory) -> [Sentence] {
        var sentences: [Sentence] = []
        let location = history.began.map { onScreen($0) } ?? "an unknown location"
        if let contact = history.contact {
            sentences += panel(contact, at: location)
        } else {
            let slot = history.slot > 0 ? "Finger \(history.slot)" : "A finger"
            sentences.append(Sentence(text: "\(slot) went down at \(location)."))
        }
        sentences.append(Sentence(text: way(of: history)))
        if !history.others.isEmpty {
            let others = Self.list(history.others.map { "touch \($0)" })
            sentences.append(Sentence(text: "Other touches had already begun: \(others)."))
        }
        if history.omitted > 0 {
            sentences.append(Sentence(text: "\(history.omitted) records of this touch are omitted."))
        }
        return sentences
    }

    /// Returns sentences about the values that the panel reported for a contact.
    func panel(_ contact: TraceRecord, at location: String) -> [Sentence] {
        if contact.deviceNumber == 0 { return [Sentence(text: "A finger went down at \(location).")] }
        let device = facts.devices[contact.deviceNumber]
        let panel = device.map { "The panel '\(Self.short(TerminalText.line($0.name), 60))'" }
        let name = panel ?? "Device \(contact.deviceNumber)"
        var ranges = ""
        if let x = device?.x, let y = device?.y {
            ranges = " (range: x \(x.lowerBound) to \(x.upperBound), y \(y.lowerBound) to \(y.upperBound))"
        }
        let units = Self.coordinates(contact.panelLocation)
        let text =
            "\(name) reported a finger in slot \(contact.contactSlot) at \(units) in device units\(ranges), which is "
            + "\(location)."
        var sentences = [Sentence(text: text)]
        if let device, facts.screens.indices.contains(device.screen) {
            let screen = facts.screens[device.screen]
            if screen.rotation != 0 || screen.isFlipped {
                let how =
                    screen.rotation != 0
                    ? "rotates the panel by \(screen.rotation) degrees" : "flips the panel or swaps its axes"
                let text = "The `input:` of the screen \(Self.quoted(screen.name)) \(how)."
                sentences.append(Sentence(text: text, rule: .mapping))
            }
        }
        return sentences
    }

    func way(of history: TouchHistory) -> String {
        var words = "The finger did not move"
        if history.moves > 0, history.path >= 0.05 {
            let steps = history.moves == 1 ? "once" : "\(history.moves) times"
            words = "The finger moved \(steps), \(Self.points(history.path)) in total"
            if history.path - history.farthest > 0.05 {
                words += ", at most \(Self.points(history.farthest)) from its start"
            }
            if let end = history.end, end.time - history.start >= 1000 {
                let speed = history.path / (Double(end.time - history.start) / 1_000_000)
                words += " (\(Self.number(speed.rounded())) pt/s)"
            }
        }
        guard let end = history.end else { return "\(words), and was still down at the end of the trace." }
        let time = Self.time(end.time - history.start)
        let location = history.path >= 0.05 ? " at \(Self.coordinates(history.last))" : ""
        return end.phase == .cancelled
            ? "\(words); the touch was cancelled after \(time)\(location)."
            : "\(words), and lifted after \(time)\(location)."
    }

    // MARK: Recipients

    func delivery(of history: TouchHistory) -> [Sentence] {
        guard history.hit != 0, history.kept == nil else { return [] }
        var order: [InternedID] = []
        for call in history.calls where !order.contains(call.responder) { order.append(call.responder) }
        if order.isEmpty {
            return history.hit == nil ? [] : [Sentence(text: "No view received the touch.")]
        }
        var sentences: [Sentence] = []
        // Combines consecutive responders that received the same calls into one sentence.
        var groups: [(words: String, names: [String])] = []
        for responder in order {
            let calls = history.calls.filter { $0.responder == responder }
            let words = calls.map { call in
                let name = call.method.rawValue
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
            sentences.append(Sentence(text: "\(Self.capitalized(Self.list(names))) received \(words)."))
        }
        if let words = lateDelivery(of: history) {
            sentences.append(Sentence(text: "\(Self.capitalized(words)).", rule: .limitDecision))
        }
        for control in order {
            let sent = events(of: control, in: history)
            guard !sent.isEmpty else { continue }
            sentences.append(
                Sentence(text: "\(name(control)) sent \(Self.list(sent.map { controlText($0, control, history) })).")
            )
        }
        for action in history.actions {
            let name = Self.quoted(names[action.subject]?.name ?? "")
            sentences.append(
                action.other == 0
                    ? Sentence(text: "No responder handles the action \(name).", rule: .actions)
                    : Sentence(text: "The action \(name) was handled by \(self.name(action.other)).")
            )
        }
        if history.runs.isEmpty, history.controls.isEmpty, let last = order.last,
            type(last) == "Application" || order.count > 1
        {
            sentences.append(Sentence(text: "No responder handled the touch, so it was dropped.", rule: .unheard))
        }
        return sentences
    }

    func didReceive(_ event: EventName, _ responder: InternedID, in history: TouchHistory) -> Bool {
        history.calls.contains { $0.responder == responder && $0.method.rawValue == event.rawValue }
    }

    /// Returns the events that a control sent for a touch, in order and without repetitions.
    func events(of control: InternedID, in history: TouchHistory) -> [EventName] {
        var events: [EventName] = []
        for record in history.controls where record.subject == control {
            guard let event = EventName(record.controlEvent), !events.contains(event) else { continue }
            events.append(event)
        }
        return events
    }

    func controlText(_ event: EventName, _ control: InternedID, _ history: TouchHistory) -> String {
        let all = history.controls.filter { $0.subject == control && EventName($0.controlEvent) == event }
        var words = event.rawValue
        if event == .valueChanged, let last = all.last, type(control) != "Switch" {
            words += " (to \(Self.number(last.value)))"
        }
        if all.count > 1 { words += " (\(Self.times(all.count)))" }
        return words
    }

    /// Returns the members of the JSON object that describe a touch.
    func details(of history: TouchHistory) -> [JSONValue.Member] {
        func text(_ text: String) -> JSONValue { .text(Self.short(TerminalText.line(text), 200)) }
        var members: [JSONValue.Member] = [
            .init("device", .number(Double(history.device))), .init("slot", .number(Double(history.slot))),
            .init("view", history.hit.flatMap { names[$0] }.map { text($0.name) } ?? .null),
            .init("x", history.began.map { .number($0.x) } ?? .null),
            .init("y", history.began.map { .number($0.y) } ?? .null),
            .init("moves", .number(Double(history.moves))), .init("way", .number(history.path)),
            .init("duration", history.end.map { .number(Double($0.time - history.start)) } ?? .null),
            .init("end", history.end.map { .text($0.phase == .ended ? "lifted" : "cancelled") } ?? .null),
        ]
        let calls = history.runs.compactMap { run -> JSONValue? in
            guard let binding = names[run.binding]?.binding else { return nil }
            return [
                "handler": text("\(binding.plugin).\(binding.handler)"), "event": .text(run.event.rawValue),
                "view": text(binding.view), "gesture": binding.gesture.map { text($0) } ?? .null,
                "calls": .number(Double(run.count)), "accepted": .number(Double(run.accepted)),
                "result": .text(code(of: run)),
                "cause": (run.service.failure ?? run.service.drop)?.cause.map { .text($0.rawValue) } ?? .null,
                "number": run.service.failure?.number.map { .number(Double($0)) } ?? .null,
            ]
        }
        members.append(.init("calls", .list(calls)))
        guard !history.skips.isEmpty else { return members }
        let skipped = history.skips.compactMap { run -> JSONValue? in
            guard let binding = names[run.binding]?.binding else { return nil }
            return [
                "handler": text(Self.handler(of: binding)), "event": .text(run.event.rawValue),
                "view": text(binding.view), "outcome": run.withheld.map { .text("\($0)") } ?? .null,
                "when": binding.condition.map { text($0.source) } ?? .null,
                "times": .number(Double(run.count)),
            ]
        }
        members.append(.init("skipped", .list(skipped)))
        return members
    }
}

extension EventName {
    /// Creates the name of a control event; nil for unknown events and for combinations of events.
    init?(_ control: Control.Event) {
        guard let event = EventName.allCases.first(where: { Control.Event($0) == control }) else { return nil }
        self = event
    }
}

extension String {
    /// The sentence without its final period, for use inside another sentence.
    var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
