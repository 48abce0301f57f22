internal import InputEvents

/// Writes events to a file in whole frames. If the process is killed, at most the last frame is lost.
public protocol RecordingWriter: AnyObject {
    var path: String { get }
    /// Adds an event; a frame is written when its SYN_REPORT arrives.
    func write(_ recorded: RecordedEvent) throws(RecordingError)
    /// Completes and closes the file; an incomplete frame is dropped.
    func finish() throws(RecordingError)
}

/// Buffers a device's events until their frame is complete.
struct FrameInProgress {
    private(set) var events: ContiguousArray<RawEvent> = []

    /// Maximum number of buffered events, more than any device sends in a frame; an endless frame is written in pieces.
    private static let maximumEventCount = 1 << 14

    /// Adds an event; returns whether the frame is complete or at its maximum length. A SYN_REPORT with value 1 does
    /// not complete the frame, because it ends only one piece of a split frame (K7).
    mutating func take(_ event: RawEvent) -> Bool {
        events.append(event)
        return (event.isMark(.report) && event.value != 1) || events.count == Self.maximumEventCount
    }

    mutating func clear() { events.removeAll(keepingCapacity: true) }
}

extension RecordingError {
    /// Throws for an event that no format can represent.
    static func check(_ event: RawEvent, _ path: String) throws(RecordingError) {
        guard event.time < 0 else { return }
        let message = "an event has the negative time \(event.time)"
        throw RecordingError(.malformed, path, message, remedy: "use times of 0 or later")
    }

    /// Throws for a device with an invalid description.
    static func check(_ description: DeviceDescription, _ path: String) throws(RecordingError) {
        guard let objection = DescriptionRules.objection(to: description) else { return }
        let message = "the device '\(description.name)' cannot be recorded: \(objection)"
        throw RecordingError(.description, path, message, remedy: "correct its description")
    }
}
