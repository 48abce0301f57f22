internal import Bridge
internal import CommandSupport
internal import Contacts
internal import Explain
internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputEvents
internal import InputHub
internal import LayoutPlans
internal import LayoutRuntime
internal import PluginAPI
internal import Recordings
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Applies touches to a layout in a dry run, in which no plugin is called, and explains their outcome.
final class ExplainSession {
    let pipeline: Pipeline
    private(set) var explainer: Explainer
    /// Whether a command has changed the view tree since the facts about the tree were last collected.
    private var isTreeChanged = false
    private var ignored: [(device: String, reason: String, rule: Rule?)] = []

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
    /// Explanations of the devices that were ignored.
    var ignoredDevices: [TouchExplanation] {
        ignored.map { explainer.explanation(ofIgnored: $0.device, $0.reason, $0.rule) }
    }

    /// Explains a contact that a filter of the panel rejects.
    func reject(_ contact: TraceRecord) { explainer.take(contact) }

    /// Ids of all views, gestures and sequences of the current tree.
    var identifiers: [String] {
        let facts = pipeline.facts
        let gestures = facts.gestures.keys.compactMap { pipeline.names[$0]?.name }
        let covered = facts.coveredViews.compactMap(\.gesture)
        return (pipeline.tree.viewNames + gestures + covered + facts.sequences.map(\.name)).sorted()
    }

    /// Returns the events for which a view, gesture or sequence has handlers; includes the handlers of a view's
    /// gestures. Nil if the id is neither in the current tree nor on a covered page of a navigation stack.
    func events(of id: String) -> [EventName]? {
        let facts = pipeline.facts
        let owners = facts.owners.values.filter { $0.name == id }
        let ids = Set(owners.map(\.id))
        let gestures = facts.gestures.values.filter { $0.name == id || ids.contains($0.view) }
        let covered = facts.coveredViews.filter { $0.name == id || $0.gesture == id }
        let sequences = facts.sequences.filter { $0.name == id }
        guard !owners.isEmpty || !gestures.isEmpty || !sequences.isEmpty else {
            return covered.isEmpty ? nil : covered.flatMap(\.bound).map(\.event)
        }
        let bound = owners.flatMap(\.bound) + gestures.flatMap(\.bound) + sequences.flatMap(\.bound)
        let events = Set(bound.map(\.event))
        return EventName.allCases.filter(events.contains)
    }

    /// Replays a recording to its end or to its first unreadable line. Returns the error of the unreadable line, or
    /// nil.
    func play(_ reader: RecordingReader, before screens: RecordedScreens) throws -> RecordingError? {
        var replay = try Replay(self, isPaced: false) {}
        replay.add(reader.devices, before: screens)
        replay.commands = RecordedCommand.all(in: reader)[...]
        explainer.epoch = reader.epoch
        explainer.service = ServiceCalls(of: reader)
        var failure: RecordingError?
        do throws(RecordingError) {
            while !replay.isInterrupted, let recorded = try reader.next() { replay.take(recorded) }
        } catch {
            failure = error
        }
        replay.finish()
        return failure
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
        if pipeline.kind(of: device) == .touchscreen, screen == nil {
            ignored.append((device.name, "\(pipeline.plan.mismatch(of: device)).", .unmeant))
        } else {
            for complaint in complaints { ignored.append((device.name, complaint, nil)) }
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
    func repeatCommand(_ command: RecordedCommand) { pipeline.repeatCommand(command) }
    func carryOutCommands() { pipeline.carryOutCommands() }
    func write(to file: TraceFile) {}
    func recorder() -> TraceRecorder { pipeline.record(.everything, capacity: 0, for: .trace) }
}
