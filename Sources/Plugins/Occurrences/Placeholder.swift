/// What may stand between `{{` and `}}`.
public enum Placeholder: String, Sendable, CaseIterable {
    case x, y, screenX, screenY, force, radius, value
    case translationX, translationY, velocityX, velocityY, scale, rotation
    case touch, touchCount, tapCount, code, period, time
    case reason, event, view, gesture, action, device, screen, plugin, host

    /// The number that it stands for; nil for what stands for a text.
    public func number(in occurrence: Occurrence) -> Double? {
        switch self {
        case .x: occurrence.x
        case .y: occurrence.y
        case .screenX: occurrence.screenX
        case .screenY: occurrence.screenY
        case .force: occurrence.force
        case .radius: occurrence.radius
        case .value: occurrence.value
        case .translationX: occurrence.translationX
        case .translationY: occurrence.translationY
        case .velocityX: occurrence.velocityX
        case .velocityY: occurrence.velocityY
        case .scale: occurrence.scale
        case .rotation: occurrence.rotation
        case .touch: Double(occurrence.touch)
        case .touchCount: Double(occurrence.touchCount)
        case .tapCount: Double(occurrence.tapCount)
        case .code: Double(occurrence.code)
        case .period: occurrence.value
        case .time: Double(occurrence.time)
        case .reason, .event, .view, .gesture, .action, .device, .screen, .plugin, .host: nil
        }
    }

    /// Whether it stands for a text, and not for a number.
    public var isText: Bool {
        switch self {
        case .reason, .event, .view, .gesture, .action, .device, .screen, .plugin, .host: true
        default: false
        }
    }

    /// Whether events of a family ever have it.
    public func isKnown(of family: EventName.Family) -> Bool {
        switch self {
        case .time, .event, .screen, .plugin, .host: true
        case .view, .action: ![.device, .screen, .ghost].contains(family)
        case .device: family != .screen
        case .x, .y, .screenX, .screenY, .touchCount:
            [.touches, .gesture, .control, .action, .ghost].contains(family)
        case .period, .reason: family == .ghost
        case .touch, .tapCount, .force, .radius: [.touches, .control].contains(family)
        case .value: [.control, .action].contains(family)
        case .code: [.presses, .remoteControl].contains(family)
        case .gesture, .translationX, .translationY, .velocityX, .velocityY, .scale, .rotation: family == .gesture
        }
    }

    /// What programs find it under in their environment, and people in the journal: `TOUCHBRIDGE_SCREEN_X`.
    public var variable: String {
        rawValue.reduce(into: "TOUCHBRIDGE_") { name, letter in
            if letter.isUppercase { name += "_" }
            name += letter.uppercased()
        }
    }
}
