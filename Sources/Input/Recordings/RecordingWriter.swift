internal import InputEvents

/// Takes events down in a file, by whole frames: if the process dies, no more than the last frame is lost.
public protocol RecordingWriter: AnyObject {
    /// The file that is written.
    var path: String { get }
    /// Takes an event; its frame is in the file once its report has come.
    func write(_ recorded: RecordedEvent) throws(RecordingError)
    /// Completes the file, without a frame that has had no report, and closes it.
    func finish() throws(RecordingError)
}

/// Holds a device's events back until their frame is complete.
struct FrameInProgress {
    private(set) var events: ContiguousArray<RawEvent> = []

    /// More than any device sends between two reports; what never ends is let go in pieces.
    private static let most = 1 << 14

    /// Takes an event; true when the frame is complete. A frame that the kernel split goes on (K7).
    mutating func take(_ event: RawEvent) -> Bool {
        events.append(event)
        return (event.isMark(.report) && event.value != 1) || events.count == Self.most
    }

    mutating func clear() { events.removeAll(keepingCapacity: true) }
}

extension RecordingError {
    /// Refuses what neither format can hold.
    static func check(_ event: RawEvent, _ path: String) throws(RecordingError) {
        guard event.time < 0 else { return }
        let message = "an event has the negative time \(event.time)"
        throw RecordingError(.malformed, path, message, remedy: "count the time from an earlier moment")
    }

    /// Refuses a device that no reader could make again.
    static func check(_ description: DeviceDescription, _ path: String) throws(RecordingError) {
        guard let objection = DescriptionRules.objection(to: description) else { return }
        throw RecordingError(.description, path, objection, remedy: "describe a device that can be")
    }
}
