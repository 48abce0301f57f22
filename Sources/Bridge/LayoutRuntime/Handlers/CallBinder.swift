internal import Geometry
internal import HandlerEvents
internal import LayoutFile
package import LayoutPlans
internal import Platform
package import PluginAPI
internal import ResponderKit
internal import Schema

/// Creates bound calls from a layout's bindings, and collects the bindings of each plugin.
package final class CallBinder {
    /// A layout object with bound events, such as a view or gesture.
    struct Owner {
        let name: String
        /// Name and layout type of the gesture or sequence; nil for other objects.
        var gesture: (name: String, type: String)?
        /// The owner's screen; nil for no screen or several screens.
        let screen: ScreenPlan?

        init(_ name: String, gesture: (name: String, type: String)? = nil, _ screen: ScreenPlan?) {
            (self.name, self.gesture, self.screen) = (name, gesture, screen)
        }
    }

    /// The bindings of each plugin, in the order of the layout file.
    package private(set) var bindings: [String: [Binding]] = [:]
    /// The bindings of tree commands and script functions.
    package private(set) var ownBindings: [Binding] = []
    private let plugins: PluginSet
    /// The views, controllers and gestures named in tree commands.
    let targets = CommandTargets()
    let context: DispatchContext
    private let hostEnvironment: HostEnvironment

    package init(
        _ plugins: PluginSet,
        _ context: DispatchContext,
        _ hostEnvironment: HostEnvironment,
        _ screens: [ScreenPlan]
    ) {
        context.screens = screens.map(\.frame)
        (self.plugins, self.context, self.hostEnvironment) = (plugins, context, hostEnvironment)
    }

    /// Creates one `BoundCalls` per event. Calls of several bindings of an event run in the order of the layout file.
    func boundCalls(for bindings: [EventBinding], of owner: Owner, _ calls: CallArguments) -> [BoundCalls] {
        var events: [EventName] = []
        for event in bindings.flatMap(\.events) where !events.contains(event) { events.append(event) }
        var groups: [EventName.Family: Int32] = [:]
        let shares = Self.shares(of: bindings)
        var limiters: [Int: CallLimiter] = [:]
        return events.map { event in
            let own = bindings.filter { $0.events.contains(event) }
            let group = groups[event.family] ?? context.nextGroup()
            groups[event.family] = group
            var position = 0
            let made = own.flatMap { binding in
                binding.calls.compactMap { call in
                    defer { position += 1 }
                    let traits = traits(group, event, shares[call.plugin] ?? [], binding.isNamedRecognized)
                    return make(call, position, for: event, of: owner, traits, calls, &limiters)
                }
            }
            return eventCalls(event, made, passes: own.contains { $0.pass }, owner)
        }
    }

    /// Traits of a binding, derived from its event and from other bindings of the same owner.
    private struct BindingTraits {
        let group: Int32
        let width: Int
        var ends = Binding.BoundEnds.none
        var bindsValue = false
        var isNamedRecognized = false
    }

    /// The events of one binding, and the number of calls to one plugin per event. `isCertain` is false if all these
    /// calls have conditions, rate limits or delays.
    private typealias Share = (events: [EventName], calls: Int, isCertain: Bool)

    /// Returns the shares of the bindings, by plugin. Visits each binding once, because a layout can contain many
    /// calls.
    private static func shares(of bindings: [EventBinding]) -> [String: [Share]] {
        var shares: [String: [Share]] = [:]
        for binding in bindings {
            var counts: [String: (calls: Int, certain: Int)] = [:]
            for call in binding.calls {
                counts[call.plugin, default: (0, 0)].calls += 1
                if call.restrictions.isEmpty { counts[call.plugin]?.certain += 1 }
            }
            for (plugin, count) in counts {
                shares[plugin, default: []].append((binding.events, count.calls, count.certain > 0))
            }
        }
        return shares
    }

    private func traits(
        _ group: Int32,
        _ event: EventName,
        _ shares: [Share],
        _ isNamedRecognized: Bool
    ) -> BindingTraits {
        let ends = event.family.ends
        // Does not count calls with a condition, rate limit or delay, which may suppress the call for an end event.
        let bound = ends.count { end in shares.contains { $0.isCertain && $0.events.contains(end) } }
        let isAnyBound = ends.contains { end in shares.contains { $0.events.contains(end) } }
        return BindingTraits(
            group: group,
            width: Self.width(of: event.family, shares),
            ends: !isAnyBound ? .none : bound == ends.count ? .all : .some,
            bindsValue: event.flow == .value,
            isNamedRecognized: isNamedRecognized
        )
    }

    /// Returns the maximum number of calls to a plugin for one event of a family.
    private static func width(of family: EventName.Family, _ shares: [Share]) -> Int {
        var counts: [EventName: Int] = [:]
        for share in shares {
            for event in share.events where event.family == family { counts[event, default: 0] += share.calls }
        }
        return counts.values.max() ?? 1
    }

    /// Creates the bound calls for actions, by selector.
    func boundCalls(for actions: [Named<[HandlerCall]>], of owner: Owner, _ calls: CallArguments) -> [Selector:
        BoundCalls]
    {
        var boundCalls: [Selector: BoundCalls] = [:]
        var limiters: [Int: CallLimiter] = [:]
        for action in actions {
            let group = context.nextGroup()
            var widths: [String: Int] = [:]
            for call in action.value { widths[call.plugin, default: 0] += 1 }
            let made = action.value.enumerated().compactMap { position, call in
                let traits = BindingTraits(group: group, width: widths[call.plugin] ?? 1)
                return make(call, position, for: .action, of: owner, action: action.name, traits, calls, &limiters)
            }
            boundCalls[Selector(action.name)] = eventCalls(.action, made, passes: false, owner)
        }
        return boundCalls
    }

    private func eventCalls(_ event: EventName, _ calls: [BoundCalls.Call], passes: Bool, _ owner: Owner) -> BoundCalls
    {
        let origin = owner.screen?.frame.origin
        return BoundCalls(event, ContiguousArray(calls), passes: passes, origin: origin, context: context)
    }

    private func make(
        _ call: HandlerCall,
        _ position: Int,
        for event: EventName,
        of owner: Owner,
        action: String? = nil,
        _ traits: BindingTraits,
        _ calls: CallArguments,
        _ limiters: inout [Int: CallLimiter]
    ) -> BoundCalls.Call? {
        let plugin = plugins[call.plugin]
        guard plugin != nil || call.isOfTree else { return nil }
        let binding = Binding(
            plugin: call.plugin,
            handler: call.handler,
            event: event,
            isNamedRecognized: traits.isNamedRecognized,
            position: position,
            view: owner.name,
            gesture: owner.gesture?.name,
            gestureType: owner.gesture?.type,
            action: action,
            screen: owner.screen?.name ?? "",
            screenSize: owner.screen?.frame.size ?? .zero,
            arguments: calls.arguments(of: call),
            condition: call.condition,
            rate: call.rate,
            quietTime: call.quietTime?.microseconds,
            group: traits.group,
            width: Int32(clamping: traits.width),
            ends: traits.ends,
            bindsValue: traits.bindsValue,
            isOfScript: plugin?.plan.script != nil,
            hostEnvironment: hostEnvironment
        )
        let limiter = limiter(of: call, &limiters)
        if binding.needsNoPlugin { ownBindings.append(binding) }
        if let command = binding.arguments as? TreeCall {
            return BoundCalls.Call(to: .tree(TreeCommandCall(command, binding, targets)), binding, limiter)
        }
        guard let plugin else { return nil }
        if let script = plugin.script {
            return BoundCalls.Call(to: .script(ScriptCall(script, binding)), binding, limiter)
        }
        bindings[call.plugin, default: []].append(binding)
        return BoundCalls.Call(to: plugin, binding, limiter)
    }

    /// Returns the limiter of a call; nil for a call with neither a rate limit nor a delay. All events of the call's
    /// binding share the limiter.
    private func limiter(of call: HandlerCall, _ limiters: inout [Int: CallLimiter]) -> CallLimiter? {
        guard call.rate != nil || call.quietTime != nil else { return nil }
        if let limiter = limiters[call.number] { return limiter }
        let limiter = CallLimiter(
            rate: call.rate,
            quietTime: call.quietTime?.microseconds,
            context.delayedCalls
        )
        limiters[call.number] = limiter
        return limiter
    }
}
