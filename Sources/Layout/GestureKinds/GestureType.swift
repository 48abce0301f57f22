/// Type of a gesture: the value of its `type:` key in a layout.
///
/// `GestureKind.of` searches the cases from last to first. The case of a recognizer subclass must therefore follow the
/// case of its superclass, and `custom` must be last.
public enum GestureType: String, CaseIterable, Sendable {
    case tap, longPress, pan, screenEdgePan, pinch, rotation, swipe, touchLimit
    /// A gesture that only a plugin controls.
    case custom

    /// Description of this type of gesture. The switch has no `default`, so that the compiler reports a type without a
    /// description.
    var descriptor: GestureKind {
        switch self {
        case .tap: GestureKind(Tap.self)
        case .longPress: GestureKind(LongPress.self)
        case .pan: GestureKind(Pan.self)
        case .screenEdgePan: GestureKind(ScreenEdgePan.self)
        case .pinch: GestureKind(Pinch.self)
        case .rotation: GestureKind(Rotation.self)
        case .swipe: GestureKind(Swipe.self)
        case .touchLimit: GestureKind(TouchLimit.self)
        case .custom: GestureKind(Custom.self)
        }
    }
}

extension GestureType {
    package var kind: GestureKind { GestureKind.all.first { $0.type == self } ?? descriptor }
}
