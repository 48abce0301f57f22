internal import Contacts
internal import Explain
internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputEvents
internal import JSON
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import Schema
internal import Snapshots
internal import TouchTrace

/// Responses to requests from the inspector's web page.
extension Message {
    /// Returns the message that describes a view. The message's `name` is null if the view is not in the layout.
    static func view(
        _ id: InternedID,
        _ report: ViewReport?,
        _ calls: [ViewReport.Call],
        _ facts: LayoutFacts
    ) -> [UInt8] {
        guard let report else { return bytes(["type": "view", "mark": .number(Double(id)), "name": .null]) }
        return bytes([
            "type": "view", "mark": .number(Double(id)), "name": .text(cut(report.owner.name)),
            "class": .text(cut(report.owner.type)), "isDryRun": .boolean(facts.isDryRun),
            "properties": .list(report.properties.map { [.text($0.name), $0.value] }),
            "chain": .list(report.chain.map { named($0.id, $0.name, $0.type) }),
            "gestures": .list(report.gestures.map { gesture($0, report) }),
            "handlers": .list(report.bound.flatMap { handlers($0.bound, of: $0.owner) }),
            "calls": .list(calls.map { call($0) }),
        ])
    }

    private static func named(_ id: InternedID, _ name: String, _ type: String) -> JSONValue {
        ["mark": .number(Double(id)), "name": .text(cut(name)), "type": .text(cut(type))]
    }

    private static func gesture(_ gesture: LayoutFacts.Gesture, _ report: ViewReport) -> JSONValue {
        func marks(_ ids: [InternedID]) -> JSONValue {
            .list(ids.filter { id in report.gestures.contains { $0.id == id } }.map { .number(Double($0)) })
        }
        return [
            "mark": .number(Double(gesture.id)), "name": .text(cut(gesture.name)),
            "type": .text("\(gesture.kind.name)"),
            "view": .number(Double(gesture.view)), "enabled": .boolean(gesture.isEnabled),
            "cancelsTouchesInView": .boolean(gesture.cancelsTouchesInView),
            "delaysTouchesBegan": .boolean(gesture.delaysTouchesBegan),
            "requires": marks(gesture.requiredFailures), "partners": gesture.partners.map { marks($0) } ?? .null,
        ]
    }

    private static func handlers(_ bound: LayoutFacts.Bound, of owner: String) -> [JSONValue] {
        let event: [JSONValue.Member] = [
            .init("owner", .text(cut(owner))), .init("event", .text(bound.event.rawValue)),
            .init("passes", .boolean(bound.passes)),
        ]
        if let action = bound.action { return [.object(event + [.init("action", .text(cut(action)))])] }
        return bound.bindings.map { binding in
            var members = event + [.init("call", .text(cut("\(binding.plugin).\(binding.handler)")))]
            if let condition = binding.condition { members.append(.init("when", .text(cut(condition.source)))) }
            if let rate = binding.rate { members.append(.init("atMost", .text(cut(rate.source)))) }
            if let time = binding.quietTime { members.append(.init("after", .number(Double(time) / 1000))) }
            return .object(members)
        }
    }

    private static func call(_ call: ViewReport.Call) -> JSONValue {
        let binding = call.binding
        var members: [JSONValue.Member] = [
            .init("time", .number(Double(call.record.time))), .init("touch", .number(Double(call.record.touch))),
            .init("event", .text(call.record.event?.rawValue ?? "")),
            .init("owner", .text(cut(binding.gesture ?? binding.view))),
            .init("call", .text(cut("\(binding.plugin).\(binding.handler)"))),
            .init("outcome", .text("\(call.record.callOutcome)")),
            .init("needsNoPlugin", .boolean(binding.needsNoPlugin)),
        ]
        if let result = call.result {
            members.append(.init("answer", .text(result.code + (result.reason.map { ": \($0)" } ?? ""))))
            members.append(.init("hasFailed", .boolean(result.reason != nil)))
        }
        if let argument = call.argument, argument != .null {
            members.append(.init("argument", .text(TerminalText.line("\(argument)").excerpt(200))))
        }
        return .object(members)
    }

    /// Limit inspector-visits (limits.md, Internal bounds): maximum number of visited views of a hit test that the
    /// inspector shows.
    static let visitLimit = 200

    /// Returns the message that describes the result of a hit test.
    static func hitReport(_ report: HitReport) -> [UInt8] {
        let visits = report.visits.prefix(visitLimit).map { visit in
            var members: [JSONValue.Member] = [
                .init("mark", .number(Double(visit.internedID))), .init("name", .text(cut(visit.view))),
                .init("depth", .number(Double(visit.depth))),
            ]
            switch visit.verdict {
            case .refused(let reason): members.append(.init("reason", .text(cut(reason))))
            case .entered: break
            case .hit: members.append(.init("isHit", true))
            }
            return JSONValue.object(members)
        }
        return bytes([
            "type": "point", "x": .number(report.point.x), "y": .number(report.point.y), "visits": .list(visits),
            "gestures": .list(report.gestures.map { .text(cut($0)) }),
            "deadZone": report.deadZone.map { .text(cut($0)) } ?? .null,
        ])
    }

    /// Returns the message that lists the contacts on panels. If `time` is `Int64.max`, these are the current contacts,
    /// and the message's `time` is null.
    static func slots(_ panels: [PanelContacts], at time: Int64) -> [UInt8] {
        bytes([
            "type": "slots", "time": time == .max ? .null : .number(Double(time)),
            "slots": .list(panels.flatMap { panel in panel.contacts.map { slot($0, of: panel) } }),
        ])
    }

    private static func slot(_ contact: ContactChange, of panel: PanelContacts) -> JSONValue {
        let state = contact.state
        func value(_ number: Int32, _ axes: Axis...) -> JSONValue {
            axes.contains(where: panel.axes.contains) ? .number(Double(number)) : .null
        }
        return [
            "device": .number(Double(panel.device)), "slot": .number(Double(contact.slot)),
            "id": .number(Double(state.trackingID)), "x": .number(Double(state.x)), "y": .number(Double(state.y)),
            "pressure": value(state.pressure, .contactPressure, .pressure),
            "major": value(state.touchMajor, .touchMajor), "minor": value(state.touchMinor, .touchMinor),
            "tool": value(state.toolType.rawValue, .toolType),
        ]
    }

    /// Content of a recording file, or the reason why the recording cannot be created.
    enum Recording {
        case success([UInt8])
        case failure(String)
    }

    static func recording(_ recording: Recording) -> [UInt8] {
        switch recording {
        case .success(let text):
            bytes(["type": "recording", "text": .text(String(decoding: text, as: UTF8.self))])
        case .failure(let reason): bytes(["type": "recording", "error": .text(reason)])
        }
    }

    /// Returns the message that contains a touch script, as the text of a script file. `expects` states whether the
    /// script is a test with `expect` lines for handler calls.
    static func script(_ script: TraceScript, expects: Bool) -> [UInt8] {
        bytes(["type": "script", "expects": .boolean(expects), "text": .text(script.text)])
    }
}
