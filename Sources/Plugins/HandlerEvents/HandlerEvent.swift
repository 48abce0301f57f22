/// One thing that happened, as numbers: it goes to plugins without allocation; what has a name is in the binding.
public struct HandlerEvent: BitwiseCopyable, Sendable {
    public var event: EventName
    /// Microseconds of the clock that events count by.
    public var time: Int64
    /// Which touch, gesture or key of the binding's: events of one stream belong together from beginning to end.
    public var stream: Int32 = 0
    /// The touch's number, 0 when it is about no single touch.
    public var touch: Int32 = 0
    /// The number of the device, 0 when it is of none.
    public var device: Int32 = 0
    /// How many touches take part, or how many a ghost has made.
    public var touchCount: Int32 = 0
    public var tapCount: Int32 = 0
    /// The kernel's code of a key, the subtype of a remote-control event, or the number of a `GhostReason`.
    public var code: Int32 = 0
    /// In points of the bound view.
    public var x = 0.0
    public var y = 0.0
    /// In points of the screen.
    public var screenX = 0.0
    public var screenY = 0.0
    /// From 0 to 1.
    public var force = 0.0
    public var radius = 0.0
    /// A slider's value, 0 and 1 of a switch, or a ghost's period in milliseconds.
    public var value = 0.0
    public var translationX = 0.0
    public var translationY = 0.0
    /// Points a second.
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
