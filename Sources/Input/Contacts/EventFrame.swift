public import InputEvents

/// State changes of a panel between two reports.
///
/// Its owner reuses one frame, so that assembling does not allocate.
public struct EventFrame: ~Copyable, Sendable {
    public var time: Int64 = 0
    /// The frame holds the complete state after lost events (K1).
    public var isRepair = false
    /// The frame holds the state in which the device was opened (K6).
    public var isDiscovery = false
    /// A pen is in range (V10).
    public var isPenNear = false
    /// The panel has reported pressure at least once, so pressure 0 means no touch (V9).
    public var hasPressure = false
    /// Changes of slots, in order; a slot occurs twice when its contact changed twice (K8).
    public var changes: ContiguousArray<ContactChange> = []

    public init() {}
}

/// A change of one contact.
public struct ContactChange: Equatable, Sendable, BitwiseCopyable {
    public enum Phase: UInt8, Sendable, BitwiseCopyable {
        /// The contact touches from now on.
        case down
        /// The contact's position, pressure or size changed.
        case moved
        /// The contact lifted.
        case up
        /// The contact is rejected, and its touch has to be cancelled.
        case cancelled
    }

    public var slot: Int32
    /// Always `moved` in an `EventFrame`; the tracker determines the phase.
    public var phase: Phase
    /// State after the change, in device units.
    public var state: SlotState

    @inlinable
    public init(slot: Int32, phase: Phase = .moved, state: SlotState) {
        self.slot = slot
        self.phase = phase
        self.state = state
    }
}
