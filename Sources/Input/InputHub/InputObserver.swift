package import Contacts
package import Geometry
package import InputEvents

/// Observes devices and contacts of an ``InputHub``, on the input thread.
package protocol InputObserver: AnyObject {
    /// Whether `contact` is to be called.
    var followsContacts: Bool { get }
    /// A device was added or removed, or its state is known again after lost events.
    func device(_ device: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64)
    /// A ghost was found or is over.
    func ghost(_ report: GhostReport, of device: Int32)
    /// A contact went down, or was rejected.
    func contact(_ report: ContactReport)
}

extension InputObserver {
    package var followsContacts: Bool { false }
    package func device(_ device: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64) {}
    package func ghost(_ report: GhostReport, of device: Int32) {}
    package func contact(_ report: ContactReport) {}
}

/// The owner of a hub, which is called after all observers.
package protocol InputHubDelegate: InputObserver {
    /// Everything that results from a batch of input was done: from events up to a time, or (nil) from a timer or a
    /// removal.
    func batchEnded(at time: Int64?)
}

extension InputHub {
    public enum DeviceChange: UInt8, BitwiseCopyable, Sendable {
        /// The device sent its first event.
        case added
        case removed
        /// Events of it were lost.
        case dropped
        /// Its state is known again.
        case resynced
    }
}

/// A contact that went down, or that was rejected before or after that.
package struct ContactReport {
    /// What rejected a contact.
    package enum Rejection {
        case filter(StrokeRejection)
        case tracker(ContactTracker.RejectionReason)
    }

    package let device: Int32
    package let slot: Int
    /// In device units.
    package let state: SlotState
    /// On the screens.
    package let location: Point
    package let time: Int64
    /// Nil for a contact that became a touch.
    package let rejection: Rejection?
    /// Whether a rejected contact was a touch until now.
    package var wasTouch = false
    /// Of a bounce: microseconds since the contact before it lifted.
    package var bounceTime: Int64 = 0
    /// Thousandths of the panel's pressure range.
    package var pressure: Int16 = 0
}
