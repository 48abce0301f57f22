public import Contacts
public import ResponderKit

/// Makes reports for the application of contacts that are placed on the screen.
public struct TouchBuilder {
    /// The report under way; it keeps its storage.
    public private(set) var frame = TouchFrame()
    private let device: Int32

    /// A builder for one panel; fingers of different panels never mix (K10).
    public init(device: Int32) { self.device = device }

    /// Begins a report.
    public mutating func begin(at time: Int64) { frame.reset(time: time) }

    /// Adds what one contact did.
    public mutating func add(_ contact: PlacedContact) {
        let finger = FingerID(device: device, contact: contact.slot)
        var sample = TouchSample(finger, Self.change(contact.phase), at: contact.location)
        sample.majorRadius = contact.radius
        sample.force = contact.force
        if contact.isPen { sample.type = .pencil }
        frame.samples.append(sample)
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
