package import Bridge
internal import HandlerEvents
internal import JSON
internal import LayoutPlans
internal import LayoutRuntime
internal import PluginAPI
internal import Schema
package import TouchScripts

/// Compares the expectations of a script with the handler calls and the touches of a layout.
package final class ExpectationChecker {
    private let pipeline: Pipeline
    private let activity: ObservedActivity
    /// Ids of the views that existed at the start or at any check.
    private var views: Set<String>

    /// An expectation that was not met.
    package struct Failure: Equatable {
        /// Position, cause and fix, without the excerpt of the script.
        package let error: TouchScriptError
        /// The expected line with the prefix `-`, followed by the actual calls or touches. Their prefix is `+`,
        /// or a space if only other expectations of the group match them.
        package let difference: [String]
    }

    /// Starts to observe the pipeline; must be called before the pipeline receives its first event.
    package init(_ pipeline: Pipeline) {
        self.pipeline = pipeline
        activity = ObservedActivity(of: pipeline)
        views = Set(pipeline.tree.viewNames)
    }

    /// Checks a group of `expect` lines against the calls and touches since the previous group.
    package func check(_ lines: [ScriptLine]) throws(TouchScriptError) -> [Failure] {
        defer { activity.clear() }
        views.formUnion(pipeline.tree.viewNames)
        let expectations = lines.compactMap { line in
            if case .expect(let expectation) = line.content { (expectation, line.source) } else { nil }
        }
        for (expectation, source) in expectations { try checkNames(expectation, source) }
        let named = expectations.compactMap { if case .call(let call, _) = $0.0 { call } else { nil } }
        return expectations.compactMap { failure(of: $0, $1, named: named) }
    }

    private func failure(
        of expectation: ScriptExpectation,
        _ source: ScriptSource,
        named: [ScriptExpectation.Call]
    ) -> Failure? {
        let calls = activity.calls
        let others = calls.filter { made in !named.contains { $0.matches(made) } }
        let (isMet, actual): (Bool, String) =
            switch expectation {
            case .call(let call, let count):
                (count.includes(self.count(of: call)), Self.calls(self.count(of: call), "such call"))
            case .noCall(let isOfOthers):
                isOfOthers
                    ? (others.isEmpty, Self.calls(others.count, "other call"))
                    : (calls.isEmpty, Self.calls(calls.count, "call"))
            case .touch(let view, let isExpected):
                (
                    activity.touches.contains { $0.views.contains(view) } == isExpected,
                    isExpected ? "the view received no touch" : "the view received a touch"
                )
            case .state(let view, let property, let value):
                state(property, of: view).map { ($0 == value, "'\(property)' is \($0)") } ?? (
                    false, "the view was removed"
                )
            }
        guard !isMet else { return nil }
        let message = "expected \(expectation), but \(actual)"
        let error = source.error(1, message, remedy: "correct the layout, or change the script")
        let rows =
            switch expectation {
            case .touch: touchRows
            case .state(let view, let property, _):
                state(property, of: view).map { ["+ \(view) \(property) \($0)"] } ?? ["+ no view \(view)"]
            case .call, .noCall: callRows(expectation, named)
            }
        return Failure(error: error, difference: ["- \(expectation)"] + rows)
    }

    /// Returns the live value of a view's property; nil if the view or the property does not exist.
    private func state(_ property: String, of view: String) -> JSONValue? {
        try? pipeline.tree.value(of: property, of: view)
    }

    private func count(of call: ScriptExpectation.Call) -> Int { activity.calls.count { call.matches($0) } }

    private static func calls(_ count: Int, _ what: String) -> String {
        count == 0 ? "there was no \(what)" : count == 1 ? "there was 1 \(what)" : "there were \(count) \(what)s"
    }

    // MARK: Difference

    /// Maximum number of rows below an expectation.
    private static let mostRows = 20

    private var touchRows: [String] {
        let rows = activity.touches.map { "+ touch on \($0.views[0])" }
        return rows.isEmpty ? ["+ no touch"] : Self.joined(rows)
    }

    private func callRows(_ expectation: ScriptExpectation, _ named: [ScriptExpectation.Call]) -> [String] {
        let rows = activity.calls.map { made in
            let isNamedElsewhere = named.contains { $0.matches(made) } && !expectation.concerns(made)
            return "\(isNamedElsewhere ? " " : "+") \(made)"
        }
        return rows.isEmpty ? ["+ no call"] : Self.joined(rows)
    }

    /// Joins consecutive equal rows, and truncates the list to `mostRows` rows.
    private static func joined(_ rows: [String]) -> [String] {
        var joined: [(row: String, count: Int)] = []
        for row in rows {
            if joined.last?.row == row { joined[joined.count - 1].count += 1 } else { joined.append((row, 1)) }
        }
        let shown = joined.prefix(mostRows).map { $0.count == 1 ? $0.row : "\($0.row) (\($0.count) times)" }
        return shown + (joined.count > mostRows ? ["…"] : [])
    }
}

