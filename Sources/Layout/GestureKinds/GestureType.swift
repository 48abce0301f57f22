/// The `type:` of a gesture in a layout.
///
/// A type whose recognizer is a subclass comes after the type of the superclass, and `custom` comes last.
public enum GestureType: String, CaseIterable, Sendable {
    case tap, longPress, pan, screenEdgePan, pinch, rotation, swipe
    /// Controlled by a plugin alone.
    case custom

    /// Has no `default`, so that a type without a descriptor does not compile.
    var descriptor: GestureKind {
        switch self {
        case .tap: GestureKind(Tap.self)
        case .longPress: GestureKind(LongPress.self)
        case .pan: GestureKind(Pan.self)
        case .screenEdgePan: GestureKind(ScreenEdgePan.self)
        case .pinch: GestureKind(Pinch.self)
        case .rotation: GestureKind(Rotation.self)
        case .swipe: GestureKind(Swipe.self)
        case .custom: GestureKind(Custom.self)
        }
    }
}

extension GestureType {
    package var kind: GestureKind { GestureKind.all.first { $0.type == self } ?? descriptor }
}
