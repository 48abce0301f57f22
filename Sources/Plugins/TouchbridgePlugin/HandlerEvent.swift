internal import CTouchbridgePlugin

/// Events that layouts bind handlers to.
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

/// An event for a handler; fields that its kind lacks are 0, and `scale` is 1.
public struct HandlerEvent: Sendable {
    public let event: Event
    /// Monotonic time in microseconds.
    public let time: Int64
    /// Group of bindings and stream: events with equal numbers belong together from beginning to end.
    public let group: Int32
    public let stream: Int32
    /// Number of the touch; 0 if the event is not about a single touch.
    public let touch: Int32
    /// Number of the device; 0 if there is none.
    public let device: Int32
    /// Number of touches that take part, or of touches that a ghost has made.
    public let touchCount: Int
    public let tapCount: Int
    /// Key code, subtype of a remote-control event, or reason of a ghost: 1 brief, 2 periodic, 3 out of range, 4
    /// jumping.
    public let code: Int32
    /// Location in points of the view.
    public let x, y: Double
    /// Location in points of the screen.
    public let screenX, screenY: Double
    /// From 0 to 1.
    public let force: Double
    public let radius: Double
    /// A slider's value, 0 or 1 of a switch, or a ghost's period in milliseconds.
    public let value: Double
    public let translationX, translationY: Double
    /// Points per second.
    public let velocityX, velocityY: Double
    public let scale: Double
    /// In degrees, clockwise.
    public let rotation: Double

    /// Returns nil for kinds of events that are newer than this module.
    init?(_ raw: touchbridge_handler_event) {
        guard let event = Event(rawValue: raw.event) else { return nil }
        self.event = event
        time = raw.time
        (group, stream) = (raw.group, raw.stream)
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
