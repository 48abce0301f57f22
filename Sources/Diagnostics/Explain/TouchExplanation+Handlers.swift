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
        if let unmet = unmetRequirement(of: run) { words += ", but \(unmet.words)" }
        words += delay(of: [run])
        var sentence = Sentence(text: "\(words)\(clause(for: run.service)).")
        guard isMissed(run) else { return sentence }
        sentence.missed = Self.missed(run, binding)
        sentence.phrase = result(of: [run], handler, "was")
        return sentence
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
}
