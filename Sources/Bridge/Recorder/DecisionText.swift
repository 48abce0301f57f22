internal import Occurrences
internal import PluginAPI
internal import ResponderKit

/// Decisions in the words of docs/trace.md, as far as these have words for them.
///
/// What a plugin was asked with is left out: it may be nobody else's business, and a replay tells it.
public struct DecisionText {
    private let roster: Roster
    private let devices: [Int32: String]
    private var line = JSONLine()

    /// Names are as the roster has them when a line is written.
    public init(_ roster: Roster, devices: [Int32: String]) { (self.roster, self.devices) = (roster, devices) }

    /// A line of JSON, nil for what a trace does not tell.
    public mutating func line(_ decision: Decision) -> [UInt8]? {
        line.clear()
        line.begin()
        line.add("t", decision.time)
        guard add(decision) else { return nil }
        line.end()
        return line.bytes
    }

    private mutating func add(_ decision: Decision) -> Bool {
        switch decision.kind {
        case .device:
            kind("device")
            line.add("device", device(decision))
            line.add("change", Self.changes[Int(min(decision.detail, 3))].rawValue)
        case .hit:
            kind("hit")
            line.add("touch", Int64(decision.touch))
            line.add("view", name(decision.subject))
        case .touch: addTouch(decision)
        case .ignored:
            kind("unheard")
            addPlace(decision)
            line.add("device", device(decision))
        case .ghost:
            kind("ghost")
            line.add("device", device(decision))
            line.add("change", decision.detail == 1 ? "found" : "over")
            addPlace(decision)
            line.add("touches", Int64(decision.count))
        case .call:
            kind("call")
            line.add("responder", name(decision.subject))
            line.add("method", Self.methods[Int(decision.detail) % Self.methods.count].rawValue)
            if decision.touch != 0 { line.add("touches", [Int(decision.touch)]) }
        case .gesture: addGesture(decision)
        case .control:
            kind("control")
            line.add("view", name(decision.subject))
            line.add("event", Control.Event(rawValue: UInt(UInt32(bitPattern: decision.other))).traceName)
            if ["Slider", "Switch"].contains(roster[decision.subject]?.type) { line.add("value", decision.x) }
        case .action:
            kind("action")
            line.add("action", name(decision.subject))
            line.add("target", name(decision.other))
        case .handler: addHandler(decision)
        case .sequence:
            kind("sequence")
            line.add("sequence", name(decision.subject))
            line.add("view", roster[decision.subject].flatMap { name($0.holder) })
            line.add("state", GestureRecognizer.State(rawValue: Int(decision.detail)).map { "\($0)" })
            line.add("step", Int64(decision.count))
            line.add("of", Int64(decision.x))
            line.add("gesture", name(decision.other))
        case .contact, .contactTakenBack, .visit, .kept, .offered, .waits, .misuse, .command, .layout: return false
        }
        return true
    }

    private mutating func addTouch(_ decision: Decision) {
        kind("touch")
        line.add("touch", Int64(decision.touch))
        line.add("phase", decision.phase.map { "\($0)" })
        addPlace(decision)
        line.add("view", name(decision.subject))
        line.add("tapCount", Int64(decision.count))
        line.add("device", device(decision))
    }

    private mutating func addGesture(_ decision: Decision) {
        let entry = roster[decision.subject]
        kind("gesture")
        line.add("gesture", entry?.name)
        line.add("type", entry?.type)
        line.add("view", entry.flatMap { name($0.holder) })
        line.add("state", GestureRecognizer.State(rawValue: Int(decision.detail)).map { "\($0)" })
        switch entry?.type {
        case "PanGestureRecognizer":
            line.add("translationX", decision.u)
            line.add("translationY", decision.v)
        case "PinchGestureRecognizer": line.add("scale", decision.u)
        case "RotationGestureRecognizer": line.add("rotation", decision.u)
        default: break
        }
    }

    private mutating func addHandler(_ decision: Decision) {
        let binding = roster[decision.subject]?.binding
        kind("handler")
        line.add("plugin", binding?.plugin)
        line.add("handler", binding?.handler)
        line.add("view", binding?.view)
        line.add("on", EventName.allCases[Int(decision.former) % EventName.allCases.count].rawValue)
        line.add("outcome", decision.detail == 1 ? "accepted" : "dropped")
    }

    private static let changes: [TraceWriter.DeviceChange] = [.added, .removed, .dropped, .resynced]
    private static let methods = Responder.Method.allCases

    private mutating func kind(_ name: String) { line.add("kind", name) }

    private mutating func addPlace(_ decision: Decision) {
        line.add("x", decision.u)
        line.add("y", decision.v)
    }

    private func name(_ mark: Mark) -> String? { roster[mark]?.name }

    private func device(_ decision: Decision) -> String { devices[decision.device] ?? String(decision.device) }
}
