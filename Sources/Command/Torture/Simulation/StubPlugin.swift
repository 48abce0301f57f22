internal import HandlerEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import Schema

/// Replaces a plugin of the layout in the torture test (a fuzz test). Receives the plugin's calls, but performs no
/// actions. Depending on its mood (`Step.Mood`), the stub rejects calls, fails or submits commands.
final class StubPlugin: Plugin {
    private let board: StubPluginBoard
    private let index: Int
    private let context: PluginContext
    private let forwarding: Forwarding?
    private(set) var health = PluginHealth()

    init(_ index: Int, _ type: String, _ context: PluginContext, _ board: StubPluginBoard) {
        (self.index, self.context, self.board) = (index, context, board)
        forwarding = type == "uinput" ? Forwarding(board.verdict) : nil
        if let forwarding { board.panels.append(Weak(object: forwarding)) }
    }

    func start() throws(ServiceError) {
        guard board.moods[index] != .cannotStart else {
            board.moods[index] = .works
            throw ServiceError("this run simulates a failed start")
        }
    }

    func bindingsChanged(_ bindings: [Binding]) { forwarding?.bindingsChanged(bindings) }

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        board.record(handlerEvent, binding, of: index)
        let isTouch = handlerEvent.event.family == .touches
        // `passes` states whether an event continues up the responder chain. All events of a touch must have the same
        // value.
        let passes: Bool? =
            isTouch && !board.isStrict && handlerEvent.stream & 7 == 0 ? handlerEvent.stream & 8 == 0 : nil
        if binding.handler == "forward", let forwarding {
            return HandlerResult(isAccepted: forwarding.take(handlerEvent, for: binding), passes: passes)
        }
        switch board.moods[index] {
        case .works, .cannotStart: break
        case .refuses: return HandlerResult(isAccepted: false, passes: passes)
        case .refusesSome:
            health.dropped += 1
            if health.dropped & 1 == 0 { return HandlerResult(isAccepted: false, passes: passes) }
        case .fails:
            if handlerEvent.event == .dark || handlerEvent.event == .wake {
                board.failures.append((context, handlerEvent, binding))
            }
        case .meddles(let command):
            if board.room > 0 {
                board.room -= 1
                context.tree.submit(command, from: context.name, reply: nil)
            }
        }
        return HandlerResult(passes: passes)
    }

    var batchesFrames: Bool { forwarding != nil }
    func frameDidEnd() { forwarding?.frameDidEnd() }
    func beginStopping() { forwarding?.liftAll() }
}

struct Weak<Object: AnyObject> { weak var object: Object? }

/// State that the stub plugins of a simulation share; accessed by only one thread.
final class StubPluginBoard: @unchecked Sendable {
    let verdict: Verdict
    let isStrict: Bool
    var streams: StreamOracle
    var moods: ContiguousArray<Step.Mood>
    /// Calls that were accepted and will be reported as failed at the end of the step.
    var failures: [(context: PluginContext, handlerEvent: HandlerEvent, binding: Binding)] = []
    var panels: [Weak<Forwarding>] = []
    /// Number of commands that stub plugins can still submit in this step.
    var room = 0

    init(_ verdict: Verdict, plugins: Int, isStrict: Bool) {
        (self.verdict, self.isStrict) = (verdict, isStrict)
        streams = StreamOracle(isStrict: isStrict)
        moods = ContiguousArray(repeating: .works, count: plugins)
    }

    func record(_ handlerEvent: HandlerEvent, _ binding: Binding, of plugin: Int) {
        if let failure = streams.take(handlerEvent, for: binding, of: plugin) {
            verdict.fail(failure.invariant, failure.detail)
        }
    }

    /// Returns the plan with stubs in place of all plugins except scripts.
    func plan(_ plan: LayoutPlan, number: Int) -> LayoutPlan {
        let indices = Dictionary(uniqueKeysWithValues: plan.plugins.enumerated().map { ($1.name, $0) })
        return plan.replacingPlugins { plugin in
            let (index, type) = (indices[plugin.name] ?? 0, plugin.value.type)
            return plugin.value.replaced(number: number) { context in StubPlugin(index, type, context, self) }
        }
    }
}
