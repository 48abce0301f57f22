internal import CInput
public import DeviceNodes
internal import Glibc

extension DeviceReader {
    /// Keeps the device from all other readers; fails with the names of those that may have done so before (L3).
    public func grab() throws(EvdevError) {
        guard !isGrabbed else { return }
        do {
            try setGrab(true)
        } catch  where error.errorNumber == EBUSY {
            let holders = NodeHolder.holders(of: path).map(\.description).joined(separator: ", ")
            let who = holders.isEmpty ? "its name is hidden from this user" : "the node is open in \(holders)"
            throw EvdevError(
                .busy,
                device: path,
                errorNumber: EBUSY,
                "grabbed by another process: \(who); stop that process, or have touchbridge read without a grab"
            )
        }
        isGrabbed = true
    }

    /// Lets the other readers have the device again.
    public func ungrab() throws(EvdevError) {
        guard isGrabbed else { return }
        isGrabbed = false
        do {
            try setGrab(false)
        } catch  where error.code == .gone {
            return  // so is the grab
        }
    }

    private func setGrab(_ isOn: Bool) throws(EvdevError) {
        try retryingInterruption(on: path, while: "grabbing it") { tb_grab(fileDescriptor, isOn ? 1 : 0) }
    }
}
