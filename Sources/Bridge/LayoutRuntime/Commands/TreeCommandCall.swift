internal import HandlerEvents
internal import LayoutFile
internal import LayoutPlans
internal import PluginAPI
internal import ResponderKit
internal import Schema
internal import TouchTrace

/// A call of a tree command that is bound to an event: constant ids are indices, properties are checked values.
final class TreeCommandCall {
    let handler: TreeHandler
    let call: TreeCall
    /// Indices in ``CommandTargets``; negative for an id that is looked up for each event: one with a placeholder,
    /// or of a call that a script makes.
    let targets: ContiguousArray<Int>
    /// The properties that it sets, for the values that a reload retains.
    let properties: ViewLayout.Properties
    /// The classes that lack one of the properties, each with its name.
    let lacking: [(kind: ViewLayout.Class, key: String)]
    /// Number in trace records.
    private let number: UInt8
    /// Id of the command's name in trace records.
    @exclusivity(unchecked) private var nameID: InternedID = 0
    /// The call's owner and handler, for messages.
    let binding: Binding

    init(_ call: TreeCall, _ binding: Binding, _ targets: CommandTargets?) {
        (self.call, self.binding, handler, number) = (call, binding, call.handler, call.handler.number)
        self.targets = ContiguousArray(
            call.targets.map { $0.value.isConstant ? targets?.index(of: $0.value.source) ?? -1 : -1 }
        )
        let names = call.change.names.map(\.value)
        properties = ViewLayout.Properties(named: names)
        lacking = names.flatMap { name in
            guard let owners = ViewLayout.classes(with: name) else { return [(kind: ViewLayout.Class, key: String)]() }
            return ViewLayout.Class.allCases.filter { !owners.contains($0) }.map { ($0, name) }
        }
    }

    /// Records the outcome for one target.
    func record(by recorder: TraceRecorder, for event: EventName, on responder: Responder?, isDone: Bool) {
        if !recorder.names.isCurrent(nameID) {
            nameID = recorder.names.id(ofPlugin: "\(TreeHandler.plugin).\(handler.rawValue)")
        }
        recorder.command(number, nameID, for: event, on: responder, isDone: isDone)
    }

    /// Returns the id of a target for an event.
    func id(of target: Int, _ event: HandlerEvent) -> String {
        let template = call.targets[target].value
        return template.isConstant ? template.source : binding.expand(template, event)
    }
}
