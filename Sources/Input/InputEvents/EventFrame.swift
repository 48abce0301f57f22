/// Everything that a panel said about its contacts between two reports.
///
/// Its owner keeps one frame and fills it anew, so that assembling allocates nothing.
public struct EventFrame: Sendable {
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
    public var changes: ContiguousArray<SlotChange> = []

    public init() {}
}

/// What became of one slot.
public struct SlotChange: Equatable, Sendable, BitwiseCopyable {
    public var slot: Int32
    public var state: SlotState

    public init(slot: Int32, state: SlotState) {
        self.slot = slot
        self.state = state
    }
}

/// What a slot holds: a contact, or the values that its last contact left behind (K4).
public struct SlotState: Equatable, Sendable, BitwiseCopyable {
    /// Which contact it is, `none` if there is none.
    public var trackingID = SlotState.none
    public var x: Int32 = 0
    public var y: Int32 = 0
    public var pressure: Int32 = 0
    public var distance: Int32 = 0
    public var touchMajor: Int32 = 0
    public var touchMinor: Int32 = 0
    public var orientation: Int32 = 0
    public var toolType = ToolType.finger

    /// The tracking id of a slot without a contact.
    @inlinable public static var none: Int32 { -1 }

    public init() {}
}
