internal import CInput
internal import DeviceNodes

extension VirtualDevice {
    /// Waits until udev has announced the device node to all listeners; returns false after a timeout (U3).
    ///
    /// Blocks the calling thread; do not call it on the input thread.
    public func waitUntilReady(microseconds: Int64 = 10_000_000) -> Bool {
        let end = tb_now() + microseconds
        while let listener {
            while let device = listener.receive() {
                guard device.systemPath == systemPath else { continue }
                self.listener = nil
                return true
            }
            let left = end - tb_now()
            if left <= 0 { return false }
            _ = tb_wait_readable(listener.fileDescriptor, Int32((left + 999) / 1000))
        }
        return true
    }
}
