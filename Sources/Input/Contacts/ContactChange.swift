public import InputEvents

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
    public var phase: Phase
    /// How it was at the time, in device units.
    public var state: SlotState

    public init(slot: Int32, phase: Phase, state: SlotState) {
        self.slot = slot
        self.phase = phase
        self.state = state
    }
}
