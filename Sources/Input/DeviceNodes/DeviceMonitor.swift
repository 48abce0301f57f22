internal import CLibudev

/// Reports existing and added devices when udev has initialized them, and removed devices; each change is reported once
/// (V7).
///
/// The monitor starts to listen before it scans, so a device that appears during the scan is not missed. Duplicates are
/// dropped.
public final class DeviceMonitor {
    private let listener: UdevListener
    private var known: [String: DeviceNode] = [:]
    private var pending: [DeviceChange] = []
    /// Whether events were lost and the devices have not been scanned since.
    private var isScanDue = false

    /// Starts to listen, and scans the devices when udev is idle, but after one second at the latest.
    public init() throws(EvdevError) {
        listener = try UdevListener()
        listener.waitUntilIdle(microseconds: 1_000_000)
        scan()
    }

    /// Descriptor that becomes readable when changes may be available; call `next` until it returns nil. Also call
    /// `next` once at the start.
    public var fileDescriptor: Int32 { listener.fileDescriptor }

    /// Returns the next change in order; nil if no change is pending.
    public func next() -> DeviceChange? {
        while pending.isEmpty {
            if let device = listener.receive() {
                take(device)
            } else if listener.hasLostEvents {
                // The scan comes after the queued events, which are older than the lost events. A device in the queue
                // may already be gone and its removal lost.
                isScanDue = true
            } else if isScanDue {
                isScanDue = false
                scan()
            } else {
                return nil
            }
        }
        return pending.removeFirst()
    }

    private func take(_ device: borrowing UdevDevice) {
        guard let systemPath = device.systemPath else { return }
        if device.action == "remove" {
            remove(systemPath)
            return
        }
        guard device.isInitialized, let node = device.makeNode(), known[systemPath] != node else { return }
        // udev's database is indexed by device number, so a new device may have been reported with the data of the
        // previous device with the same number.
        remove(systemPath)
        known[systemPath] = node
        pending.append(.added(node))
    }

    private func remove(_ systemPath: String) {
        if let node = known.removeValue(forKey: systemPath) { pending.append(.removed(node)) }
    }

    /// Compares the existing devices with the known devices, and queues the changes.
    private func scan() {
        guard let search = udev_enumerate_new(listener.udev) else { fatalError("out of memory") }
        defer { udev_enumerate_unref(search) }
        udev_enumerate_add_match_subsystem(search, "input")
        udev_enumerate_add_match_sysname(search, "event*")
        udev_enumerate_add_match_is_initialized(search)
        udev_enumerate_scan_devices(search)
        var present: [String] = []
        var entry = udev_enumerate_get_list_entry(search)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            if let path = UdevDevice.text(udev_list_entry_get_name(current)) { present.append(path) }
        }
        for path in known.keys.sorted() where !present.contains(path) { remove(path) }
        for path in present where known[path] == nil {
            if let device = UdevDevice(udev_device_new_from_syspath(listener.udev, path)) { take(device) }
        }
    }
}
