internal import Contacts

/// Receiver of a device's reports that are not input for the application.
protocol DeviceOwner: AnyObject {
    /// The state of the device is known again after lost events (K1); called before it is reported to the application.
    func resynced(_ device: Int32, _ name: String, at time: Int64)
    func ghost(_ report: GhostReport, of device: Int32)
    func contact(_ report: ContactReport)
    /// A pen came into range or went out of range.
    func penMoved(of physicalDevice: Int32, at time: Int64)
}
