package import Contacts
package import Geometry
package import InputEvents

/// Observes devices and contacts of an ``InputHub``, on the input thread.
package protocol InputObserver: AnyObject {
    /// Whether the hub calls `contact` for this observer.
    var followsContacts: Bool { get }
    /// Called for each change of a device; see `InputHub.DeviceChange`.
    func device(_ device: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64)
    /// Called when ghost touches were detected at a location, and when touches at this location are accepted again.
    func ghost(_ report: GhostReport, of device: Int32)
    /// Called when a contact became a touch or was rejected.
    func contact(_ report: ContactReport)
}

extension InputObserver {
    package var followsContacts: Bool { false }
    package func device(_ device: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64) {}
    package func ghost(_ report: GhostReport, of device: Int32) {}
    package func contact(_ report: ContactReport) {}
}

/// The owner of a hub. The hub notifies its owner after all observers, and does not call the owner's `contact` method.
package protocol InputHubDelegate: InputObserver {
    /// Called after a batch of input was fully processed. `time` is the time of the last event; nil after a timer, a
    /// removal or the end of a recording.
    func batchEnded(at time: Int64?)
}

extension InputHub {
    public enum DeviceChange: UInt8, BitwiseCopyable, Sendable {
        /// The device sent its first event.
        case added
        case removed
        /// Events of the device were lost.
        case dropped
        /// The device's state is complete again after a loss of events.
        case resynced
        /// For the duration of `staleContactTimeout`, the panel sent no event for a contact that is down (rule V12).
        case stale
        /// For the duration of `silentAfter`, the panel sent no event (rule V23).
        case silent
    }
}

/// A contact that became a touch, or that was rejected before or after it became a touch.
package struct ContactReport {
    /// Stage that rejected a contact, and the reason.
    package enum Rejection {
        case filter(StrokeRejection)
        case tracker(ContactTracker.RejectionReason)
    }

    package let device: Int32
    package let slot: Int
    /// State of the contact, in device units.
    package let state: SlotState
    /// Location of the contact, in screen coordinates.
    package let location: Point
    package let time: Int64
    /// Rejection of the contact; nil if the contact has now become a touch.
    package let rejection: Rejection?
    /// Whether the rejected contact had become a touch, which is now cancelled.
    package var wasTouch = false
    /// A time in microseconds. For a bounce or a repeat (`ignoreRepeat`): time since the previous lift. For a contact
    /// that was too short (`holdDuration`): duration of the contact.
    package var measuredTime: Int64 = 0
    /// Pressure in thousandths of the panel's range.
    package var pressure: Int16 = 0
}
