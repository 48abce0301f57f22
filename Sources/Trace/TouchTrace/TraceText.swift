internal import GestureKinds
public import HandlerEvents
internal import InputHub
internal import JSON
internal import PluginAPI
internal import ResponderKit

/// Renders records as JSON lines. For the fields, see docs/reference/trace.md.
public struct TraceText {
    private let names: InternTable
    /// Whether to omit private data: handler arguments and pressed keys.
    private let isDump: Bool
    /// Whether the records contain the views visited by hit-testing.
    private let hasVisits: Bool
    private var line = JSONLine()
    /// Views visited by hit-testing, collected until the record of the hit.
    private var visited: [String] = []
    /// Touches of a call, collected until the record of its last touch.
    private var touches: [Int] = []
    private var devices: [Int32: String]
    /// Removed devices with reserved names, oldest first.
    private var removed: [Int32] = []
    /// Limit trace-devices (limits.md, Panels and the kernel): maximum number of names of removed devices that the
    /// trace does not reuse. If exceeded: the name of the device that was removed first may be reused.
    ///
    /// Bounds the memory for names if a device, for example one with a loose cable, reconnects repeatedly.
    private static let removedLimit = 64

    /// Creates a renderer for all records of a JSON trace, with all details.
    public init(_ names: InternTable) { (self.names, isDump, hasVisits, devices) = (names, false, true, [:]) }

    /// Creates a renderer for a `TraceFollower`, a queue for a reader on another thread. `devices`: names of the
    /// connected devices by number.
    public init(following names: InternTable, devices: [Int32: String]) {
        (self.names, isDump, hasVisits, self.devices) = (names, false, false, [:])
        for (number, name) in devices.sorted(by: { $0.key < $1.key }) {
            self.devices[number] = self.devices.values.contains(name) ? "\(name) #\(number)" : name
        }
    }

    /// Creates a renderer for a flight-recorder dump without private data. `devices`: device names by number, because
    /// the recorder may have overwritten the records with these names.
    public init(dumping names: InternTable, devices: [Int32: String]) {
        (self.names, isDump, hasVisits, self.devices) = (names, true, false, devices)
    }

    /// The last rendered line, with its newline.
    public var bytes: [UInt8] { line.bytes }

    /// Renders a line with the number of records or results that a slow reader has lost before the next line.
    public mutating func renderLoss(of count: Int, before time: Int64) {
        line.clear()
        line.begin()
        line.add("t", time)
        kind("lost")
        line.add("count", Int64(count))
        line.end()
    }

    /// Renders a line with the result of a handler call, as reported by a plugin.
    public mutating func render(_ entry: CallReports.Entry) {
        line.clear()
        line.begin()
        line.add("t", entry.time)
        kind("result")
        line.add("plugin", entry.plugin)
        line.add("handler", entry.handler)
        line.add("view", entry.view)
        line.add("on", entry.event.rawValue)
        addOrigin(entry.source, entry.position, slot: entry.slot)
        line.add("called", entry.called)
        line.add("result", entry.report.result.rawValue)
        if let cause = entry.report.cause { line.add("cause", cause.rawValue) }
        if let number = entry.report.number { line.add("number", Int64(number)) }
        line.end()
    }

    /// Renders a record with its handler event. Returns false if the record has no line, or if a later line includes
    /// it.
    public mutating func render(_ record: TraceRecord, _ event: HandlerEvent? = nil) -> Bool {
        line.clear()
        line.begin()
        line.add("t", record.time)
        guard add(record, event) else { return false }
        line.end()
        return true
    }

