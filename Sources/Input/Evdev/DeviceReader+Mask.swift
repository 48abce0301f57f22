internal import CInput
public import DeviceNodes
internal import Glibc
internal import InputEvents

extension DeviceReader {
    /// Sets the kernel's event mask of a panel with slots; has no effect on other devices. The kernel then drops all
    /// EV_MSC events, such as timestamps, and the absolute axes that slots do not use.
    ///
    /// Panels with slots repeat the first contact on `ABS_X` and `ABS_Y`, and many add a timestamp to each frame. The
    /// kernel drops a frame that contains only masked events, so such a frame does not wake the process. A kernel
    /// without event masks delivers all events; the resulting touches are the same.
    public func maskUnusedEvents() throws(EvdevError) {
        // Checks the protocol, not the slot axis: a panel without per-slot positions reports its contact on `ABS_X` and
        // `ABS_Y`.
        guard case .slots? = try? PanelProtocol(of: description) else { return }
        let codes = description.codes[.absolute, default: []].filter { Axis(rawValue: $0).isOfSlots }
        do {
            try mask(.absolute, codes)
            try mask(.miscellaneous, [])
        } catch  where error.errorNumber == EINVAL || error.errorNumber == ENOTTY {
            return
        }
    }

    /// Sets the kernel's event mask for an event type, so that the kernel delivers only the given codes.
    private func mask(_ type: EventType, _ codes: Set<UInt16>) throws(EvdevError) {
        var bits = [UInt8](repeating: 0, count: Int(ABS_MAX) / 8 + 1)
        for code in codes where Int(code) / 8 < bits.count { bits[Int(code) / 8] |= 1 << (code % 8) }
        try retryingInterruption(on: path, while: "setting its event mask") {
            tb_mask_events(fileDescriptor, type.rawValue, bits, bits.count)
        }
    }
}
