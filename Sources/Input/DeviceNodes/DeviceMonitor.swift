internal import CLibudev

/// Tells which devices there are and which come and go, each once, as soon as udev is done with them (V7).
///
/// It listens before it looks, so a device that comes in between is not missed; what both tell of is told once.
public final class DeviceMonitor {
    private let listener: UdevListener
    private var known: [String: DeviceNode] = [:]
    private var waiting: [DeviceChange] = []
    /// News were lost, and what is there now has not been looked at since.
    private var isScanDue = false

    /// Starts to listen, and looks for the devices that are there once udev is idle, or after a second anyhow.
    public init() throws(EvdevError) {
        listener = try UdevListener()
        listener.waitUntilIdle(microseconds: 1_000_000)
        scan()
    }

    /// Becomes readable when there may be news; `next` is called until it has none, also once at the start.
    public var fileDescriptor: Int32 { listener.fileDescriptor }

    /// The next change, in order, or nil if there is none now.
    public func next() -> DeviceChange? {
        while waiting.isEmpty {
            if let device = listener.receive() {
                take(device)
            } else if listener.hasLostNews {
                // What is still queued is older than what was lost, so a look comes after it: a device that is told of
                // there may be gone, and nobody will say so.
                isScanDue = true
            } else if isScanDue {
                isScanDue = false
                scan()
            } else {
                return nil
            }
        }
        return waiting.removeFirst()
    }

    private func take(_ device: borrowing UdevDevice) {
        guard let systemPath = device.systemPath else { return }
        if device.action == "remove" {
            forget(systemPath)
            return
        }
        guard device.isInitialized, let node = device.makeNode(), known[systemPath] != node else { return }
        // udev files devices by number, so a look at a new one may have found what it knew of the last with this number.
        forget(systemPath)
        known[systemPath] = node
        waiting.append(.added(node))
    }

    private func forget(_ systemPath: String) {
        if let node = known.removeValue(forKey: systemPath) { waiting.append(.removed(node)) }
    }

    /// Compares what is there with what is known.
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
        for path in known.keys.sorted() where !present.contains(path) { forget(path) }
        for path in present where known[path] == nil {
            if let device = UdevDevice(udev_device_new_from_syspath(listener.udev, path)) { take(device) }
        }
    }
}
