internal import CTouchbridgePlugin
internal import HandlerEvents
internal import PluginAPI

extension touchbridge_handler_event {
    init(_ handlerEvent: HandlerEvent, _ binding: Binding) {
        self.init()
        size = UInt32(MemoryLayout<touchbridge_handler_event>.size)
        event = Int32(bitPattern: handlerEvent.event.libraryEvent.rawValue)
        time = handlerEvent.time
        group = binding.group
        stream = handlerEvent.stream
        touch = handlerEvent.touch
        device = handlerEvent.device
        touch_count = handlerEvent.touchCount
        tap_count = handlerEvent.tapCount
        code = handlerEvent.code
        (x, y) = (handlerEvent.x, handlerEvent.y)
        (screen_x, screen_y) = (handlerEvent.screenX, handlerEvent.screenY)
        force = handlerEvent.force
        radius = handlerEvent.radius
        value = handlerEvent.value
        (translation_x, translation_y) = (handlerEvent.translationX, handlerEvent.translationY)
        (velocity_x, velocity_y) = (handlerEvent.velocityX, handlerEvent.velocityY)
        scale = handlerEvent.scale
        rotation = handlerEvent.rotation
    }
}

extension EventName {
    /// The constant of the C interface that represents the event.
    var libraryEvent: touchbridge_event {
        switch self {
        case .touchesBegan: TOUCHBRIDGE_TOUCHES_BEGAN
        case .touchesMoved: TOUCHBRIDGE_TOUCHES_MOVED
        case .touchesEnded: TOUCHBRIDGE_TOUCHES_ENDED
        case .touchesCancelled: TOUCHBRIDGE_TOUCHES_CANCELLED
        case .pressesBegan: TOUCHBRIDGE_PRESSES_BEGAN
        case .pressesChanged: TOUCHBRIDGE_PRESSES_CHANGED
        case .pressesEnded: TOUCHBRIDGE_PRESSES_ENDED
        case .pressesCancelled: TOUCHBRIDGE_PRESSES_CANCELLED
        case .motionBegan: TOUCHBRIDGE_MOTION_BEGAN
        case .motionEnded: TOUCHBRIDGE_MOTION_ENDED
        case .motionCancelled: TOUCHBRIDGE_MOTION_CANCELLED
        case .remoteControlReceived: TOUCHBRIDGE_REMOTE_CONTROL_RECEIVED
        case .possible: TOUCHBRIDGE_POSSIBLE
        case .began: TOUCHBRIDGE_BEGAN
        case .changed: TOUCHBRIDGE_CHANGED
        case .ended: TOUCHBRIDGE_ENDED
        case .cancelled: TOUCHBRIDGE_CANCELLED
        case .failed: TOUCHBRIDGE_FAILED
        case .touchDown: TOUCHBRIDGE_TOUCH_DOWN
        case .touchDownRepeat: TOUCHBRIDGE_TOUCH_DOWN_REPEAT
        case .touchDragInside: TOUCHBRIDGE_TOUCH_DRAG_INSIDE
        case .touchDragOutside: TOUCHBRIDGE_TOUCH_DRAG_OUTSIDE
        case .touchDragEnter: TOUCHBRIDGE_TOUCH_DRAG_ENTER
        case .touchDragExit: TOUCHBRIDGE_TOUCH_DRAG_EXIT
        case .touchUpInside: TOUCHBRIDGE_TOUCH_UP_INSIDE
        case .touchUpOutside: TOUCHBRIDGE_TOUCH_UP_OUTSIDE
        case .touchCancel: TOUCHBRIDGE_TOUCH_CANCEL
        case .valueChanged: TOUCHBRIDGE_VALUE_CHANGED
        case .primaryActionTriggered: TOUCHBRIDGE_PRIMARY_ACTION_TRIGGERED
        case .action: TOUCHBRIDGE_ACTION
        case .idle: TOUCHBRIDGE_IDLE
        case .active: TOUCHBRIDGE_ACTIVE
        case .dark: TOUCHBRIDGE_DARK
        case .wake: TOUCHBRIDGE_WAKE
        case .deviceAdded: TOUCHBRIDGE_DEVICE_ADDED
        case .deviceRemoved: TOUCHBRIDGE_DEVICE_REMOVED
        case .ghost: TOUCHBRIDGE_GHOST
        case .stale: TOUCHBRIDGE_STALE
        case .silent: TOUCHBRIDGE_SILENT
        case .timer: TOUCHBRIDGE_TIMER
        }
    }
}
