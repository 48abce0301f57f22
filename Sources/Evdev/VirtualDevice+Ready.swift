internal import CInput
internal import CLibudev

extension VirtualDevice {
    /// Waits until udev has the node, so that whoever listens to udev knows of it; false if that takes too long (U3).
    ///
    /// It blocks, so it belongs at the start of a program.
    public func waitUntilReady(microseconds: Int64 = 2_000_000) -> Bool {
        guard let udev = udev_new() else { fatalError("out of memory") }
        defer { udev_unref(udev) }
        return waitUntil(udev, microseconds) {
            UdevDevice(udev_device_new_from_syspath(udev, systemPath))?.isInitialized == true
        }
    }
}
