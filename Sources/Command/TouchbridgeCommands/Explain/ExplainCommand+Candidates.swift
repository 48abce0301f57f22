internal import Bridge
internal import CommandSupport
internal import HandlerEvents
internal import LayoutRuntime

extension ExplainCommand: CompletingCommand {
    static let completedParts: Set<CompletedPart> = [.value(of: "view"), .value(of: "why-not")]

    static func candidates(for part: CompletedPart, after arguments: Arguments) -> [String] {
        guard part == .value(of: "view") else {
            return EventName.allCases.map(\.rawValue) + [EventName.recognized]
        }
        guard let layout = arguments.withScriptLayout.value("layout"), let plan = LayoutReading.plan(layout).plan else {
            return []
        }
        let pipeline = Pipeline(plan, .dry)
        // The pipeline retains the windows; the tree does not.
        let tree = withExtendedLifetime(pipeline) { DescribedTree(pipeline.tree.description) }
        return tree.viewIDs + tree.gestureIDs
    }
}
