internal import Contacts

/// What a device reports to beside its application.
protocol DeviceOwner: AnyObject {
    /// The state of the device is known again after lost events (K1), and is about to be reported.
    func resynced(_ device: Int32, _ name: String, at time: Int64)
    func ghost(_ report: GhostReport, of device: Int32)
    func contact(_ report: ContactReport)
    /// A pen came into range or left it.
    func penMoved(of physicalDevice: Int32, at time: Int64)
}
