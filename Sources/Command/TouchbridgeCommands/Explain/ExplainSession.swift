internal import Bridge
internal import CommandSupport
internal import Contacts
internal import Explain
internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputEvents
internal import InputHub
internal import JSON
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import Recordings
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Applies touches to a layout and explains their outcome; runs no handlers.
final class ExplainSession {
    private let pipeline: Pipeline
    private var explainer: Explainer
    /// Whether a command has changed the view tree since the facts about the tree were last collected.
    private var isTreeChanged = false
    /// Devices that were ignored, with the reasons.
    private(set) var ignoredDevices: [IgnoredDevice] = []

    /// An ignored device and the reason why it was ignored.
    struct IgnoredDevice {
        let name: String
        let reason: String
        let rule: Rule?

        var text: String {
            var lines = ["no touch: \(reason)"]
            if let rule { lines += ["  rules", "    [1] \(rule.words)", "        \(rule.link)"] }
            return lines.joined(separator: "\n")
        }

        var json: JSONValue {
            let link: JSONValue = rule.map { .text($0.link) } ?? .null
            return ["kind": "device", "name": .text(name), "text": .text(reason), "link": link]
        }
    }

    /// Creates a session; if a touch number is given, explains only this touch.
    init(_ plan: LayoutPlan, only touch: Int? = nil) {
        pipeline = Pipeline(plan, .dry)
        let recorder = pipeline.record([.hitTests, .moves], capacity: 1024)
        explainer = Explainer(pipeline.names, pipeline.facts, only: touch)
        recorder.add { [unowned self] record, event in
            switch record.kind {
            case .command: isTreeChanged = true
            // After a change, collects the facts again only when a touch begins.
            case .contact, .hit:
                if isTreeChanged { explainer.treeDidChange(to: pipeline.facts) }
                isTreeChanged = false
            default: break
            }
            explainer.take(record, event)
        }
    }

    var explanation: Explanation { explainer.explanation }

    /// Ids of all views, gestures and sequences of the current tree.
    var identifiers: [String] {
        let facts = pipeline.facts
        let gestures = facts.gestures.keys.compactMap { pipeline.names[$0]?.name }
        return (pipeline.tree.viewNames + gestures + facts.sequences.map(\.name)).sorted()
    }

    /// Returns the events for which a view with its gestures, a gesture or a sequence has handlers; nil if the
    /// object is not in the current tree, such as a view of a page that is not shown.
    func events(of id: String) -> [EventName]? {
        let facts = pipeline.facts
        let owners = facts.owners.values.filter { $0.name == id }
        let ids = Set(owners.map(\.id))
        let gestures = facts.gestures.values.filter { $0.name == id || ids.contains($0.view) }
        let covered = facts.coveredViews.filter { $0.name == id }
        let sequences = facts.sequences.filter { $0.name == id }
        guard !owners.isEmpty || !gestures.isEmpty || !sequences.isEmpty else {
            return covered.isEmpty ? nil : covered.flatMap(\.bound).map(\.event)
        }
        let bound = owners.flatMap(\.bound) + gestures.flatMap(\.bound) + sequences.flatMap(\.bound)
        let events = Set(bound.map(\.event))
        return EventName.allCases.filter(events.contains)
    }

    /// Replays a recording to its end or to its first unreadable line.
    func play(_ reader: RecordingReader, before screens: RecordedScreens) throws -> RecordingError? {
        var replay = try Replay(self, isPaced: false) {}
        replay.add(reader.devices, before: screens)
        explainer.service = ServiceCalls(lines: reader.callLines.compactMap { try? JSONValue(parsing: $0.utf8) })
        var failure: RecordingError?
        do throws(RecordingError) {
            while !replay.isInterrupted, let recorded = try reader.next() { replay.take(recorded) }
        } catch {
            failure = error
        }
        replay.finish()
        return failure
    }

    // MARK: Simulated touches

    private static let start: Int64 = 1_000_000

    /// Simulates a tap.
    func tap(at point: Point) -> TouchExplanation { touch(at: point, for: 50_000) }

    /// Simulates a touch that is long enough for every long press in the layout. Returns the explanation, and the
    /// duration in seconds.
    func press(at point: Point) -> (explanation: TouchExplanation, seconds: Int) {
        let longest = pipeline.facts.gestures.values.map(\.hold).max() ?? 0
        let seconds = Int(min(max(longest, 0) + 1, 60))
        return (touch(at: point, for: Int64(seconds) * 1_000_000), seconds)
    }

    private func touch(at point: Point, for time: Int64) -> TouchExplanation {
        pipeline.start(at: Self.start)
        if explainer.facts.screens.contains(where: { $0.deadZones.contains { $0.contains(point) } }) {
            explainer.take(TraceRecord(keptBackAt: point, Self.start))
        } else {
            send(.began, point, Self.start)
            pipeline.advance(to: Self.start + time)
            send(.ended, point, Self.start + time)
            // Lets recognizers that are waiting for another tap time out.
            pipeline.advance(to: Self.start + time + 1_000_000)
        }
        let explanations = explanation.explanations
        return explanations.first { $0.kind == .touch } ?? explanations[0]
    }

    private func send(_ change: TouchSample.Change, _ point: Point, _ time: Int64) {
        let sample = TouchSample(FingerID(device: 0, contact: 0), change, at: point)
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }
}

extension ExplainSession: ReplayStage {
    var application: Application { pipeline.application }
    var hub: InputHub { pipeline.hub }

    func add(_ device: DeviceDescription, before screen: Int?, complain: (String) -> Void) -> Int32? {
        var complaints: [String] = []
        let number = pipeline.add(device, before: screen) { complaints.append($0) }
        explainer.facts = pipeline.facts
        guard number == nil else {
            for complaint in complaints { complain(complaint) }
            return number
        }
        let name = TerminalText.line(device.name)
        if pipeline.kind(of: device) == .touchscreen, screen == nil {
            let reason = "\(pipeline.plan.mismatch(of: device))."
            ignoredDevices.append(IgnoredDevice(name: name, reason: reason, rule: .unmeant))
        } else {
            ignoredDevices += complaints.map { IgnoredDevice(name: name, reason: TerminalText.line($0), rule: nil) }
        }
        return nil
    }

    /// Completes the device's pending frames without cancelling its touches. A finger that is down at the end of a
    /// recording remains down.
    func remove(_ device: Int32) { hub.settle(device) }
    func start(at time: Int64) {
        explainer.begin(at: time)
        pipeline.start(at: time)
    }
    func carryOutCommands() { pipeline.carryOutCommands() }
    func write(to file: TraceFile) {}
    func recorder() -> TraceRecorder { pipeline.record(.everything, capacity: 0, for: .trace) }
}

extension TraceRecord {
    /// Creates the record of a simulated touch in a dead zone.
    fileprivate init(keptBackAt point: Point, _ time: Int64) {
        self.init(.contact, at: time)
        detail = ContactRejection.deadZone.rawValue
        (x, y, u, v) = (point.x, point.y, point.x, point.y)
    }
}
