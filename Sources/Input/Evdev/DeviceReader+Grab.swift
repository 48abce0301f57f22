internal import CInput
public import DeviceNodes
internal import Glibc

extension DeviceReader {
    /// Grabs the device exclusively. If another process has grabbed the device, the error names the processes that have
    /// the node open (L3).
    public func grab() throws(EvdevError) {
        guard !isGrabbed else { return }
        do {
            try setGrab(true)
        } catch  where error.errorNumber == EBUSY {
            let holders = NodeHolder.holders(of: path).map(\.description).joined(separator: ", ")
            let hidden = "the name of the process is hidden from this user"
            let holder = holders.isEmpty ? hidden : "the node is open in \(holders)"
            throw EvdevError(
                .busy,
                device: path,
                errorNumber: EBUSY,
                "another process has grabbed the device: \(holder); stop that process, or set 'grab: false'"
            )
        }
        isGrabbed = true
    }

    /// Releases the grab, if any; succeeds for a removed device.
    public func ungrab() throws(EvdevError) {
        guard isGrabbed else { return }
        isGrabbed = false
        do {
            try setGrab(false)
        } catch  where error.code == .gone {
            return  // the kernel has released the grab
        }
    }

    private func setGrab(_ isOn: Bool) throws(EvdevError) {
        try retryingInterruption(on: path, while: "grabbing the device") { tb_grab(fileDescriptor, isOn ? 1 : 0) }
    }
}
