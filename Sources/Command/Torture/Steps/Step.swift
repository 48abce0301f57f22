package import InputEvents
package import PluginAPI

/// One input of a simulation in the torture test (a fuzz test): device events, a command or a system change.
///
/// Steps are self-contained: removing a step does not change the meaning of the other steps.
package enum Step: Equatable, Sendable {
    /// Plugs in a device; has no effect if the device is already plugged in.
    case plug(device: Int)
    /// Unplugs a device; has no effect if the device is not plugged in.
    case unplug(device: Int)
    /// Delivers the events of a single read from a device.
    case events(device: Int, [RawEvent])
    /// Advances the clock.
    case advance(to: Int64)
    /// Submits a command on behalf of a plugin.
    case command(TreeCommand, plugin: Int)
    /// Changes the behaviour of a plugin.
    case mood(plugin: Int, Mood)
    /// Reloads the layout.
    case reload(Reload)
    /// Suspends or resumes the machine.
    case sleep, awake
    /// Cancels a panel's touches and suppresses the panel until all fingers have lifted.
    case cancelAll(device: Int)
    /// Begins or ends a period in which touches are ignored.
    case ignore(Bool)
    /// Performs an operation on the view controller that the number selects.
    case controller(Move, Int)
    /// Lifts all fingers, releases all keys and advances the clock. Touch or gesture state that
    /// remains is an error.
    case settle

    /// Behaviour of a plugin.
    package enum Mood: Equatable, Sendable {
        case works
        /// Rejects all calls.
        case refuses
        /// Rejects every second call.
        case refusesSome
        /// Accepts all calls, but later reports a failure for each call that turns a screen on or off.
        case fails
        /// Makes the plugin's next start fail; afterwards, the plugin works.
        case cannotStart
        /// Submits the command for each call that the plugin receives; all plugins together submit at most three
        /// commands per step.
        case meddles(TreeCommand)
    }

    /// Layout that replaces the current layout.
    package enum Reload: String, CaseIterable, Sendable {
        /// The same layout; plugins continue to run.
        case same
        /// The same layout; plugins are recreated.
        case fresh
        /// A layout that has nothing in common with the main layout.
        case other
    }

    package enum Move: String, CaseIterable, Sendable {
        case present, dismiss, push, pop
    }

    /// Number of device events in the step.
    package var eventCount: Int { if case .events(_, let events) = self { events.count } else { 0 } }
}