extension ExpectationChecker {
    /// Throws an error for a name that the layout does not contain. Otherwise, the expectation would always fail or
    /// always be met.
    private func checkNames(_ expectation: ScriptExpectation, _ source: ScriptSource) throws(TouchScriptError) {
        switch expectation {
        case .noCall: return
        case .touch(let view, _):
            guard views.contains(view) else {
                throw unknown(view, in: views, source, "the layout has no view '\(view)'")
            }
        case .state(let view, let property, _):
            guard views.contains(view) else {
                throw unknown(view, in: views, source, "the layout has no view '\(view)'")
            }
            do throws(CommandRejection) {
                _ = try pipeline.tree.value(of: property, of: view)
            } catch {
                // A command of the layout may have removed the view.
                guard pipeline.tree.viewNames.contains(view) else { return }
                let suggestion = error.description.dropFirst(error.reason.count + "; ".count)
                let remedy = suggestion.isEmpty ? "write a property of this class" : String(suggestion)
                throw source.error(source.column(of: property), error.reason, remedy: remedy)
            }
        case .call(let call, _): try checkNames(of: call, source)
        }
    }

    private func checkNames(of call: ScriptExpectation.Call, _ source: ScriptSource) throws(TouchScriptError) {
        let bindings = pipeline.bindings
        let plugins = pipeline.plan.plugins.map(\.name)
        let plugin = String(call.handler.prefix { $0 != "." })
        // A script of the layout can call any handler of any plugin.
        if bindings.contains(where: \.isOfScript), plugins.contains(plugin) { return }
        let handlers = Set(bindings.map { "\($0.plugin).\($0.handler)" })
        guard handlers.contains(call.handler) else {
            throw unknown(call.handler, in: handlers, source, "the layout calls no handler '\(call.handler)'")
        }
        let own = bindings.filter { "\($0.plugin).\($0.handler)" == call.handler }
        if let view = call.view, !own.contains(where: { $0.view == view }) {
            throw unknown(view, in: Set(own.map(\.view)), source, "'\(view)' does not call \(call.handler)")
        }
        let events = Set(EventName.allCases.map(\.rawValue)).union(own.compactMap(\.action)).union([
            EventName.recognized
        ])
        if let event = call.event, !events.contains(event) {
            throw unknown(event, in: events, source, "there is no event '\(event)'")
        }
    }

    private func unknown(
        _ name: String,
        in known: Set<String>,
        _ source: ScriptSource,
        _ message: String
    ) -> TouchScriptError {
        let names = known.sorted()
        let near = Names.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        let list = names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " …" : "")
        let remedy = near ?? (names.isEmpty ? "bind a handler in the layout" : "available: \(list)")
        return source.error(source.column(of: name), message, remedy: remedy)
    }
}

extension ScriptExpectation {
    /// Returns whether the expectation counts a call.
    fileprivate func concerns(_ made: Call) -> Bool {
        switch self {
        case .call(let call, _): call.matches(made)
        case .noCall(let others): !others
        case .touch, .state: false
        }
    }
}
