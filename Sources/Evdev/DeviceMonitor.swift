internal import CLibudev
internal import Glibc

/// Tells which devices there are and which come and go, each once, as soon as udev is done with them (V7).
///
/// It listens before it looks, so a device that comes in between is not missed; what both tell of is told once.
public final class DeviceMonitor {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    private var known: [String: DeviceNode] = [:]
    private var waiting: [DeviceChange] = []

    /// Starts to listen, and looks for the devices that are there once udev is done, or after a second anyhow.
    public init() throws(EvdevError) {
        guard let udev = udev_new() else { fatalError("out of memory") }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            let number = errno
            udev_unref(udev)
            throw EvdevError(errorNumber: number, device: "udev", while: "asking for news of devices")
        }
        self.udev = udev
        self.monitor = monitor
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        let result = udev_monitor_enable_receiving(monitor)
        if result < 0 { throw EvdevError(errorNumber: -result, device: "udev", while: "asking for news of devices") }
        _ = waitUntil(udev, 1_000_000) { true }
        scan()
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// Becomes readable when there may be news; `next` is called until it has none, also once at the start.
    public var fileDescriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// The next change, in order, or nil if there is none now.
    public func next() -> DeviceChange? {
        while waiting.isEmpty {
            errno = 0
            if let device = UdevDevice(udev_monitor_receive_device(monitor)) {
                take(device)
            } else if errno == ENOBUFS {
                // Too much happened at once, and nobody knows what: how it is now is all that can be known.
                scan()
            } else if errno != EINTR {
                return nil
            }
        }
        return waiting.removeFirst()
    }

    private func take(_ device: borrowing UdevDevice) {
        guard let systemPath = device.systemPath else { return }
        if device.action == "remove" {
            if let node = known.removeValue(forKey: systemPath) { waiting.append(.removed(node)) }
        } else if known[systemPath] == nil, device.isInitialized, let node = device.makeNode() {
            // Whatever was done to it (added, or its rules applied anew), it is news to us.
            known[systemPath] = node
            waiting.append(.added(node))
        }
    }

    /// Compares what is there with what is known.
    private func scan() {
        guard let search = udev_enumerate_new(udev) else { fatalError("out of memory") }
        defer { udev_enumerate_unref(search) }
        udev_enumerate_add_match_subsystem(search, "input")
        udev_enumerate_add_match_sysname(search, "event*")
        udev_enumerate_add_match_is_initialized(search)
        udev_enumerate_scan_devices(search)
        var present: Set<String> = []
        var entry = udev_enumerate_get_list_entry(search)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let path = UdevDevice.text(udev_list_entry_get_name(current)) else { continue }
            present.insert(path)
            if known[path] == nil, let device = UdevDevice(udev_device_new_from_syspath(udev, path)) { take(device) }
        }
        for path in known.keys.filter({ !present.contains($0) }).sorted() {
            waiting.append(.removed(known.removeValue(forKey: path)!))
        }
    }
}
