public import InputEvents

/// Everything that a panel said about its contacts between two reports.
///
/// Its owner keeps one frame and fills it anew, so that assembling allocates nothing.
public struct EventFrame: ~Copyable, Sendable {
    public var time: Int64 = 0
    /// Events were lost before it; it tells how things stand now (K1).
    public var isRepair = false
    /// It tells how the device was found, before anything happened (K6).
    public var isDiscovery = false
    /// A pen is near the surface (V10).
    public var isPenNear = false
    /// The panel has told a pressure at least once, so that none means no touch (V9).
    public var hasPressure = false
    /// What happened to slots, in order; a slot stands here twice when its contact changed twice (K8).
    public var changes: ContiguousArray<ContactChange> = []

    public init() {}
}

/// What became of one contact.
public struct ContactChange: Equatable, Sendable, BitwiseCopyable {
    public enum Phase: UInt8, Sendable, BitwiseCopyable {
        /// It touches now.
        case down
        /// Its place, pressure or size changed.
        case moved
        /// It lifted.
        case up
        /// It counts no more: what was begun with it is to be taken back.
        case cancelled
    }

    /// The slot that the contact is in.
    public var slot: Int32
    /// In a frame always `moved`, until the tracker knows better.
    public var phase: Phase
    /// How it was at the time, in device units.
    public var state: SlotState

    @inlinable
    public init(slot: Int32, phase: Phase = .moved, state: SlotState) {
        self.slot = slot
        self.phase = phase
        self.state = state
    }
}
