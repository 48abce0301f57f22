/// Decoder of the slot protocol: tracks the current slot and classifies new axis values (K5, K9).
///
/// The device reader, the frame assembler and the flight recorder store different values per slot, but share this
/// decoder.
public struct SlotCursor: Equatable, Sendable, BitwiseCopyable {
    /// The slot that the device selected last, even if the device has no such slot.
    public var slot: Int32

    /// Meaning of a new value of an absolute axis.
    public enum Meaning: Sendable {
        /// The value applies to the whole device, not to a contact.
        case ofDevice
        /// The value selects a slot of the device.
        case selection
        /// The value selects a slot that the device does not have; values for this slot are ignored (K9).
        case invalidSelection
        /// The value applies to the contact in the current slot.
        case ofSlot
        /// The value applies to a slot that the device does not have.
        case ofInvalidSlot
    }

    /// Creates a cursor for the slot that was selected when the device was opened (K5).
    @inlinable public init(slot: Int32 = 0) { self.slot = slot }

    /// Decodes a new value of an axis; `count` is the number of slots of the device.
    @inlinable @inline(__always)
    public mutating func decode(_ code: UInt16, _ value: Int32, count: Int) -> Meaning {
        if code > Axis.slot.rawValue { return slot >= 0 && slot < count ? .ofSlot : .ofInvalidSlot }
        guard code == Axis.slot.rawValue else { return .ofDevice }
        slot = value
        return value >= 0 && value < count ? .selection : .invalidSelection
    }
}
