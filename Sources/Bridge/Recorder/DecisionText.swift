internal import GestureKinds
internal import Occurrences
internal import PluginAPI
internal import ResponderKit

/// Records in the words of docs/trace.md, as far as these have words for them.
///
/// What a plugin was asked with is left out: it may be nobody else's business, and a replay tells it.
public struct TraceText {
    private let names: InternTable
    private let devices: [Int32: String]
    private var line = JSONLine()

    /// Names are as the table has them when a line is written.
    public init(_ names: InternTable, devices: [Int32: String]) { (self.names, self.devices) = (names, devices) }

    /// A line of JSON, nil for what a trace does not tell.
    public mutating func line(_ record: TraceRecord) -> [UInt8]? {
        line.clear()
        line.begin()
        line.add("t", record.time)
        guard add(record) else { return nil }
        line.end()
        return line.bytes
    }

    private mutating func add(_ record: TraceRecord) -> Bool {
        switch record.kind {
        case .device:
            kind("device")
            line.add("device", device(record))
            line.add("change", Self.changes[Int(min(record.detail, 3))].rawValue)
        case .hit:
            kind("hit")
            line.add("touch", Int64(record.touch))
            line.add("view", name(record.subject))
        case .touch: addTouch(record)
        case .ignored:
            kind("unheard")
            addPlace(record)
            line.add("device", device(record))
        case .ghost:
            kind("ghost")
            line.add("device", device(record))
            line.add("change", record.detail == 1 ? "found" : "over")
            addPlace(record)
            line.add("touches", Int64(record.count))
        case .call:
            kind("call")
            line.add("responder", name(record.subject))
            line.add("method", Self.methods[Int(record.detail) % Self.methods.count].rawValue)
            if record.touch != 0 { line.add("touches", [Int(record.touch)]) }
        case .gesture: addGesture(record)
        case .control:
            kind("control")
            line.add("view", name(record.subject))
            line.add("event", Control.Event(rawValue: UInt(UInt32(bitPattern: record.other))).traceName)
            if ["Slider", "Switch"].contains(names[record.subject]?.type) { line.add("value", record.x) }
        case .action:
            kind("action")
            line.add("action", name(record.subject))
            line.add("target", name(record.other))
        case .handler: addHandler(record)
        case .sequence:
            kind("sequence")
            line.add("sequence", name(record.subject))
            line.add("view", names[record.subject].flatMap { name($0.holder) })
            line.add("state", GestureRecognizer.State(rawValue: Int(record.detail)).map { "\($0)" })
            line.add("step", Int64(record.count))
            line.add("of", Int64(record.x))
            line.add("gesture", name(record.other))
        case .contact, .contactTakenBack, .visit, .kept, .offered, .waits, .misuse, .command, .layout: return false
        }
        return true
    }

    private mutating func addTouch(_ record: TraceRecord) {
        kind("touch")
        line.add("touch", Int64(record.touch))
        line.add("phase", record.phase.map { "\($0)" })
        addPlace(record)
        line.add("view", name(record.subject))
        line.add("tapCount", Int64(record.count))
        line.add("device", device(record))
    }

    private mutating func addGesture(_ record: TraceRecord) {
        let entry = names[record.subject]
        kind("gesture")
        line.add("gesture", entry?.name)
        line.add("type", entry?.type)
        line.add("view", entry.flatMap { name($0.holder) })
        line.add("state", GestureRecognizer.State(rawValue: Int(record.detail)).map { "\($0)" })
        let measure = entry.flatMap { GestureKind.named($0.type)?.measure }
        measure?.eachField(of: GestureNumbers(record.u, record.v)) { line.add($0, $1) }
    }

    private mutating func addHandler(_ record: TraceRecord) {
        let binding = names[record.subject]?.binding
        kind("handler")
        line.add("plugin", binding?.plugin)
        line.add("handler", binding?.handler)
        line.add("view", binding?.view)
        line.add("on", EventName.allCases[Int(record.former) % EventName.allCases.count].rawValue)
        line.add("outcome", record.detail == 1 ? "accepted" : "dropped")
    }

    private static let changes: [TraceWriter.DeviceChange] = [.added, .removed, .dropped, .resynced]
    private static let methods = Responder.Method.allCases

    private mutating func kind(_ name: String) { line.add("kind", name) }

    private mutating func addPlace(_ record: TraceRecord) {
        line.add("x", record.u)
        line.add("y", record.v)
    }

    private func name(_ id: InternedID) -> String? { names[id]?.name }

    private func device(_ record: TraceRecord) -> String { devices[record.device] ?? String(record.device) }
}
