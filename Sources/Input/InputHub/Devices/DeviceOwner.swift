internal import Contacts

/// Receives device notifications that the application does not need, such as pen proximity.
protocol DeviceOwner: AnyObject {
    /// Called after a resynchronization (K1), before the application receives the device's state. Returns false if a
    /// handler has removed the device.
    func resynced(_ device: Int32, _ name: String, at time: Int64) -> Bool
    /// Called with `stale` if a contact had no event for `staleContactTimeout`. Called with `silent` if the panel had
    /// no event of any kind for `silentAfter`.
    func noticed(_ device: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64)
    func ghost(_ report: GhostReport, of device: Int32)
    func contact(_ report: ContactReport)
    /// Called when a pen of the physical device came into range or went out of range.
    func penMoved(of physicalDevice: Int32, at time: Int64)
}
