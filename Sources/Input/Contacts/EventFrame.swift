public import InputEvents

/// Changes of a panel's contacts between two SYN_REPORT events.
///
/// `FrameAssembler` reuses one frame, so that assembling a frame does not allocate memory.
public struct EventFrame: ~Copyable {
    public var time: Int64 = 0
    /// Whether the frame contains the complete state of the panel, because events were lost (K1).
    public var isRepair = false
    /// Whether the frame contains the state that the panel had when the device was opened (K6).
    public var isDiscovery = false
    /// Whether a pen is in range (V10).
    public var isPenNear = false
    /// Whether the panel has reported pressure at least once. If so, pressure 0 means no touch (V9).
    public var hasPressure = false
    /// Changes of slots, in order; a slot occurs several times if its contact was replaced several times (K8).
    public var changes = FrameList<ContactChange>(capacity: 2 * PanelProtocol.slotLimit)

    public init() {}
}

/// A change of one contact.
public struct ContactChange: Equatable, Sendable, BitwiseCopyable {
    public enum Phase: UInt8, Sendable, BitwiseCopyable {
        /// The contact begins to touch.
        case down
        /// The contact's position, pressure or size changed.
        case moved
        /// The contact lifted.
        case up
        /// The contact is rejected, and its touch must be cancelled.
        case cancelled
    }

    public var slot: Int32
    /// Phase of the contact. In an `EventFrame`, always `moved`; `ContactTracker` determines the actual phase.
    public var phase: Phase
    /// State of the contact after the change, in device units.
    public var state: SlotState

    @inlinable
    public init(slot: Int32, phase: Phase = .moved, state: SlotState) {
        self.slot = slot
        self.phase = phase
        self.state = state
    }
}
