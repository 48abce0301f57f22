internal import CInput
internal import CLibudev
internal import Glibc

/// Receives the udev events of input devices that occur after the listener was created.
package final class UdevListener {
    let udev: OpaquePointer
    private let monitor: OpaquePointer
    /// Whether the last `receive()` detected lost events, because the socket buffer was full.
    private(set) var hasLostEvents = false

    package init() throws(EvdevError) {
        guard let udev = udev_new() else { fatalError("out of memory") }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let number = errno
            udev_unref(udev)
            throw EvdevError(errorNumber: number, device: "udev", while: "listening for devices")
        }
        self.udev = udev
        self.monitor = monitor
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        let result = udev_monitor_enable_receiving(monitor)
        if result < 0 { throw EvdevError(errorNumber: -result, device: "udev", while: "listening for devices") }
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    package var fileDescriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// Returns the device of the next event; nil if no event is pending or if events were lost.
    package func receive() -> UdevDevice? {
        hasLostEvents = false
        while true {
            errno = 0
            if let device = UdevDevice(udev_monitor_receive_device(monitor)) { return device }
            if errno == EINTR { continue }
            hasLostEvents = errno == ENOBUFS
            return nil
        }
    }

    /// Waits until udevd has processed all queued device events; returns false on timeout.
    ///
    /// libudev may report a device as initialized while programs started by udev rules still run. These programs may
    /// change the fuzz of the device's axes (V7).
    @discardableResult
    func waitUntilIdle(microseconds: Int64) -> Bool {
        guard let queue = udev_queue_new(udev) else { fatalError("out of memory") }
        defer { udev_queue_unref(queue) }
        let end = tb_now() + microseconds
        while udev_queue_get_queue_is_empty(queue) != 1 {
            if tb_now() >= end { return false }
            tb_sleep(5000)
        }
        return true
    }
}