    private mutating func add(_ record: TraceRecord, _ event: HandlerEvent?) -> Bool {
        switch record.kind {
        case .device: addDevice(record)
        case .visit:
            if !record.isRefused, hasVisits { visited.append(name(record.subject) ?? "") }
            return false
        case .hit:
            kind("hit")
            line.add("touch", Int64(record.touch))
            if hasVisits { line.add("visited", visited) }
            line.add("view", name(record.subject))
            visited.removeAll(keepingCapacity: true)
        case .touch: addTouch(record)
        case .ignored:
            // Dumps contain a line for each ignored sample; other traces only for a sample that wakes a screen.
            guard isDump || record.ignoredReason == .unwanted && record.subject != 0 else { return false }
            kind("unheard")
            addLocation(record)
            if record.subject != 0 { line.add("screen", name(record.subject)) }
            line.add("device", device(record))
        case .ghost: addGhost(record)
        case .press:
            guard !isDump else { return false }
            kind("press")
            line.add("phase", record.pressPhase.map { "\($0)" })
            line.add("type", record.pressType.map { "\($0)" })
            line.add("code", record.keyCode)
            line.add("responder", name(record.subject))
        case .call: return addCall(record)
        case .gesture: addGesture(record)
        case .sequence:
            kind("sequence")
            line.add("sequence", name(record.subject))
            line.add("view", names[record.subject].flatMap { name($0.holder) })
            line.add("state", record.state.map { "\($0)" })
            line.add("step", Int64(record.stepCount))
            line.add("of", Int64(record.stepsNeeded))
            line.add("gesture", name(record.other))
        case .control:
            kind("control")
            line.add("view", name(record.subject))
            line.add("event", record.controlEvent.traceName)
            if record.controlFlags.contains(.hasValue) { line.add("value", record.value) }
        case .action:
            kind("action")
            line.add("action", name(record.subject))
            line.add("sender", name(record.sender))
            line.add("target", name(record.other))
        case .handler: addHandler(record, event)
        case .misuse:
            kind("misuse")
            line.add("misuse", record.misuseKind.map { "\($0)" })
        case .command:
            guard let handler = record.treeHandler else {
                return record.isScriptRun ? addScript(record) : addCommand(record)
            }
            kind("command")
            line.add("command", "\(TreeHandler.plugin).\(handler.rawValue)")
            line.add("target", name(record.subject))
            if handler == .accommodate, record.isDone { line.add("enabled", value: .boolean(record.isEnabled)) }
            line.add("outcome", record.isDone ? "done" : "refused")
        case .contact: return addContact(record)
        case .contactRejected, .undelivered, .offered, .waits, .layout: return false
        }
        return true
    }

    // MARK: Devices and touches

    private mutating func addDevice(_ record: TraceRecord) {
        kind("device")
        line.add("device", uniqueName(record))
        line.add("change", record.deviceChange.map { "\($0)" })
        guard record.deviceChange == .removed else { return }
        removed.append(record.device)
        if removed.count > Self.removedLimit { devices[removed.removeFirst()] = nil }
    }

    /// Returns the device's name; appends its number if another device has the same name.
    private mutating func uniqueName(_ record: TraceRecord) -> String {
        if let known = devices[record.device] { return known }
        let name = name(record.subject) ?? String(record.device)
        let unique = devices.values.contains(name) ? "\(name) #\(record.device)" : name
        devices[record.device] = unique
        return unique
    }

    /// Renders a contact rejected by a touch accommodation (`holdDuration` or `ignoreRepeat`). Returns false for other
    /// contacts.
    private mutating func addContact(_ record: TraceRecord) -> Bool {
        guard let rejection = record.contactRejection, rejection == .holdDuration || rejection == .ignoreRepeat else {
            return false
        }
        kind("unheard")
        addLocation(record)
        line.add("reason", "\(rejection)")
        line.add("measured", record.measuredTime)
        line.add("device", device(record))
        return true
    }

    private mutating func addTouch(_ record: TraceRecord) {
        kind("touch")
        line.add("touch", Int64(record.touch))
        line.add("phase", record.phase.map { "\($0)" })
        addLocation(record)
        line.add("view", name(record.subject))
        line.add("tapCount", Int64(record.tapCount))
        line.add("device", device(record))
    }

    private mutating func addGhost(_ record: TraceRecord) {
        kind("ghost")
        line.add("device", device(record))
        line.add("change", record.isFound ? "found" : "over")
        line.add("reason", record.ghostReason?.rawValue)
        addLocation(record)
        line.add("touches", Int64(record.touchCount))
        line.add("since", record.ghostStart)
        line.add("period", record.ghostPeriod)
    }

    // MARK: Responders, gestures, handlers

