internal import Contacts
internal import InputEvents

/// Decodes the events of one panel into contacts in device units. Uses no screen, filters or views.
final class ContactReader {
    /// The contacts' changes in one frame of the panel.
    struct Frame {
        let time: Int64
        /// Whether events before this frame were lost.
        let isRepair: Bool
        let changes: [ContactChange]
        /// Number of contacts that are down after the frame.
        let touchCount: Int
    }

    private var assembler: FrameAssembler
    private var tracker = ContactTracker()
    private var events: ContiguousArray<RawEvent> = []
    private var touching: Set<Int32> = []

    /// Maximum number of events that are processed at once. Longer frames, which no real device sends, are processed in
    /// parts.
    private static let longestFrame = 1 << 14

    init(_ device: DeviceDescription) throws(PanelRejection) { assembler = try FrameAssembler(for: device) }

    /// Counts of the panel's protocol violations.
    var metrics: PanelMetrics { assembler.metrics }

    /// The contact whose last event is the oldest; nil if no contact is on the panel. Includes contacts from before the
    /// panel was opened, for which `take` reports no changes.
    var oldestContact: (state: SlotState, lastReport: Int64)? { tracker.oldestContact }

    /// Adds an event, and returns the frames that the event completes.
    func take(_ event: RawEvent) -> [Frame] {
        events.append(event)
        guard event.isMark(.report) || events.count == Self.longestFrame else { return [] }
        var frames: [Frame] = []
        let taken = exchange(&events, with: [])
        var next = 0
        while next < taken.count {
            if assembler.assemble(taken.span, &next) { frames.append(frame()) }
        }
        return frames
    }

    private func frame() -> Frame {
        tracker.take(assembler.frame)
        var changes: [ContactChange] = []
        for index in tracker.changes.indices {
            let change = tracker.changes[index]
            changes.append(change)
            switch change.phase {
            case .down: touching.insert(change.slot)
            case .moved: break
            case .up, .cancelled: touching.remove(change.slot)
            }
        }
        return Frame(
            time: assembler.frame.time,
            isRepair: assembler.frame.isRepair && !assembler.frame.isDiscovery,
            changes: changes,
            touchCount: touching.count
        )
    }
}
