internal import HandlerEvents
internal import LayoutFile
internal import LayoutPlans
internal import PluginAPI
internal import ResponderKit
internal import Schema
internal import TouchTrace

/// A tree-command call bound to an event, with checked property values. Constant ids are resolved to indices.
final class TreeCommandCall {
    let handler: TreeHandler
    let call: TreeCall
    /// Indices of the call's targets in ``CommandTargets``. Negative for ids with placeholders and ids in calls of
    /// scripts; a search resolves such an id at each event.
    let targets: ContiguousArray<Int>
    /// The properties that the call sets. A reload of the layout preserves their values.
    let properties: ViewLayout.Properties
    /// Whether the call sets only `enabled`, which is also a property of gestures.
    private let setsOnlyEnabled: Bool
    /// View classes that lack a property of the call, each with the name of a missing property.
    let lacking: [(kind: ViewLayout.Class, key: String)]
    /// Number of the command type in trace records.
    private let number: UInt8
    /// Id of the command's name in trace records.
    @exclusivity(unchecked) private var nameID: InternedID = 0
    /// The call's owner and handler, for messages.
    let binding: Binding

    init(_ call: TreeCall, _ binding: Binding, _ targets: CommandTargets?) {
        (self.call, self.binding, handler, number) = (call, binding, call.handler, call.handler.number)
        self.targets = ContiguousArray(
            call.targets.map { target in
                // The targets of `tree.accommodate` are screens, which have no index.
                guard target.value.isConstant, call.accommodation == nil else { return -1 }
                return targets?.index(of: target.value.source) ?? -1
            }
        )
        let names = call.change.names.map(\.value)
        properties = ViewLayout.Properties(named: names)
        setsOnlyEnabled = names == [ViewFlag.enabled.rawValue]
        lacking = names.flatMap { name in
            guard let owners = ViewLayout.classes(with: name) else { return [(kind: ViewLayout.Class, key: String)]() }
            return ViewLayout.Class.allCases.filter { !owners.contains($0) }.map { ($0, name) }
        }
    }

    /// Returns the gesture of a target if the call sets only `enabled` and no control has the id; otherwise nil.
    func gesture(of target: borrowing CommandTargets.Target) -> GestureRecognizer? {
        setsOnlyEnabled && !(target.view is Control) ? target.gesture : nil
    }

    /// Records the outcome of the command for one target, which is a view, controller or gesture.
    func record(by recorder: TraceRecorder, for event: EventName, on target: InternedID, isDone: Bool) {
        recorder.command(number, nameID(by: recorder), for: event, on: target, isDone: isDone)
    }

    /// Records a switch of a screen's touch accommodations. `screen` is nil if the named screen has no accommodations.
    func record(by recorder: TraceRecorder, for event: EventName, onScreen screen: String?, isEnabled: Bool) {
        recorder.command(number, nameID(by: recorder), for: event, onScreen: screen, isEnabled: isEnabled)
    }

    private func nameID(by recorder: TraceRecorder) -> InternedID {
        if !recorder.names.isCurrent(nameID) {
            nameID = recorder.names.id(ofPlugin: "\(TreeHandler.plugin).\(handler.rawValue)")
        }
        return nameID
    }

    /// Returns a target's id, with values of the event in place of placeholders.
    func id(of target: Int, _ event: HandlerEvent) -> String {
        let template = call.targets[target].value
        return template.isConstant ? template.source : binding.expand(template, event)
    }
}
