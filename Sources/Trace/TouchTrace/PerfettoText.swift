internal import GestureKinds
public import HandlerEvents
internal import JSON
public import Platform
internal import PluginAPI
internal import ResponderKit

/// Renders records as a timeline in Chrome's JSON trace format, which Perfetto reads.
///
/// Each finger, recognizer and plugin has a track. Touch reports, state changes of recognizers, and handler calls are
/// slices of one microsecond, because records contain no durations. A flow arrow leads from a touch report, at its
/// kernel timestamp, to the handler call. For gesture handlers, it leads through the recognizer's state change.
public struct PerfettoText {
    private let names: InternTable
    private var line = JSONLine()
    /// Rendered text since the last `take`.
    private var bytes = Array("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n".utf8)
    private var isEmpty = true
    private var origin: Int64?
    private var now: Int64 = 0
    private var tracks: [Key: Track] = [:]
    private var order: [Key] = []
    private var groups: Set<Group> = []
    private var flowCount: Int64 = 0
    private var devices: [Int32: String] = [:]
    /// Latest report of each recent touch.
    private var reports: [Int32: Slice] = [:]
    /// Touches received by each recognizer in its current attempt.
    private var attempts: [InternedID: [Int32]] = [:]
    /// Latest state change of each recognizer, stored under two keys: recognizer name with view name, and view name
    /// alone.
    private var changes: [String: Slice] = [:]
    /// Touch of each responder's latest call; for a control, the tracked touch.
    private var followed: [InternedID: Int32] = [:]
    private var lastControl: InternedID = 0

    /// Limit perfetto-touches (limits.md, Recordings and dumps): maximum number of touches whose reports are connected
    /// to the calls that they cause; the newest touches are connected. If exceeded: an older touch that does not move
    /// has no arrow to its calls.
    private static let reportCount = 256

    /// A group of tracks, shown as a process.
    private enum Group: Int {
        case fingers = 1
        case gestures, plugins

        var name: String {
            switch self {
            case .fingers: "Fingers"
            case .gestures: "Gestures"
            case .plugins: "Plugins"
            }
        }
    }

    private enum Key: Hashable {
        case finger(device: Int32, slot: Int16)
        case gesture(InternedID)
        case plugin(String)

        var group: Group {
            switch self {
            case .finger: .fingers
            case .gesture: .gestures
            case .plugin: .plugins
            }
        }
    }

    /// Result of a handler call, as reported in the service that recorded the trace.
    public struct RecordedResult {
        let outcome: String
        let reason: String?

        /// Creates a result from its code, such as `delivered`, and a phrase with the reason of a failure.
        public init(_ outcome: String, reason: String?) { (self.outcome, self.reason) = (outcome, reason) }
    }

    private struct Track {
        let number: Int
        /// End of the last slice. Slices of a track must not overlap.
        var end: Int64 = 0
        var isOpen = false
    }

    /// A slice where a flow can begin.
    private struct Slice {
        let key: Key
        let time: Int64
    }

    public init(_ names: InternTable) { self.names = names }

