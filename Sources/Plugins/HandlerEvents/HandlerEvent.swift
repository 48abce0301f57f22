/// An event for a handler, as numbers only, so that it reaches plugins without allocation; names are in the binding.
public struct HandlerEvent: BitwiseCopyable, Sendable {
    public var event: EventName
    /// Monotonic time in microseconds.
    public var time: Int64
    /// Number of the touch, gesture or key: events of one stream belong together from beginning to end.
    public var stream: Int32 = 0
    /// Number of the touch; 0 if the event is not about a single touch.
    public var touch: Int32 = 0
    /// Number of the device; 0 if there is none.
    public var device: Int32 = 0
    /// Number of touches that take part, or of touches that a ghost has made.
    public var touchCount: Int32 = 0
    public var tapCount: Int32 = 0
    /// Key code, subtype of a remote-control event, or number of a `GhostReason`.
    public var code: Int32 = 0
    /// Location in points of the bound view.
    public var x = 0.0
    public var y = 0.0
    /// Location in points of the screen.
    public var screenX = 0.0
    public var screenY = 0.0
    /// From 0 to 1.
    public var force = 0.0
    public var radius = 0.0
    /// A slider's value, 0 or 1 of a switch, or a ghost's period in milliseconds.
    public var value = 0.0
    public var translationX = 0.0
    public var translationY = 0.0
    /// Points per second.
    public var velocityX = 0.0
    public var velocityY = 0.0
    public var scale = 1.0
    /// In degrees, clockwise.
    public var rotation = 0.0

    public init(_ event: EventName, at time: Int64) {
        self.event = event
        self.time = time
    }
}
