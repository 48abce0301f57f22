public import InputEvents

/// An event of a recording and the device that sent it.
public struct RecordedEvent: Equatable, Sendable, BitwiseCopyable {
    /// Index of the device in the recording's list of devices.
    public var device: Int
    public var event: RawEvent

    public init(device: Int, event: RawEvent) {
        self.device = device
        self.event = event
    }
}