    /// Returns the text since the last call.
    public mutating func take() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }

    /// Ends all slices and the file. Writes the date of time 0 if `epoch` is not nil and a record was rendered.
    public mutating func finish(_ epoch: EventEpoch?) {
        for key in order { close(key, at: now) }
        bytes += Array("\n]".utf8)
        if let epoch, let origin { bytes += Array(",\"otherData\":{\"date\":\"\(epoch.date(of: origin))\"}".utf8) }
        bytes += Array("}\n".utf8)
    }

    /// Renders a record with its handler event. `result` replaces the outcome of the handler call.
    public mutating func render(_ record: TraceRecord, _ event: HandlerEvent?, _ result: RecordedResult? = nil) {
        let origin = origin ?? record.time
        self.origin = origin
        let time = record.time &- origin
        now = max(now, time)
        switch record.kind {
        case .device: devices[record.deviceNumber] = name(record.subject)
        case .contact:
            guard let reason = record.contactRejection, reason != .none else { return }
            mark(finger(record), "rejected: \(reason)", time) { $0.addLocation(record) }
        case .touch: touch(record, time)
        case .offered:
            guard record.offerResult == .taken else { return }
            attempts[record.subject, default: []].append(record.touch)
            open(.gesture(record.subject), "attempt", time)
        case .gesture: gesture(record, time)
        case .call: followed[record.subject] = record.touch
        case .control: lastControl = record.subject
        case .handler: handler(record, event, result, time)
        case .visit, .hit, .ignored, .contactRejected, .undelivered, .waits, .action, .ghost, .misuse, .command,
            .layout,
            .sequence, .press:
            return
        }
    }

    // MARK: Records

    private func finger(_ record: TraceRecord) -> Key {
        .finger(device: record.deviceNumber, slot: record.contactSlot)
    }

    private mutating func touch(_ record: TraceRecord, _ time: Int64) {
        guard let phase = record.phase else { return }
        let key = finger(record)
        if phase == .began {
            if reports.count >= Self.reportCount {
                reports = reports.filter { $0.key > record.touch - Int32(Self.reportCount / 2) }
            }
            close(key, at: time)
            open(key, "touch \(record.touch) on \(name(record.subject) ?? "no view")", time)
        }
        reports[record.touch] = slice(key, "\(phase)", time) { $0.addLocation(record) }
        if phase == .ended || phase == .cancelled { close(key, at: time) }
    }

    private mutating func gesture(_ record: TraceRecord, _ time: Int64) {
        guard let state = record.state else { return }
        let key = Key.gesture(record.subject)
        guard state != .possible else {
            attempts[record.subject] = nil
            return close(key, at: time)
        }
        let change = slice(key, state == .ended && record.formerState == .possible ? "recognized" : "\(state)", time)
        if state == .began || state == .ended, state != record.formerState {
            for touch in attempts[record.subject] ?? [] { flow(from: reports[touch], to: change) }
        }
        changes[changeKey(name(record.subject), name(record.gestureView))] = change
        if state != .failed { changes[changeKey(nil, name(record.gestureView))] = change }
        if state == .ended || state == .cancelled || state == .failed { close(key, at: time) }
    }

    private mutating func handler(
        _ record: TraceRecord,
        _ event: HandlerEvent?,
        _ result: RecordedResult?,
        _ time: Int64
    ) {
        guard let binding = names[record.subject]?.binding, let name = record.event else { return }
        let call = slice(.plugin(binding.plugin), "\(binding.plugin).\(binding.handler)", time) { line in
            line.add("view", binding.view)
            line.add("on", name.rawValue)
            if let event { line.add("arguments", value: binding.arguments.expanded(event, binding)) }
            line.add("outcome", result?.outcome ?? "\(record.callOutcome)")
            if let reason = result?.reason { line.add("reason", reason) }
        }
        switch name.family {
        case .gesture:
            // A gesture without an id has different names in the binding and the trace. The view's name is the
            // fallback.
            let change = changes[changeKey(binding.gesture, binding.view)] ?? changes[changeKey(nil, binding.view)]
            flow(from: change, to: call)
        case .touches, .control, .action:
            flow(from: reports[record.touch] ?? reports[followed[lastControl] ?? 0], to: call)
        case .presses, .motion, .remoteControl, .screen, .device, .ghost, .panel, .timer: break
        }
    }

    private func changeKey(_ gesture: String?, _ view: String?) -> String { "\(gesture ?? "") of \(view ?? "")" }

    // MARK: Trace events

    /// Begins a slice around the following slices of the track. Has no effect if such a slice is already open.
    private mutating func open(_ key: Key, _ name: String, _ time: Int64) {
        guard !track(key).isOpen else { return }
        let time = max(time, track(key).end)
        event("B", key, time) { $0.add("name", name) }
        tracks[key]?.isOpen = true
        tracks[key]?.end = time
    }

    private mutating func close(_ key: Key, at time: Int64) {
        guard track(key).isOpen else { return }
        let time = max(time, track(key).end)
        event("E", key, time) { _ in }
        tracks[key]?.isOpen = false
        tracks[key]?.end = time
    }

    private mutating func slice(
        _ key: Key,
        _ name: String,
        _ time: Int64,
        _ arguments: ((inout JSONLine) -> Void)? = nil
    ) -> Slice {
        let time = max(time, track(key).end)
        // Uses begin and end events. Perfetto would sort a complete event (X) before an outer slice with the same
        // start.
        event("B", key, time) { line in
            line.add("name", name)
            line.addArguments(arguments)
        }
        event("E", key, time + 1) { _ in }
        tracks[key]?.end = time + 1
        return Slice(key: key, time: time)
    }

    private mutating func mark(
        _ key: Key,
        _ name: String,
        _ time: Int64,
        _ arguments: @escaping (inout JSONLine) -> Void
    ) {
        event("i", key, time) { line in
            line.add("s", "t")
            line.add("name", name)
            line.addArguments(arguments)
        }
    }

    private mutating func flow(from start: Slice?, to end: Slice) {
        guard let start else { return }
        flowCount += 1
        let number = flowCount
        for (phase, slice) in [("s", start), ("f", end)] {
            event(phase, slice.key, slice.time) { line in
                line.add("id", number)
                line.add("cat", "touch")
                line.add("name", "delivery")
                if phase == "f" { line.add("bp", "e") }
            }
        }
    }

    private mutating func event(_ phase: String, _ key: Key, _ time: Int64, _ body: (inout JSONLine) -> Void) {
        let number = track(key).number
        append { line in
            line.add("ph", phase)
            line.add("pid", Int64(key.group.rawValue))
            line.add("tid", Int64(number))
            line.add("ts", time)
            body(&line)
        }
    }

    private mutating func append(_ body: (inout JSONLine) -> Void) {
        line.clear()
        line.begin()
        body(&line)
        line.end()
        if !isEmpty { bytes += Array(",\n".utf8) }
        isEmpty = false
        bytes += line.bytes.dropLast()
    }

    // MARK: Tracks

    /// Returns the track for a key. Writes the name of a track or group on first use.
    private mutating func track(_ key: Key) -> Track {
        if let known = tracks[key] { return known }
        let group = key.group
        if groups.insert(group).inserted { describe("process_name", of: group, 0, group.name) }
        // Each track is a thread of its group's process. Thread numbers must be unique across all processes.
        let track = Track(number: order.count + 1)
        tracks[key] = track
        order.append(key)
        describe("thread_name", of: group, track.number, title(of: key))
        return track
    }

    private mutating func describe(_ what: String, of group: Group, _ number: Int, _ name: String) {
        append { line in
            line.add("ph", "M")
            line.add("pid", Int64(group.rawValue))
            line.add("tid", Int64(number))
            line.add("name", what)
            line.addArguments { $0.add("name", name) }
        }
    }

    private func title(of key: Key) -> String {
        switch key {
        case .finger(let device, let slot): "finger \(slot + 1) on \(devices[device] ?? "device \(device)")"
        case .gesture(let id): changeKey(name(id), names[id].flatMap { name($0.holder) })
        case .plugin(let name): name
        }
    }

    private func name(_ id: InternedID) -> String? { names[id]?.name }
}

extension JSONLine {
    fileprivate mutating func addLocation(_ record: TraceRecord) {
        add("x", record.location.x)
        add("y", record.location.y)
    }

    /// Adds the member `args` with the object from `body`. Has no effect if `body` is nil.
    fileprivate mutating func addArguments(_ body: ((inout JSONLine) -> Void)?) {
        guard let body else { return }
        var arguments = JSONLine()
        arguments.begin()
        body(&arguments)
        arguments.end()
        add("args", json: Array(arguments.bytes.dropLast()))
    }
}
