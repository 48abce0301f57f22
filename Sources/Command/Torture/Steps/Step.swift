package import InputEvents
package import PluginAPI

/// One thing that is done to a bridge: what devices say, what plugins and programs ask for, what machines go through.
///
/// A step says all that there is to it, so that any of a run's steps can be left out and the others still mean the same.
package enum Step: Equatable, Sendable {
    /// A device is plugged in, unless it is.
    case plug(device: Int)
    /// A device is pulled out, if it is there.
    case unplug(device: Int)
    /// What one read of a device gave.
    case events(device: Int, [RawEvent])
    /// The clock goes on.
    case advance(to: Int64)
    /// A plugin asks for something.
    case command(TreeCommand, plugin: Int)
    /// How a plugin behaves from now on.
    case mood(plugin: Int, Mood)
    /// The layout is read again.
    case reload(Reload)
    /// The machine falls asleep, or is awake again.
    case sleep, awake
    /// What is on a panel counts no more until all of it has lifted.
    case cancelAll(device: Int)
    /// Touches are ignored from now on, or no more.
    case ignore(Bool)
    /// A program shows another controller; the number picks one of those that there are.
    case controller(Move, Int)
    /// All fingers lift, all buttons are let go, and time passes: nothing may be left.
    case settle

    /// How a plugin behaves.
    package enum Mood: Equatable, Sendable {
        case works
        /// Rejects all calls.
        case refuses
        /// Rejects every other call.
        case refusesSome
        /// It takes the orders to make a screen dark or lit, and cannot carry them out.
        case fails
        /// It cannot be started the next time that it is made.
        case cannotStart
        /// It asks for the same with everything that it hears.
        case meddles(TreeCommand)
    }

    /// Which layout comes in the place of the one that there is.
    package enum Reload: String, CaseIterable, Sendable {
        /// The same layout; plugins keep running.
        case same
        /// The same layout; plugins are recreated.
        case fresh
        /// One that has nothing in common with it.
        case other
    }

    /// An operation on view controllers.
    package enum Move: String, CaseIterable, Sendable {
        case present, dismiss, push, pop
    }

    /// Number of device events in the step.
    package var eventCount: Int { if case .events(_, let events) = self { events.count } else { 0 } }
}
