internal import HandlerEvents
package import JSON
internal import LayoutPlans
package import Platform
public import PluginAPI
package import Schema

/// Creates, starts and stops the plugins of a layout, in the order of the layout.
///
/// Reports a plugin that cannot be created or started, and drops its calls; other plugins are not affected.
public final class PluginSet {
    /// If true, no plugins are created and every call counts as accepted.
    public let isDry: Bool
    private(set) var slots: [PluginSlot] = []
    private let context: (String) -> PluginContext
    private let clock: @Sendable () -> Int64
    private var lastStatus: BridgeStatus?
    private var lastNumber = 0
    /// Plugins that batch the events of a frame.
    private var batchingPlugins: ContiguousArray<any Plugin> = []
    /// Objects of the pipeline that scripts use. The pipeline sets this property before it calls `adopt`.
    package var scripting: ScriptSite?
    /// Returns the state that a script saved before a restart of the service; nil without a saved state.
    private let restoredState: (String) -> JSONValue?
    /// Returns the number of refused commands of a plugin.
    private let refusedCommands: (String) -> Int

    package init(
        isDry: Bool,
        clock: @escaping @Sendable () -> Int64,
        restoredState: @escaping (String) -> JSONValue? = { _ in nil },
        refusedCommands: @escaping (String) -> Int = { _ in 0 },
        context: @escaping (String) -> PluginContext
    ) {
        (self.isDry, self.clock, self.context) = (isDry, clock, context)
        (self.restoredState, self.refusedCommands) = (restoredState, refusedCommands)
    }

    /// The names of the plugins, in the order of the layout.
    public var names: [String] { slots.map(\.name) }

    subscript(_ name: String) -> PluginSlot? { slots.first { $0.name == name } }

    /// Returns the plugin with a name; nil if the plugin was not created.
    public func plugin(_ name: String) -> (any Plugin)? { self[name]?.plugin }

    /// Name and health of each plugin; `number` changes whenever a plugin is created again.
    public var health: [(name: String, number: Int, health: PluginHealth)] {
        slots.compactMap { slot in
            guard var health = slot.health else { return nil }
            health.refusedCommands = refusedCommands(slot.name)
            return (slot.name, slot.number, health)
        }
    }

    /// Name and health of each script.
    package var scriptHealth: [(name: String, health: ScriptHealth)] {
        slots.compactMap { slot in slot.script.map { (slot.name, $0.health) } }
    }

    // MARK: Starting

    /// Creates the plugins of a layout. Running plugins with the same settings continue to run; returns their names.
    ///
    /// First stops removed and changed plugins, because new plugins may need their resources.
    package func adopt(_ plans: [Named<PluginPlan>], within limit: TimeSpan) -> Set<String> {
        let former = slots
        var continuing: Set<String> = []
        slots = plans.map { plan in
            if let same = former.first(where: { $0.name == plan.name && $0.plan.isEquivalent(to: plan.value) }),
                isDry || same.plugin != nil || same.script != nil
            {
                continuing.insert(plan.name)
                return same
            }
            lastNumber += 1
            let slot = PluginSlot(plan.name, plan.value, isDry: isDry, number: lastNumber)
            slot.script = script(of: plan, after: former.first { $0.name == plan.name }?.script)
            return slot
        }
        for slot in former where !continuing.contains(slot.name) { slot.script?.stop() }
        stop(former.filter { !continuing.contains($0.name) }, within: limit)
        if !isDry {
            for slot in slots where slot.plugin == nil && slot.plan.script == nil { make(slot) }
        }
        return continuing
    }

    /// Creates a script with the state of its predecessor. Returns nil for a plan of a plugin, and after an error,
    /// which it logs.
    private func script(of plan: Named<PluginPlan>, after former: ScriptRunner?) -> ScriptRunner? {
        guard let make = plan.value.script, let scripting else { return nil }
        let log = context(plan.name).log
        do throws(ScriptError) {
            let persists = plan.value.traits.persistsState
            let restored = former == nil && persists ? restoredState(plan.name) : nil
            return ScriptRunner(
                plan.name,
                try make(),
                scripting,
                log,
                state: former?.savedState ?? restored,
                persistsState: persists,
                persistedState: former?.persistedState ?? restored
            )
        } catch {
            log.say(.error, "the plugin cannot be created: \(error)")
            return nil
        }
    }

    private func make(_ slot: PluginSlot) {
        let context = context(slot.name)
        do throws(ServiceError) {
            slot.plugin = try slot.plan.make(context)
        } catch {
            slot.fail()
            context.log.say(.error, "the plugin cannot be created: \(error)")
        }
    }

    /// Loads new scripts, and passes the bindings to the plugins. Starts new plugins, and notifies running plugins of
    /// changes after a reload.
    package func start(
        _ bindings: [String: [Binding]],
        besides running: Set<String> = [],
        after change: LayoutChange = LayoutChange(),
        at time: Int64
    ) {
        for slot in slots { slot.script?.load(at: time) }
        for slot in slots {
            guard let plugin = slot.plugin else { continue }
            plugin.bindingsChanged(bindings[slot.name] ?? [])
            if running.contains(slot.name) {
                plugin.layoutChanged(change)
                continue
            }
            do throws(ServiceError) {
                try plugin.start()
                if let lastStatus { plugin.statusChanged(lastStatus) }
            } catch {
                slot.fail()
                context(slot.name).log.say(.error, "the plugin cannot be started: \(error)")
            }
        }
        batchingPlugins = ContiguousArray(slots.compactMap(\.plugin).filter(\.batchesFrames))
    }

    /// Notifies batching plugins of the end of a frame.
    package func frameDidEnd() { for plugin in batchingPlugins { plugin.frameDidEnd() } }

    /// Whether a plugin needs the panel health in `BridgeStatus`.
    package var usesPanelHealth: Bool { slots.contains { $0.plugin?.usesPanelHealth ?? false } }

    /// Passes a changed status of the bridge to all plugins.
    package func statusChanged(_ status: BridgeStatus) {
        guard status != lastStatus else { return }
        lastStatus = status
        for slot in slots { slot.plugin?.statusChanged(status) }
    }

    /// Returns the changed states of scripts with `persist: true`, with the names of the scripts.
    package func takePersistentStates() -> [(name: String, state: JSONValue)] {
        scripting?.mayHaveChangedState = false
        return slots.compactMap { slot in slot.script?.takePersistentState().map { (slot.name, $0) } }
    }

    // MARK: Stopping

    /// Stops all plugins from accepting calls.
    package func beginStopping() { for slot in slots { slot.plugin?.beginStopping() } }

    /// Whether all plugins have delivered all accepted calls.
    package var areDone: Bool { slots.allSatisfy { $0.plugin?.isDone ?? true } }

    /// Waits for all plugins one after another, at most `limit` in total, and releases them.
    package func finishStopping(within limit: TimeSpan) { finish(slots, within: limit) }

    private func stop(_ slots: [PluginSlot], within limit: TimeSpan) {
        for slot in slots { slot.plugin?.beginStopping() }
        finish(slots, within: limit)
    }

    private func finish(_ slots: [PluginSlot], within limit: TimeSpan) {
        batchingPlugins = []
        let end = clock() + limit.microseconds
        for slot in slots {
            slot.plugin?.finishStopping(within: TimeSpan(microseconds: max(0, end - clock())))
            slot.plugin = nil
        }
    }
}
