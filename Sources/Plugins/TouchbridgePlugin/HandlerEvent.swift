internal import CTouchbridgePlugin

/// Events to which layouts can bind handlers.
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
    case ghost, timer
    case stale, silent
}

/// An event for a handler. Fields that do not apply to the event are 0; `scale` is then 1.
public struct HandlerEvent: Sendable {
    public let event: Event
    /// Monotonic time in microseconds.
    public let time: Int64
    /// Identifies the group of handlers bound to one kind of event (such as touches) of one view, gesture or other
    /// object.
    public let group: Int32
    /// Identifies the stream within the group: the events of one touch, gesture or press.
    public let stream: Int32
    /// Identifier of the touch; 0 for events without a single touch.
    public let touch: Int32
    /// Identifier of the device; 0 for events without a device.
    public let device: Int32
    /// Number of touches in the event or gesture. For ghost touches (reported without a finger): number of consecutive
    /// ghost touches at the time of detection.
    public let touchCount: Int
    public let tapCount: Int
    /// Key code, subtype of a shake or remote-control event, or reason for a ghost touch: 1 brief, 2 periodic, 3 out of
    /// range, 4 jumping.
    public let code: Int32
    /// Location in points, in view coordinates; for ghost touches, in screen coordinates.
    public let x, y: Double
    /// Location in points, in screen coordinates.
    public let screenX, screenY: Double
    /// Force of the touch or press, from 0 to 1.
    public let force: Double
    public let radius: Double
    /// Value of a slider or action, or state of a switch (0 or 1). For ghost touches: mean interval in milliseconds; 0
    /// if the intervals are irregular.
    public let value: Double
    public let translationX, translationY: Double
    /// Velocity, in points per second.
    public let velocityX, velocityY: Double
    public let scale: Double
    /// Rotation, in degrees clockwise.
    public let rotation: Double

    /// Converts the C struct; returns nil for an event that this version of the module does not define.
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
