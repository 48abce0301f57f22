public import InputEvents

/// An event of a recording and the device that sent it.
public struct RecordedEvent: Equatable, Sendable, BitwiseCopyable {
    /// The device's place in the recording's list of devices.
    public var device: Int
    /// What the device sent.
    public var event: RawEvent

    /// Makes an event of a device.
    public init(device: Int, event: RawEvent) {
        self.device = device
        self.event = event
    }
}
