internal import Bridge
internal import HandlerEvents
internal import InputHub
internal import JSON
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import Synchronization

/// Counts the handler calls of a replay and their outcomes.
final class HandlerSummary: HandlerObserver {
    fileprivate struct Line {
        /// Retained, so that no other binding can have the same `ObjectIdentifier`.
        let binding: Binding
        let event: EventName
        var calls = 0
        /// Number of calls that the plugin rejected because its queue was full; equals `calls` if the plugin was not
        /// created.
        var refused = 0
    }

    private let isDryRun: Bool
    private let losses: CallLosses
    private var lines: [Line] = []
    private var indices: [CallLosses.Key: Int] = [:]

    init(of pipeline: Pipeline, _ losses: CallLosses) {
        (isDryRun, self.losses) = (pipeline.plugins.isDry, losses)
        pipeline.addObserver(self)
    }

    func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {
        let key = CallLosses.Key(binding, handlerEvent.event)
        let index = indices[key] ?? lines.count
        if index == lines.count {
            indices[key] = index
            lines.append(Line(binding: binding, event: handlerEvent.event))
        }
        lines[index].calls += 1
        if !isAccepted { lines[index].refused += 1 }
    }

    /// Returns whether the calls of a summary line are executed. A dry run executes only tree commands and scripts,
    /// because they need no plugin.
    private func isRun(_ line: Line) -> Bool { !isDryRun || line.binding.needsNoPlugin }

    /// Returns how many calls of a summary line were delivered, how many failed, and how many were dropped. In a dry
    /// run, no plugin call is delivered.
    private func outcome(of line: Line) -> (delivered: Int, failed: Int, dropped: Int) {
        guard isRun(line) else { return (0, 0, 0) }
        let lost = losses[CallLosses.Key(line.binding, line.event)]
        let dropped = line.refused + lost.dropped
        return (line.calls - lost.failed - dropped, lost.failed, dropped)
    }

    /// Summary of the undelivered calls; nil if no executed call failed or was dropped.
    var undelivered: UndeliveredCalls? {
        let outcomes = lines.map(outcome)
        let failed = outcomes.reduce(0) { $0 + $1.failed }
        let dropped = outcomes.reduce(0) { $0 + $1.dropped }
        guard let first = outcomes.firstIndex(where: { $0.failed + $0.dropped > 0 }) else { return nil }
        let calls = lines.reduce(0) { $0 + $1.calls }
        return UndeliveredCalls(calls: calls, failed: failed, dropped: dropped, first: lines[first].name)
    }

    /// The summary as text: one line for each handler and event, in the order of the first calls.
    var text: String {
        guard !lines.isEmpty else { return "No handler was called." }
        let head = !lines.allSatisfy(isRun) ? "handlers that would be called (--run-handlers calls them):" : "handlers:"
        let body = lines.map { line in
            guard isRun(line) else { return "  \(line.name): \(line.calls)" }
            let (delivered, failed, dropped) = outcome(of: line)
            let parts = [(delivered, "delivered"), (failed, "failed"), (dropped, "dropped")]
            let words = parts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
            return "  \(line.name): \(words.joined(separator: ", "))"
        }
        return ([head] + body.map { TerminalText.line($0) }).joined(separator: "\n")
    }

    /// The summary as JSON: one object for each handler and event.
    var json: [String] {
        lines.map { line in
            let binding = line.binding
            let (delivered, failed, dropped) = outcome(of: line)
            let value: JSONValue = .object([
                .init("handler", .text("\(binding.plugin).\(binding.handler)")), .init("view", .text(binding.view)),
                .init("gesture", binding.gesture.map { .text($0) } ?? .null),
                .init("gestureType", binding.gestureType.map { .text($0) } ?? .null),
                .init("action", binding.action.map { .text($0) } ?? .null), .init("on", .text(line.event.rawValue)),
                .init("calls", .number(Double(line.calls))), .init("delivered", .number(Double(delivered))),
                .init("failed", .number(Double(failed))), .init("dropped", .number(Double(dropped))),
            ])
            return "\(value)"
        }
    }
}

extension HandlerSummary.Line {
    /// Names of the handler, its owner and the event. Example: `shell.run of tap call of page on recognized` for the
    /// tap `call` of the view `page`.
    fileprivate var name: String {
        let gesture = binding.gesture.map { name in
            binding.gestureType.map { $0 == name ? "\(name) of " : "\($0) \(name) of " } ?? "\(name) of "
        }
        let event = binding.action.map { "action \($0)" } ?? binding.name(of: event)
        // A screen without a name is called `screen` or `screen 2`.
        let isNamedScreen = [.screen, .ghost, .panel].contains(self.event.family) && !binding.view.hasPrefix("screen")
        let owner = (gesture ?? "") + (isNamedScreen ? "screen " : "") + binding.view
        return "\(binding.plugin).\(binding.handler) of \(owner) on \(event)"
    }
}

/// Counts of calls that plugins accepted but did not deliver; updated from the plugins' threads.
final class CallLosses: Sendable {
    struct Key: Hashable {
        private let binding: ObjectIdentifier
        private let event: EventName

        init(_ binding: Binding, _ event: EventName) { (self.binding, self.event) = (ObjectIdentifier(binding), event) }
    }

    private let counts = Mutex<[Key: (failed: Int, dropped: Int)]>([:])

    subscript(key: Key) -> (failed: Int, dropped: Int) { counts.withLock { $0[key] ?? (0, 0) } }

    func add(_ loss: CallLoss, _ binding: Binding, _ event: EventName) {
        counts.withLock { counts in
            switch loss {
            case .failed: counts[Key(binding, event), default: (0, 0)].failed += 1
            case .dropped: counts[Key(binding, event), default: (0, 0)].dropped += 1
            }
        }
    }
}

/// Number of handler calls, and how many of them failed or were dropped.
struct UndeliveredCalls: CustomStringConvertible {
    let calls: Int
    let failed: Int
    let dropped: Int
    /// First handler with undelivered calls.
    let first: String

    var description: String {
        let all = " of \(calls) handler \(calls == 1 ? "call" : "calls")"
        let lost = "\(dropped)\(failed == 0 ? all : "") \(dropped == 1 ? "was" : "were") dropped"
        let words = failed == 0 ? lost : "\(failed)\(all) failed\(dropped == 0 ? "" : " and \(lost)")"
        return "\(words); the first was \(first)"
    }
}
