internal import CInput
public import DeviceNodes
internal import Glibc
public import InputEvents

/// A uinput device. Other programs read the device's events from its node.
///
/// Deinitialization removes the device.
public final class VirtualDevice {
    /// Prefix of the physical location (`phys`) of Touchbridge's own virtual devices. Touchbridge ignores devices with
    /// this prefix, to avoid a feedback loop (U5).
    public static let ownPhysicalPrefix = DeviceKind.ownPhysicalPrefix

    public let description: DeviceDescription
    /// Path of the device node, for example `/dev/input/event3`.
    public let path: String
    /// Path of the node in sysfs (U3).
    public let systemPath: String
    private let file: OwnedFile
    /// Receives udev's event for the node; created before the device, to avoid missing the event.
    var listener: UdevListener?

    /// Creates a device. Its node then exists, but udev may not have initialized the node yet (see `waitUntilReady`).
    public init(_ description: DeviceDescription) throws(EvdevError) {
        self.description = description
        let node = "/dev/uinput"
        do {
            file = OwnedFile(try retryingInterruption(on: node, while: "opening the node") { tb_open_uinput() })
        } catch  where error.code == .gone {
            throw EvdevError(
                .noVirtualDevices,
                device: node,
                errorNumber: error.errorNumber,
                "uinput is not available; load the module as root: modprobe uinput"
            )
        } catch  where error.code == .permissionDenied {
            throw EvdevError(
                .permissionDenied,
                device: node,
                errorNumber: error.errorNumber,
                "permission denied while opening the node; install Touchbridge's udev rules, and add the user to the "
                    + "group touchbridge (usermod -aG touchbridge USER, then log in again), or run touchbridge as root"
            )
        }
        listener = try UdevListener()
        let descriptor = file.descriptor
        try Self.announce(description, to: descriptor)
        let name = try Self.systemName(of: descriptor, description.name)
        let folder = "/sys/devices/virtual/input/\(name)"
        guard let node = names(in: folder).first(where: { $0.hasPrefix("event") }) else {
            throw EvdevError(.other, device: description.name, "the kernel created no event node below \(folder)")
        }
        systemPath = "\(folder)/\(node)"
        path = "/dev/input/\(node)"
    }

    /// Creates a device that writes to a file descriptor instead of the kernel; the device owns the descriptor.
    init(_ description: DeviceDescription, writingTo descriptor: Int32, path: String) {
        self.description = description
        (self.path, systemPath) = (path, path)
        file = OwnedFile(descriptor)
    }

    /// Writes events. Kernels before Linux 6.2 replace the events' timestamps; later kernels retain plausible
    /// timestamps.
    public func write(_ events: some Sequence<RawEvent>) throws(EvdevError) {
        let size = 64
        let failure: EvdevError? = withUnsafeTemporaryAllocation(of: input_event.self, capacity: size) { buffer in
            var count = 0
            for event in events {
                buffer[count] = input_event(event)
                count += 1
                guard count == size else { continue }
                if let failure = flush(buffer.baseAddress!, count) { return failure }
                count = 0
            }
            return flush(buffer.baseAddress!, count)
        }
        if let failure { throw failure }
    }

    private func flush(_ events: UnsafePointer<input_event>, _ count: Int) -> EvdevError? {
        var done = 0
        do throws(EvdevError) {
            while done < count {
                done += Int(
                    try retryingInterruption(on: path, while: "writing events") {
                        tb_write_events(file.descriptor, events + done, count - done)
                    }
                )
            }
        } catch {
            let why = String(cString: strerror(error.errorNumber))
            return EvdevError(
                .other,
                device: description.name,
                errorNumber: error.errorNumber,
                "the kernel rejects further events: \(why)"
            )
        }
        return nil
    }

    /// Returns the sysfs name that the kernel assigned to the device. Unlike the device's own name, this name is unique
    /// (U3).
    private static func systemName(of descriptor: Int32, _ device: String) throws(EvdevError) -> String {
        let size = 80
        var name = ""
        try retryingInterruption(on: device, while: "reading its name") {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
                let result = tb_uinput_name(descriptor, buffer.baseAddress!, size)
                if result >= 0 { name = String(cString: buffer.baseAddress!) }
                return result
            }
        }
        return name
    }
}

extension input_event {
    fileprivate init(_ event: RawEvent) {
        let time = timeval(tv_sec: Int(event.time / 1_000_000), tv_usec: Int(event.time % 1_000_000))
        self.init(time: time, type: event.type.rawValue, code: event.code, value: event.value)
    }
}
