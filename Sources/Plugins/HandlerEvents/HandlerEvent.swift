/// An event for a handler. Contains only numbers, so its delivery needs no allocation. Strings, such as the id of the
/// view, are in the `Binding`.
public struct HandlerEvent: BitwiseCopyable, Sendable {
    public var event: EventName
    /// Multitouch slot of the finger on its device; only valid if `touch` is not 0.
    public var slot: Int16 = 0
    /// Monotonic time in microseconds.
    public var time: Int64
    /// Identifier of the touch, press or gesture attempt; all events from its begin event to its end event (a stream)
    /// have the same identifier.
    public var stream: Int32 = 0
    /// Identifier of the touch in an event of a single touch; otherwise 0.
    public var touch: Int32 = 0
    /// Device number; 0 for an event without a device.
    public var device: Int32 = 0
    /// Number of touches in the event or gesture; for a ghost-touch event, number of consecutive ghost touches when
    /// they were detected.
    public var touchCount: Int32 = 0
    public var tapCount: Int32 = 0
    /// Key code, subtype of a shake or remote-control event, or number of a `GhostReason`; the event determines which.
    public var code: Int32 = 0
    /// Location in the coordinates of the bound view, in points; for ghost touches, in the coordinates of the screen.
    public var x = 0.0
    public var y = 0.0
    /// Location in the coordinates of the screen, in points.
    public var screenX = 0.0
    public var screenY = 0.0
    /// Force of the touch or press, from 0 to 1.
    public var force = 0.0
    public var radius = 0.0
    /// Value of a slider or an action, state of a switch (0 or 1), or mean interval between ghost touches. The interval
    /// is in milliseconds, and 0 if the ghost touches are irregular.
    public var value = 0.0
    public var translationX = 0.0
    public var translationY = 0.0
    /// Velocity, in points per second.
    public var velocityX = 0.0
    public var velocityY = 0.0
    public var scale = 1.0
    /// Rotation, in degrees clockwise.
    public var rotation = 0.0

    /// Slot of the finger; nil if `touch` is 0.
    package var touchSlot: Int? { touch == 0 ? nil : Int(slot) }

    public init(_ event: EventName, at time: Int64) {
        self.event = event
        self.time = time
    }
}
