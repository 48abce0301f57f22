internal import CInput
public import DeviceNodes
internal import Glibc
public import InputEvents

/// A device that a program plays: what is written to it comes out of its node.
///
/// It is unplugged when it is let go of.
public final class VirtualDevice {
    /// What the physical place of our own panels begins with, so that they are not taken for a real one (U5).
    public static let ownPlace = DeviceKind.ownPlace

    /// What it was made from.
    public let description: DeviceDescription
    /// Where others open it: `/dev/input/event3`.
    public let path: String
    /// The place of its node in the system (U3).
    public let systemPath: String
    private let file: OwnedFile
    /// Hears when udev is done with the node; made before the device, so that it cannot miss it.
    var listener: UdevListener?

    /// Makes a device; its node is there afterwards, though udev may not be done with it (`waitUntilReady`).
    public init(_ description: DeviceDescription) throws(EvdevError) {
        self.description = description
        let place = "/dev/uinput"
        do {
            file = OwnedFile(try retryingInterruption(on: place, while: "opening it") { tb_open_uinput() })
        } catch  where error.code == .gone {
            throw EvdevError(
                .noVirtualDevices,
                device: place,
                errorNumber: error.errorNumber,
                "this kernel makes no virtual devices; as root: modprobe uinput"
            )
        }
        listener = try UdevListener()
        let descriptor = file.descriptor
        try Self.announce(description, to: descriptor)
        let name = try Self.systemName(of: descriptor, description.name)
        let folder = "/sys/devices/virtual/input/\(name)"
        guard let node = names(in: folder).first(where: { $0.hasPrefix("event") }) else {
            throw EvdevError(.other, device: description.name, "the kernel gave it no node below \(folder)")
        }
        systemPath = "\(folder)/\(node)"
        path = "/dev/input/\(node)"
    }

    /// A device whose events go into an open file instead of the kernel's, which it closes.
    init(_ description: DeviceDescription, writingTo descriptor: Int32, path: String) {
        self.description = description
        (self.path, systemPath) = (path, path)
        file = OwnedFile(descriptor)
    }

    /// Writes events; the kernel stamps them anew, and only newer ones than Linux 6.1 keep a believable time.
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
                    try retryingInterruption(on: path, while: "writing to it") {
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
                "the kernel takes no more events of it: \(why)"
            )
        }
        return nil
    }

    /// The name that the kernel gave the device; names of one's own choice are not unique (U3).
    private static func systemName(of descriptor: Int32, _ device: String) throws(EvdevError) -> String {
        let size = 80
        var name = ""
        try retryingInterruption(on: device, while: "asking for its name") {
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
