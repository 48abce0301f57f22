internal import Geometry
internal import GestureKinds
internal import HandlerEvents
package import ResponderKit

extension HandlerEvent {
    /// Creates the event of a press, with the press time if `event` is nil.
    init(_ name: EventName, _ press: Press, _ event: Event?) {
        self.init(name, at: event?.time ?? press.time)
        // Linux key codes are below 1024, so each key of each device has its own stream number.
        stream = press.button.device &* 1024 &+ press.button.code
        device = press.button.device
        code = press.button.code
        force = press.force
    }

    /// Creates the event of a control. `event` is the touch event that caused the control event; nil if a command or
    /// other code sent the control event.
    init(_ name: EventName, _ control: Control, _ event: Event?, origin: Point, now: Int64) {
        self.init(name, at: event?.time ?? now)
        if let touch = control.touch(of: event) {
            set(touch, touch.location(in: control), origin: origin)
            touchCount = 1
        } else if let (number, finger) = control.cancelledTouch {
            touch = Int32(truncatingIfNeeded: number)
            set(finger)
        }
        stream = touch
        value = control.eventValue
    }

    /// Creates an event with the current state of a gesture.
    init(_ name: EventName, _ gesture: GestureRecognizer, origin: Point, now: Int64) {
        self.init(name, at: now)
        touchCount = Int32(truncatingIfNeeded: gesture.touchCount)
        if let view = gesture.view {
            let location = gesture.location(in: view)
            (x, y) = (location.x, location.y)
            if let window = view.window { setScreenLocation(window.toScreen(gesture.location(in: window)), origin) }
        }
        set(valuesOf: gesture)
    }

    /// Creates the event of an action. The event's location is in coordinates of the responder's view.
    init(_ call: ActionCall, in view: View?, origin: Point, now: Int64) {
        self.init(.action, at: call.event?.time ?? now)
        guard let control = call.sender as? Control else { return }
        value = control.eventValue
        if let touch = control.touch(of: call.event) {
            set(touch, touch.location(in: view), origin: origin)
            touchCount = 1
        }
    }

    /// Copies the values of a touch to the event. `origin` is the origin of the touch's screen in application
    /// coordinates.
    @inline(__always)
    mutating func set(_ touch: Touch, _ location: Point, origin: Point) {
        let values = touch.values
        self.touch = Int32(truncatingIfNeeded: values.number)
        set(touch.finger)
        tapCount = Int32(truncatingIfNeeded: values.tapCount)
        (x, y) = (location.x, location.y)
        setScreenLocation(touch.locationOnScreen, origin)
        force = values.maximumForce > 0 ? min(1, values.force / values.maximumForce) : values.force
        radius = values.majorRadius
    }

    @inline(__always)
    private mutating func set(_ finger: FingerID) {
        (device, slot) = (finger.device, Int16(truncatingIfNeeded: finger.contact))
    }

    @inline(__always)
    private mutating func setScreenLocation(_ location: Point, _ origin: Point) {
        (screenX, screenY) = (location.x - origin.x, location.y - origin.y)
    }
}

extension GestureRecognizer {
    /// Number of touches that are down. For a discrete gesture, or without touches, the number of touches of the
    /// gesture.
    fileprivate var touchCount: Int {
        let count = isDiscrete ? 0 : numberOfTouches
        return count == 0 ? touchesAtOnce : count
    }
}

extension View {
    /// Converts a point from view coordinates to application coordinates.
    package func applicationLocation(_ point: Point) -> Point {
        let location = convert(point, to: window)
        return window?.toScreen(location) ?? location
    }
}

extension Window {
    /// Converts a point from window coordinates to application coordinates.
    fileprivate func toScreen(_ location: Point) -> Point {
        let (frame, bounds) = (frame, bounds)
        return Point(x: location.x - bounds.minX + frame.minX, y: location.y - bounds.minY + frame.minY)
    }
}

extension Control {
    /// The value of a slider, or the state of a switch as 0 or 1; 0 for other controls.
    fileprivate var eventValue: Double {
        switch self {
        case let slider as Slider: slider.value
        case let toggle as Switch: toggle.isOn ? 1 : 0
        default: 0
        }
    }
}
