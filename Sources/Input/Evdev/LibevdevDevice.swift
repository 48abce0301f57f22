internal import CInput
internal import CLibevdev
internal import DeviceNodes

/// An open device node, and libevdev's state of the device as of the last synchronization.
struct LibevdevDevice: ~Copyable {
    let file: OwnedFile
    let pointer: OpaquePointer

    private init(_ file: consuming OwnedFile) {
        guard let device = libevdev_new() else { fatalError("out of memory") }
        self.file = file
        pointer = device
    }

    /// Opens a device node. Selects CLOCK_MONOTONIC for timestamps before the first read, because selecting a clock
    /// empties the kernel's queue (K12).
    static func open(_ path: String) throws(EvdevError) -> LibevdevDevice {
        let descriptor = try retryingInterruption(on: path, while: "opening the node") { tb_open_node(path) }
        let device = LibevdevDevice(OwnedFile(descriptor))
        let pointer = device.pointer
        try retryingInterruption(on: path, while: "setting its clock") { tb_use_monotonic_clock(descriptor) }
        tb_silence(pointer)
        try retryingInterruption(on: path, while: "reading its description") { libevdev_set_fd(pointer, descriptor) }
        tb_silence(pointer)
        return device
    }

    deinit { libevdev_free(pointer) }

    var slotCount: Int { max(0, Int(libevdev_get_num_slots(pointer))) }
    var currentSlot: Int32 { libevdev_get_current_slot(pointer) }

    func has(_ type: UInt16, _ code: UInt16) -> Bool {
        libevdev_has_event_code(pointer, UInt32(type), UInt32(code)) == 1
    }

    func value(_ type: UInt16, _ code: UInt16) -> Int32 {
        libevdev_get_event_value(pointer, UInt32(type), UInt32(code))
    }

    func value(inSlot slot: Int, of code: UInt16) -> Int32 {
        libevdev_get_slot_value(pointer, UInt32(slot), UInt32(code))
    }
}
