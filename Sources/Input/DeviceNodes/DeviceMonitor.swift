internal import CLibudev

/// Reports each input device once when it is added and once when it is removed. A device counts as added when udev has
/// initialized the device (V7). Devices that exist at the start are reported as added.
///
/// The monitor first listens for udev events and then scans the existing devices, so that no new device is missed.
/// Duplicates are dropped.
public final class DeviceMonitor {
    private let listener: UdevListener
    private var known: [String: DeviceNode] = [:]
    private var pending: [DeviceChange] = []
    /// Whether udev events were lost since the last scan of the devices.
    private var isScanDue = false

    /// Starts to listen for udev events. Scans the existing devices when udev is idle, or after one second if udev is
    /// still busy.
    public init() throws(EvdevError) {
        listener = try UdevListener()
        listener.waitUntilIdle(microseconds: 1_000_000)
        scan()
    }

    /// Descriptor that becomes readable when changes may be available. At the start, and whenever the descriptor is
    /// readable, call `next` until `next` returns nil.
    public var fileDescriptor: Int32 { listener.fileDescriptor }

    /// Returns the next change in order; nil if no change is pending.
    public func next() -> DeviceChange? {
        while pending.isEmpty {
            if let device = listener.receive() {
                take(device)
            } else if listener.hasLostEvents {
                // Scans only after the queue is empty, because the queued events are older than the lost events. A
                // queued event may add a device whose removal was lost; the scan detects the removal.
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
        // If a node with the same path but different properties is known, its removal is reported first. udev's
        // database uses the device number as its key. A new device may therefore first appear with the properties of a
        // previous device that had the same number.
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
