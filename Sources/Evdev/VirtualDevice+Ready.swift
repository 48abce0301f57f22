internal import CInput
internal import CLibudev

extension VirtualDevice {
    /// Waits until udev has the node, so that whoever listens to udev knows of it; false if that takes too long (U3).
    ///
    /// It blocks, so it belongs at the start of a program.
    public func waitUntilReady(microseconds: Int64 = 2_000_000) -> Bool {
        guard let udev = udev_new() else { fatalError("out of memory") }
        defer { udev_unref(udev) }
        let end = tb_now() + microseconds
        while true {
            if let device = UdevDevice(udev_device_new_from_syspath(udev, systemPath)), device.isInitialized {
                return true
            }
            if tb_now() >= end { return false }
            tb_sleep(5000)
        }
    }
}
