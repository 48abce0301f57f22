/// Names that are allowed between `{{` and `}}` in a template.
public enum Placeholder: String, Sendable, CaseIterable {
    case x, y, screenX, screenY, force, radius, value
    case translationX, translationY, velocityX, velocityY, scale, rotation
    case touch, touchCount, tapCount, code, period, time
    case reason, event, view, gesture, action, device, screen, plugin, host

    /// Returns the value of a numeric placeholder; nil for a string placeholder.
    public func number(in handlerEvent: HandlerEvent) -> Double? {
        switch self {
        case .x: handlerEvent.x
        case .y: handlerEvent.y
        case .screenX: handlerEvent.screenX
        case .screenY: handlerEvent.screenY
        case .force: handlerEvent.force
        case .radius: handlerEvent.radius
        case .value: handlerEvent.value
        case .translationX: handlerEvent.translationX
        case .translationY: handlerEvent.translationY
        case .velocityX: handlerEvent.velocityX
        case .velocityY: handlerEvent.velocityY
        case .scale: handlerEvent.scale
        case .rotation: handlerEvent.rotation
        case .touch: Double(handlerEvent.touch)
        case .touchCount: Double(handlerEvent.touchCount)
        case .tapCount: Double(handlerEvent.tapCount)
        case .code: Double(handlerEvent.code)
        case .period: handlerEvent.value
        case .time: Double(handlerEvent.time)
        case .reason, .event, .view, .gesture, .action, .device, .screen, .plugin, .host: nil
        }
    }

    /// Whether the value of the placeholder is a string rather than a number.
    public var isText: Bool {
        switch self {
        case .reason, .event, .view, .gesture, .action, .device, .screen, .plugin, .host: true
        default: false
        }
    }

    /// Whether events of this family supply a value for the placeholder.
    public func isKnown(of family: EventName.Family) -> Bool {
        switch self {
        case .time, .event, .screen, .plugin, .host: true
        case .view, .action: ![.device, .screen, .ghost, .panel, .timer].contains(family)
        case .device: ![.screen, .timer].contains(family)
        case .x, .y, .screenX, .screenY, .touchCount:
            [.touches, .gesture, .control, .action, .ghost].contains(family)
        case .period, .reason: family == .ghost
        case .touch, .tapCount, .force, .radius: [.touches, .control].contains(family)
        case .value: [.control, .action].contains(family)
        case .code: [.presses, .remoteControl].contains(family)
        case .gesture, .translationX, .translationY, .velocityX, .velocityY, .scale, .rotation: family == .gesture
        }
    }

    /// Name of the placeholder's environment variable and journal field, such as `TOUCHBRIDGE_SCREEN_X`.
    public var variable: String {
        rawValue.reduce(into: "TOUCHBRIDGE_") { name, letter in
            if letter.isUppercase { name += "_" }
            name += letter.uppercased()
        }
    }
}
