/// Decoder of the slot protocol: which slot the axes of contacts are about (K5, K9).
///
/// The reader, the assembler of frames and the flight recorder keep different values of a slot; all of them ask this
/// one what an axis means.
public struct SlotCursor: Equatable, Sendable, BitwiseCopyable {
    /// The slot that the device named last, whether the device has it or not.
    public var slot: Int32

    /// What a new value of an absolute axis means.
    public enum Meaning: Sendable {
        /// The value belongs to the device and not to a contact.
        case ofDevice
        /// The next values are about another slot.
        case selection
        /// The next values are about a slot that the device does not have, so they are ignored (K9).
        case invalidSelection
        /// The value belongs to the current slot.
        case ofSlot
        /// The value belongs to a slot that the device does not have.
        case ofInvalidSlot
    }

    /// Begins at the slot that was current when the device was described (K5).
    @inlinable public init(slot: Int32 = 0) { self.slot = slot }

    /// Decodes a new value of an axis of a device with `count` slots.
    @inlinable @inline(__always)
    public mutating func decode(_ code: UInt16, _ value: Int32, count: Int) -> Meaning {
        if code > Axis.slot.rawValue { return slot >= 0 && slot < count ? .ofSlot : .ofInvalidSlot }
        guard code == Axis.slot.rawValue else { return .ofDevice }
        slot = value
        return value >= 0 && value < count ? .selection : .invalidSelection
    }
}
