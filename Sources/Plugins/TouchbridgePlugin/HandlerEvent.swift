internal import CTouchbridgePlugin

/// What happened, by the names that layouts bind handlers to.
public enum Event: Int32, Sendable, CaseIterable {
    case touchesBegan = 1
    case touchesMoved, touchesEnded, touchesCancelled
    case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
    case motionBegan, motionEnded, motionCancelled
    case remoteControlReceived
    case possible, began, changed, ended, cancelled, failed
    case touchDown, touchDownRepeat, touchDragInside, touchDragOutside, touchDragEnter, touchDragExit
    case touchUpInside, touchUpOutside, touchCancel, valueChanged, primaryActionTriggered
    case action
    case idle, active
    case deviceAdded, deviceRemoved
    case dark, wake
    case ghost
}

/// One thing that happened; what an event has no use for is 0, and `scale` is 1.
public struct HandlerEvent: Sendable {
    public let event: Event
    /// Microseconds of the clock that events count by.
    public let time: Int64
    /// Events of one place and one stream belong together from beginning to end.
    public let place: Int32
    public let stream: Int32
    /// The touch's number, 0 when it is about no single touch.
    public let touch: Int32
    /// The device's number, 0 when it is of none.
    public let device: Int32
    /// How many touches take part, or how many a ghost has made.
    public let touchCount: Int
    public let tapCount: Int
    /// The kernel's code of a key, the subtype of a remote-control event, or why a ghost is one: 1 too brief, 2 too even,
    /// 3 out of range, 4 too fast.
    public let code: Int32
    /// In points of the view.
    public let x, y: Double
    /// In points of the screen.
    public let screenX, screenY: Double
    /// From 0 to 1.
    public let force: Double
    public let radius: Double
    /// A slider's value, 0 and 1 of a switch, or a ghost's period in milliseconds.
    public let value: Double
    public let translationX, translationY: Double
    /// Points a second.
    public let velocityX, velocityY: Double
    public let scale: Double
    /// In degrees, clockwise.
    public let rotation: Double

    /// Nil for events that came after this was built.
    init?(_ raw: touchbridge_occurrence) {
        guard let event = Event(rawValue: raw.event) else { return nil }
        self.event = event
        time = raw.time
        (place, stream) = (raw.place, raw.stream)
        (touch, device) = (raw.touch, raw.device)
        (touchCount, tapCount) = (Int(raw.touch_count), Int(raw.tap_count))
        code = raw.code
        (x, y) = (raw.x, raw.y)
        (screenX, screenY) = (raw.screen_x, raw.screen_y)
        (force, radius, value) = (raw.force, raw.radius, raw.value)
        (translationX, translationY) = (raw.translation_x, raw.translation_y)
        (velocityX, velocityY) = (raw.velocity_x, raw.velocity_y)
        (scale, rotation) = (raw.scale, raw.rotation)
    }
}
