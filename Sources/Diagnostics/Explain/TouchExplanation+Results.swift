internal import GestureKinds
internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import Snapshots
internal import TouchTrace

/// The results of handler calls, as phrases and codes.
extension Context {
    /// Returns a phrase for the outcome of handler calls in the running service, if this outcome is known. Otherwise,
    /// states whether the calls were accepted, rejected or, in a dry run, not executed.
    ///
    /// - Parameter events: Phrase with the events that caused the calls, such as " for event 'touchUpInside'".
    func result(of runs: [TouchHistory.Run], _ handlers: String, _ verb: String, _ events: String = "") -> String {
        let was = "\(handlers) \(verb)"
        if runs.allSatisfy(needsNoPlugin) { return "\(was) called\(events)" }
        let service = runs.reduce(into: ServiceResults()) { $0.add($1.service) }
        if let words = words(for: service) {
            guard let worst = service.worst, worst != .accepted, worst != .delivered else {
                return "\(was) \(words)\(events)"
            }
            // Names only the handlers whose worst result is the worst of all calls.
            let calls = runs.filter { $0.service.worst == worst }.compactMap { names[$0.binding]?.name }
            let different = Self.different(calls).map { Self.short(TerminalText.line($0), 60) }
            return "\(Self.list(different, limit: 3)) \(different.count == 1 ? "was" : "were") \(words)\(events)"
        }
        if facts.isDryRun {
            let unmet = runs.lazy.compactMap(unmetRequirement).first.map { ", but \($0.words)" } ?? ""
            return "a live run would call \(handlers)\(events)\(unmet)\(delay(of: runs))"
        }
        let (calls, accepted) = runs.reduce(into: (0, 0)) { sum, run in
            sum = (sum.0 + run.count, sum.1 + run.accepted)
        }
        // The trace contains only whether the plugin accepted the call; the plugin reports the result later.
        if accepted == calls {
            return "\(was) called, and \(plugins(of: runs)) accepted the \(calls == 1 ? "call" : "calls")\(events)"
        }
        return accepted == 0
            ? "\(was) called, and the plugin rejected the call\(events)"
            : "\(was) called, and the plugin rejected \(calls - accepted) of \(calls) calls\(events)"
    }

    /// Returns a clause about calls that a live run would make late, because the plugin limits its calls per second;
    /// empty if there are none.
    func delay(of runs: [TouchHistory.Run]) -> String {
        guard let run = runs.max(by: { $0.wait < $1.wait }), run.wait >= 1000, run.service.calls == 0,
            let plugin = names[run.binding]?.binding?.plugin, let rate = facts.callRates[plugin]
        else { return "" }
        let delay = Self.time(run.wait / 1000 * 1000)
        let cause = "the plugin \(Self.quoted(plugin)) allows no earlier call (`rate: \(rate.perSecond)`)"
        return ", but \(delay) late, because \(cause)"
    }

    /// Returns whether the handler is a tree command or a script; both work without a plugin.
    func needsNoPlugin(_ run: TouchHistory.Run) -> Bool { names[run.binding]?.binding?.needsNoPlugin ?? false }

    /// Returns a phrase with the plugins that accepted the calls.
    private func plugins(of runs: [TouchHistory.Run]) -> String {
        let plugins = runs.compactMap { names[$0.binding]?.binding?.plugin }
        let different = Self.different(plugins)
        guard !different.isEmpty else { return "its plugin" }
        let list = Self.list(different.map { Self.quoted($0) }, limit: 3)
        return "\(different.count == 1 ? "plugin" : "plugins") \(list)"
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

    /// Returns a clause for the outcome of calls in the service, to follow the handler and the event; empty if the
    /// outcome is unknown.
    func clause(for service: ServiceResults) -> String {
        guard let words = words(for: service) else { return "" }
        if service.worst == .delivered {
            return service.calls == 1 ? "; the call was delivered" : "; the calls were delivered"
        }
        return words.hasPrefix("called,") ? String(words.dropFirst("called".count)) : "; the handler was \(words)"
    }

    // MARK: Calls that do not succeed

    /// Returns the requirement of a call that this machine does not meet; nil if there is none, or if the outcome of
    /// the call is known.
    func unmetRequirement(of run: TouchHistory.Run) -> LayoutFacts.UnmetRequirement? {
        guard run.service.calls == 0, let binding = names[run.binding]?.binding, !binding.needsNoPlugin,
            let unmet = facts.unmetRequirement(binding)
        else { return nil }
        let words = Self.short(TerminalText.line(unmet.words), Self.requirementLimit)
        return LayoutFacts.UnmetRequirement(code: unmet.code, words: words)
    }

    /// Maximum length, in characters, of an unmet requirement.
    private static let requirementLimit = 300

    /// Returns whether a call failed or was not made in the service, or would fail on this machine.
    func isMissed(_ run: TouchHistory.Run) -> Bool {
        switch run.service.worst {
        case .failed, .dropped, .limited, .skipped, .delayed: true
        case .accepted, .delivered: false
        case nil: unmetRequirement(of: run) != nil
        }
    }

    // MARK: Codes

    /// Returns the machine-readable code for the outcome of calls; the codes never change.
    func code(of run: TouchHistory.Run) -> String {
        if let worst = run.service.worst { return worst.rawValue }
        if facts.isDryRun, !needsNoPlugin(run) { return "notRun" }
        return run.accepted < run.count ? "dropped" : "accepted"
    }

    /// Returns the machine-readable reason why a call failed, or why no call was made. Returns nil if calls were
    /// made and none failed, or if the touch has no calls. If all calls were made, the reason can also be the
    /// setting that moved or delayed the touch. The codes never change.
    func code(of history: TouchHistory, _ reasons: Diagnosis) -> String? {
        let service = history.runs.reduce(into: ServiceResults()) { $0.add($1.service) }
        switch service.worst {
        case .failed: return service.failure?.cause?.rawValue ?? "failed"
        case .dropped: return service.drop?.cause?.rawValue ?? "dropped"
        case .limited: return "atMost"
        case .skipped: return "when"
        case .delayed: return "after"
        case .accepted, .delivered, nil: break
        }
        if let unmet = history.runs.lazy.compactMap(unmetRequirement).first { return unmet.code }
        if !delay(of: history.runs).isEmpty { return "rate" }
        guard history.runs.isEmpty else {
            return reasons.sentences.isEmpty ? effect(on: history)?.key : nil
        }
        return history.skips.first.map { skip in
            switch skip.withheld {
            case .limited: "atMost"
            case .delayed: "after"
            default: "when"
            }
        }
    }
}
