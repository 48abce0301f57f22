/// State of a multitouch slot. If the slot has no contact, the values are those of its last contact (K4).
public struct SlotState: Equatable, Sendable, BitwiseCopyable {
    /// Tracking id of the contact; `none` if the slot has no contact.
    public var trackingID = SlotState.none
    public var x: Int32 = 0
    public var y: Int32 = 0
    public var pressure: Int32 = 0
    public var distance: Int32 = 0
    public var touchMajor: Int32 = 0
    public var touchMinor: Int32 = 0
    public var orientation: Int32 = 0
    public var toolType = ToolType.finger

    /// Tracking id of a slot without a contact.
    @inlinable public static var none: Int32 { -1 }

    public init() {}
}
