internal import GestureKinds
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// The sentences about handler calls.
extension Context {
    func handlers(of history: TouchHistory) -> [Sentence] {
        let sentences =
            history.runs.map { sentence(for: $0) } + history.skips.map { sentence(forSkip: $0, of: history) }
        guard facts.isDryRun, !history.runs.allSatisfy({ needsNoPlugin($0) || $0.service.calls > 0 }) else {
            return sentences
        }
        let text =
            "No plugin was called; `touchbridge replay --run-handlers` calls the plugins and also shows missing "
            + "programs, crashed plugins and exceeded rate limits."
        return sentences + [Sentence(text: text)]
    }

    private func sentence(for run: TouchHistory.Run) -> Sentence {
        guard let binding = names[run.binding]?.binding else { return Sentence(text: "A handler was called.") }
        let handler = Self.handler(of: binding)
        let isCalled = !facts.isDryRun || binding.needsNoPlugin || run.service.calls > 0
        var words = isCalled ? "\(handler) was called " : "A live run would call \(handler) "
        if run.count > 1 { words += "\(run.count) times " }
        words += "for \(Self.event(of: run, binding))"
        if let last = run.last {
            let value = binding.arguments.expanded(last, binding)
            if value != .null {
                let text = Self.short(TerminalText.line("\(value)"), 200)
                words += run.count > 1 ? ", the last time with the argument \(text)" : ", with the argument \(text)"
            }
        }
        if run.accepted < run.count {
            let refused = run.count - run.accepted
            words +=
                run.count == 1 ? "; the plugin rejected the call" : "; the plugin rejected \(refused) of the calls"
        }
        if let result = self.words(for: run.service) { words += "; the handler was \(result)" }
        switch run.service.worst {
        case .failed, .dropped, .limited, .skipped, .delayed:
            return Sentence(text: words + ".", missed: Self.missed(run, binding))
        case .accepted, .delivered, nil: return Sentence(text: words + ".")
        }
    }

    /// Returns a phrase for the outcome of calls in the service, to follow the verb "was"; nil if the outcome is
    /// unknown.
    func words(for service: ServiceResults) -> String? {
        guard let worst = service.worst, let count = service.counts[worst] else { return nil }
        let part = service.calls == 1 ? "" : " \(count) of \(service.calls) times"
        return switch worst {
        case .failed: "called, but failed\(part)\(service.failure?.words ?? "")"
        case .dropped: "called, but the call was dropped\(part), because \(Self.reason(forDrop: service.drop))"
        case .limited: "not called\(part) in the service, because 'atMost' allowed no more calls"
        case .skipped: "not called\(part) in the service, because 'when' was false"
        case .delayed: "not called\(part) in the service, because 'after' delayed the call"
        case .accepted: "called, and the plugin accepted the \(service.calls == 1 ? "call" : "calls")"
        case .delivered: "called and delivered"
        }
    }

    /// Returns a clause that states why a call was dropped; `report` is nil if the plugin rejected the call.
    private static func reason(forDrop report: CallReport?) -> String {
        report?.reason ?? "the plugin's queue was full or the plugin was not running"
    }

    /// Returns the machine-readable code for the outcome of calls; the codes never change.
    func code(of run: TouchHistory.Run) -> String {
        if let worst = run.service.worst { return worst.rawValue }
        if facts.isDryRun, !needsNoPlugin(run) { return "notRun" }
        return run.accepted < run.count ? "dropped" : "accepted"
    }

    private static func missed(_ run: TouchHistory.Run, _ binding: Binding) -> [MissedCall] {
        let call = "\(binding.plugin).\(binding.handler)"
        return [MissedCall(view: binding.view, gesture: binding.gesture, event: run.event, call: call)]
    }

    /// Returns the sentence for calls that were not made. Adds a `MissedCall` if the binding made no call for the
    /// event.
    private func sentence(forSkip run: TouchHistory.Run, of history: TouchHistory) -> Sentence {
        var sentence = sentence(forSkip: run)
        let isMade = history.runs.contains { $0.binding == run.binding && $0.event == run.event }
        if !isMade, let binding = names[run.binding]?.binding { sentence.missed = Self.missed(run, binding) }
        return sentence
    }

    /// Returns the sentence for calls that were not made.
    func sentence(forSkip run: TouchHistory.Run) -> Sentence {
        guard let binding = names[run.binding]?.binding else {
            return Sentence(text: "A handler was not called, because of a condition, rate limit or delay.")
        }
        let call = "\(Self.handler(of: binding)) was not called for \(Self.event(of: run, binding))"
        let times = run.count > 1 ? ", \(Self.times(run.count))" : ""
        if run.withheld == .delayed, run.replacedBy != 0 {
            let delay = Self.compactTime(binding.quietTime ?? 0)
            let time = binding.rate == nil ? "within 'after: \(delay)'" : "before 'atMost' allowed the delayed call"
            let cause = "because an event of touch \(run.replacedBy) came \(time) and replaced the call"
            return Sentence(text: "\(call)\(times), \(cause).")
        }
        if run.withheld != .skipped { return Sentence(text: "\(call)\(times), \(Self.reason(run.withheld, binding)).") }
        guard let condition = binding.condition else { return Sentence(text: "\(call).") }
        let numbers = condition.placeholders.compactMap { placeholder in
            run.last.flatMap(placeholder.number).map { "\(placeholder.rawValue) was \(Self.number($0))" }
        }
        let different = numbers.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let last = run.count > 1 ? "\(times); the last time" : ":"
        let values = different.isEmpty ? "" : "\(last) \(Self.list(different, limit: 4))"
        return Sentence(text: "\(call), \(Self.reason(run.withheld, binding))\(values).")
    }

    /// Returns a clause that states why a handler was not called.
    static func reason(_ outcome: TraceRecord.CallOutcome?, _ binding: Binding?) -> String {
        switch outcome {
        case .limited: "because 'atMost: \(binding?.rate?.source ?? "")' allows no more calls"
        case .delayed:
            "because 'after: \(compactTime(binding?.quietTime ?? 0))' delays the call until no event follows"
        default:
            "because 'when: \(short(TerminalText.line(binding?.condition?.source ?? ""), 120))' was false"
        }
    }

    static func handler(of binding: Binding) -> String {
        short(TerminalText.line("\(binding.plugin).\(binding.handler)"), 60)
    }

    private static func event(of run: TouchHistory.Run, _ binding: Binding) -> String {
        guard let action = binding.action else { return words(run.event, binding) }
        return "the action \(quoted(action)) of \(quoted(binding.gesture ?? binding.view))"
    }

    /// Returns the machine-readable reason why a call failed, or why no call was made. Returns nil if calls were
    /// made and none failed, or if the touch has no calls. The codes never change.
    func code(of history: TouchHistory) -> String? {
        let service = history.runs.reduce(into: ServiceResults()) { $0.add($1.service) }
        switch service.worst {
        case .failed: return service.failure?.cause?.rawValue ?? "failed"
        case .dropped: return service.drop?.cause?.rawValue ?? "dropped"
        case .limited: return "atMost"
        case .skipped: return "when"
        case .delayed: return "after"
        case .accepted, .delivered, nil: break
        }
        guard history.runs.isEmpty else { return nil }
        return history.skips.first.map { skip in
            switch skip.withheld {
            case .limited: "atMost"
            case .delayed: "after"
            default: "when"
            }
        }
    }
}
