package import InputEvents
package import PluginAPI

/// One input of a simulation: device events, commands of plugins and programs, or system changes.
///
/// Steps are self-contained: any of them can be removed without changing the meaning of the others.
package enum Step: Equatable, Sendable {
    /// Plugs a device in; no effect if it is present.
    case plug(device: Int)
    /// Unplugs a device; no effect if it is absent.
    case unplug(device: Int)
    /// Events of one read of a device.
    case events(device: Int, [RawEvent])
    /// Advances the clock.
    case advance(to: Int64)
    /// Submits a command of a plugin.
    case command(TreeCommand, plugin: Int)
    /// Changes a plugin's behaviour.
    case mood(plugin: Int, Mood)
    /// Reloads the layout.
    case reload(Reload)
    /// Suspends or resumes the machine.
    case sleep, awake
    /// Cancels a panel's touches and suppresses it until all fingers have lifted.
    case cancelAll(device: Int)
    /// Begins or ends ignoring touches.
    case ignore(Bool)
    /// Operates on a view controller, which the number selects.
    case controller(Move, Int)
    /// Lifts all fingers, releases all keys and advances the clock; no touch or gesture state may remain.
    case settle

    /// Behaviour of a plugin.
    package enum Mood: Equatable, Sendable {
        case works
        /// Rejects all calls.
        case refuses
        /// Rejects every other call.
        case refusesSome
        /// Accepts requests to switch a screen on or off, and fails to execute them.
        case fails
        /// Fails to start at its next creation.
        case cannotStart
        /// Submits the command with every call that it receives.
        case meddles(TreeCommand)
    }

    /// Layout that replaces the current one.
    package enum Reload: String, CaseIterable, Sendable {
        /// The same layout; plugins keep running.
        case same
        /// The same layout; plugins are recreated.
        case fresh
        /// A layout without common parts.
        case other
    }

    /// An operation on view controllers.
    package enum Move: String, CaseIterable, Sendable {
        case present, dismiss, push, pop
    }

    /// Number of device events in the step.
    package var eventCount: Int { if case .events(_, let events) = self { events.count } else { 0 } }
}