    /// Renders a call at the record of its last touch. Returns false for records of earlier touches.
    private mutating func addCall(_ record: TraceRecord) -> Bool {
        switch record.method {
        case .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled:
            if record.touchIndex == 0 { touches.removeAll(keepingCapacity: true) }
            touches.append(Int(record.touch))
            guard record.touchIndex + 1 >= record.touchCount else { return false }
            kind("call")
            line.add("responder", name(record.subject))
            line.add("method", record.method?.rawValue)
            line.add("touches", touches)
        case .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled:
            kind("call")
            line.add("responder", name(record.subject))
            line.add("method", record.method?.rawValue)
        case .motionBegan, .motionEnded, .motionCancelled:
            kind("motion")
            line.add("phase", record.method?.rawValue)
            line.add("responder", name(record.subject))
        case .remoteControlReceived:
            kind("remote")
            line.add("subtype", record.subtype.map { "\($0)" })
            line.add("responder", name(record.subject))
        case nil: return false
        }
        return true
    }

    private mutating func addGesture(_ record: TraceRecord) {
        let entry = names[record.subject]
        kind("gesture")
        line.add("gesture", entry?.name)
        line.add("type", entry?.type)
        line.add("view", name(record.gestureView))
        line.add("state", record.state.map { "\($0)" })
        record.gestureMeasure.eachField(of: record.gestureNumbers) { line.add($0, $1) }
    }

    private mutating func addHandler(_ record: TraceRecord, _ event: HandlerEvent?) {
        let binding = names[record.subject]?.binding
        kind("handler")
        line.add("plugin", binding?.plugin)
        line.add("handler", binding?.handler)
        line.add("view", binding?.view)
        line.add("on", record.event?.rawValue)
        if isDump, let binding {
            addOrigin(binding.gesture ?? binding.action, binding.position, slot: record.touchSlot)
        }
        if !isDump, let binding, let event {
            line.add("arguments", value: binding.arguments.expanded(event, binding))
        }
        line.add("outcome", "\(record.callOutcome)")
    }

    /// Renders a plugin's command in a dump, for repetition in a replay.
    private mutating func addCommand(_ record: TraceRecord) -> Bool {
        guard isDump else { return false }
        kind("command")
        line.add("plugin", name(record.other))
        line.add("target", name(record.subject))
        if !record.changes.isEmpty { line.add("set", value: record.changes.json(alpha: record.newAlpha)) }
        return true
    }

    private mutating func addScript(_ record: TraceRecord) -> Bool {
        kind("script")
        line.add("function", name(record.other))
        line.add("outcome", record.isDone ? "done" : "stopped")
        return true
    }

    /// Adds the fields that distinguish calls of one handler for the same event and view: source, position and slot.
    private mutating func addOrigin(_ source: String?, _ position: Int, slot: Int?) {
        if let source { line.add("source", source) }
        if position != 0 { line.add("position", Int64(position)) }
        guard let slot else { return line.add("touchless", value: .boolean(true)) }
        if slot != 0 { line.add("slot", Int64(slot)) }
    }

    // MARK: Parts of a line

    private mutating func kind(_ name: String) { line.add("kind", name) }

    private mutating func addLocation(_ record: TraceRecord) {
        line.add("x", record.location.x)
        line.add("y", record.location.y)
    }

    private func name(_ id: InternedID) -> String? { names[id]?.name }

    private func device(_ record: TraceRecord) -> String { devices[record.device] ?? String(record.device) }
}

extension TraceRecord.Changes {
    /// The changed properties as a JSON object with layout keys.
    fileprivate func json(alpha: Double) -> JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ isOn: Self, _ isOff: Self) {
            if !isDisjoint(with: [isOn, isOff]) { members.append(.init(key, .boolean(contains(isOn)))) }
        }
        add("hidden", .hidden, .shown)
        add("enabled", .enabled, .disabled)
        add("userInteractionEnabled", .interactive, .notInteractive)
        if contains(.alpha) { members.append(.init("alpha", .number(alpha))) }
        return .object(members)
    }
}

extension Control.Event {
    /// Name of the event in ResponderKit; for a custom event, its raw value.
    package var traceName: String {
        switch self {
        case .touchDown: "touchDown"
        case .touchDownRepeat: "touchDownRepeat"
        case .touchDragInside: "touchDragInside"
        case .touchDragOutside: "touchDragOutside"
        case .touchDragEnter: "touchDragEnter"
        case .touchDragExit: "touchDragExit"
        case .touchUpInside: "touchUpInside"
        case .touchUpOutside: "touchUpOutside"
        case .touchCancel: "touchCancel"
        case .valueChanged: "valueChanged"
        case .primaryActionTriggered: "primaryActionTriggered"
        default: String(rawValue)
        }
    }
}
