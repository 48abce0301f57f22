public import GestureKinds
public import Platform
public import Schema
public import YAML

/// Layout description of a gesture recognizer.
public struct GestureLayout: Sendable {
    public var id: Located<String>?
    public var type = GestureType.tap
    public var isEnabled: Bool?
    /// Values of the keys that are specific to the gesture's type.
    public var settings: GestureSettings = [:]
    public var cancelsTouchesInView: Bool?
    public var delaysTouchesBegan: Bool?
    public var delaysTouchesEnded: Bool?
    /// Ids of the gestures that must fail before this gesture can be recognized.
    public var requireToFail: [Located<String>] = []
    /// Ids of the gestures that can be recognized simultaneously with this gesture; `*` matches all gestures.
    public var simultaneousWith: [Located<String>] = []
    /// Names of the press types that the gesture accepts, such as `select`, `menu` and `upArrow`; nil if the layout
    /// does not set the key.
    public var allowedPressTypes: [Located<String>]?
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)
    /// Whether the type is missing or invalid; the error has already been reported.
    var isPartlyInvalid = false

    public init(type: GestureType = .tap) { self.type = type }

    public var isTouchLimit: Bool { type == .touchLimit }
}

/// Gestures that must be recognized one after the other.
public struct SequenceLayout: Sendable {
    public var id: Located<String>?
    /// Ids of the gestures in order; an id may occur several times.
    public var steps: [Located<String>] = []
    /// Maximum time between two consecutive steps.
    public var within = TimeSpan(microseconds: 2_000_000)
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}
