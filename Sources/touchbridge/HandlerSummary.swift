internal import Bridge
internal import JSON
internal import Occurrences
internal import PluginAPI

/// Counts the handler calls of a replay, for people to read.
final class HandlerSummary {
    private struct Line {
        let handler: String
        let view: String
        let event: EventName
        var calls = 0
        var dropped = 0
    }

    private let isDryRun: Bool
    private var lines: [Line] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        let binding: ObjectIdentifier
        let event: EventName
    }

    init(of pipeline: Pipeline) {
        isDryRun = pipeline.plugins.isDry
        pipeline.onHandlerCall = { [unowned self] in note($0, $1.event, isAccepted: $2) }
    }

    private func note(_ binding: Binding, _ event: EventName, isAccepted: Bool) {
        let key = Key(binding: ObjectIdentifier(binding), event: event)
        let place = places[key] ?? lines.count
        if place == lines.count {
            places[key] = place
            lines.append(Line(handler: "\(binding.plugin).\(binding.handler)", view: binding.view, event: event))
        }
        lines[place].calls += 1
        if !isAccepted { lines[place].dropped += 1 }
    }

    /// A line for each handler of a view's event, in the order of their first calls.
    var text: String {
        guard !lines.isEmpty else { return "No handler was called." }
        let head = isDryRun ? "handlers, none of which was run (--run-handlers runs them):" : "handlers:"
        let body = lines.map { line in
            let dropped = line.dropped > 0 ? ", \(line.dropped) of them dropped" : ""
            return "  \(line.handler) of \(line.view) on \(line.event.rawValue): \(line.calls)\(dropped)"
        }
        return ([head] + body.map { Harmless.line($0) }).joined(separator: "\n")
    }

    /// The same as a line of JSON each.
    var json: [String] {
        lines.map { line in
            let value: JSONValue = [
                "handler": .text(line.handler), "view": .text(line.view), "on": .text(line.event.rawValue),
                "calls": .number(Double(line.calls)), "dropped": .number(Double(line.dropped)),
            ]
            return "\(value)"
        }
    }
}
