internal import CInput
public import DeviceNodes
internal import Glibc
internal import InputEvents

extension DeviceReader {
    /// Makes the kernel drop the events of a panel with slots that its contacts do not use; has no effect on other
    /// devices.
    ///
    /// Such panels repeat the first contact on `ABS_X` and `ABS_Y`, and many add a timestamp to each frame. The kernel
    /// drops a frame without other events whole, so the process is not woken. A kernel without event masks delivers
    /// everything; the touches are the same.
    public func maskUnusedEvents() throws(EvdevError) {
        // Slots alone do not suffice: without contact positions, the contact is on `ABS_X` and `ABS_Y`.
        guard case .slots? = try? PanelProtocol(of: description) else { return }
        let codes = description.codes[.absolute, default: []].filter { Axis(rawValue: $0).isOfSlots }
        do {
            try mask(.absolute, codes)
            try mask(.miscellaneous, [])
        } catch  where error.errorNumber == EINVAL || error.errorNumber == ENOTTY {
            return
        }
    }

    /// Lets only some codes of a type pass.
    private func mask(_ type: EventType, _ codes: Set<UInt16>) throws(EvdevError) {
        var bits = [UInt8](repeating: 0, count: Int(ABS_MAX) / 8 + 1)
        for code in codes where Int(code) / 8 < bits.count { bits[Int(code) / 8] |= 1 << (code % 8) }
        try retryingInterruption(on: path, while: "setting its event mask") {
            tb_mask_events(fileDescriptor, type.rawValue, bits, bits.count)
        }
    }
}
