public import Contacts
public import ResponderKit

/// Makes reports for the application of contacts that are placed on the screen.
public struct TouchBuilder {
    /// The report under way; it keeps its storage.
    public private(set) var frame = TouchFrame()
    private let device: Int32
    /// How many samples of the report under way are known; behind them are those of an earlier one.
    private var count = 0

    /// A builder for one panel; fingers of different panels never mix (K10).
    public init(device: Int32) { self.device = device }

    /// Begins a report.
    public mutating func begin(at time: Int64) {
        frame.time = time
        count = 0
    }

    /// Ends the report. Overwriting the former one and cutting off the rest takes less time than emptying it first.
    public mutating func end() {
        if count < frame.samples.count { frame.samples.removeLast(frame.samples.count - count) }
    }

    /// Adds what one contact did.
    public mutating func add(_ contact: PlacedContact) {
        let finger = FingerID(device: device, contact: contact.slot)
        var sample = TouchSample(finger, Self.change(contact.phase), at: contact.location)
        sample.majorRadius = contact.radius
        sample.force = contact.force
        if contact.isPen { sample.type = .pencil }
        if count < frame.samples.count { frame.samples[count] = sample } else { frame.append(sample) }
        count += 1
    }

    private static func change(_ phase: ContactChange.Phase) -> TouchSample.Change {
        switch phase {
        case .down: .began
        case .moved: .moved
        case .up: .ended
        case .cancelled: .cancelled
        }
    }
}
