internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Occurrences
internal import Platform
internal import PluginAPI
internal import Schema

/// In the place of a layout's plugin: hears what that would hear, does nothing, and fails when it is told to.
final class StandIn: Plugin {
    private let desk: StandInDesk
    private let place: Int
    private let context: PluginContext
    private let forwarding: Forwarding?
    private(set) var health = PluginHealth()

    init(_ place: Int, _ type: String, _ context: PluginContext, _ desk: StandInDesk) {
        (self.place, self.context, self.desk) = (place, context, desk)
        forwarding = type == "uinput" ? Forwarding(desk.verdict) : nil
        if let forwarding { desk.panels.append(Weak(object: forwarding)) }
    }

    func start() throws(ServiceError) {
        guard desk.moods[place] != .cannotStart else {
            desk.moods[place] = .works
            throw ServiceError("the run wants it not to start")
        }
    }

    func bindingsChanged(_ bindings: [Binding]) { forwarding?.bindingsChanged(bindings) }

    func take(_ occurrence: Occurrence, for binding: Binding) -> Answer {
        desk.hear(occurrence, binding, of: place)
        let isTouch = occurrence.event.family == .touches
        // Whether a touch is kept is decided once for all of it.
        let passes: Bool? = isTouch && !desk.isStrict && occurrence.stream & 7 == 0 ? occurrence.stream & 8 == 0 : nil
        if binding.handler == "forward", let forwarding {
            return Answer(isAccepted: forwarding.take(occurrence, for: binding), passes: passes)
        }
        switch desk.moods[place] {
        case .works, .cannotStart: break
        case .refuses: return Answer(isAccepted: false, passes: passes)
        case .refusesSome:
            health.dropped += 1
            if health.dropped & 1 == 0 { return Answer(isAccepted: false, passes: passes) }
        case .fails:
            if occurrence.event == .dark || occurrence.event == .wake {
                desk.failures.append((context, occurrence, binding))
            }
        case .meddles(let command):
            if desk.room > 0 {
                desk.room -= 1
                context.tree.submit(command, from: context.name, reply: nil)
            }
        }
        return Answer(passes: passes)
    }

    var gathersMoments: Bool { forwarding != nil }
    func momentEnded() { forwarding?.momentEnded() }
    func beginStopping() { forwarding?.letGo() }
}

/// Follows an object without keeping it.
struct Weak<Object: AnyObject> { weak var object: Object? }

/// What all stand-ins of a run share. It belongs to the one thread that runs everything.
final class StandInDesk: @unchecked Sendable {
    let verdict: Verdict
    let isStrict: Bool
    var streams: StreamLedger
    var moods: ContiguousArray<Step.Mood>
    /// What stand-ins took and say that they could not do, once the step is over.
    var failures: [(context: PluginContext, occurrence: Occurrence, binding: Binding)] = []
    var panels: [Weak<Forwarding>] = []
    /// So many commands may still be asked for with what is heard in a step.
    var room = 0

    init(_ verdict: Verdict, plugins: Int, isStrict: Bool) {
        (self.verdict, self.isStrict) = (verdict, isStrict)
        streams = StreamLedger(isStrict: isStrict)
        moods = ContiguousArray(repeating: .works, count: plugins)
    }

    func hear(_ occurrence: Occurrence, _ binding: Binding, of plugin: Int) {
        if let failure = streams.take(occurrence, for: binding, of: plugin) {
            verdict.fail(failure.invariant, failure.detail)
        }
    }

    /// Has all plugins of a layout replaced; none of its own is ever made.
    func plan(_ plan: LayoutPlan, number: Int) -> LayoutPlan {
        let places = Dictionary(uniqueKeysWithValues: plan.plugins.enumerated().map { ($1.name, $0) })
        return plan.replacingPlugins { plugin in
            let (place, type) = (places[plugin.name] ?? 0, plugin.value.type)
            return plugin.value.replaced(number: number) { context in StandIn(place, type, context, self) }
        }
    }
}
