public import GestureKinds
public import Platform
public import Schema
public import YAML

/// A gesture recognizer as the layout states it.
public struct GestureLayout: Sendable {
    public var id: Located<String>?
    public var type = GestureType.tap
    public var isEnabled: Bool?
    /// Values of the keys that are specific to the type.
    public var settings: GestureSettings = [:]
    public var cancelsTouchesInView: Bool?
    public var delaysTouchesBegan: Bool?
    public var delaysTouchesEnded: Bool?
    /// Ids of gestures that must fail first.
    public var requireToFail: [Located<String>] = []
    /// Ids of gestures that may be recognized simultaneously; `*` for all.
    public var simultaneousWith: [Located<String>] = []
    /// Names of the press types that it accepts: select, menu, playPause, upArrow …
    public var allowedPressTypes: [Located<String>]?
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}

/// Gestures that must be recognized one after the other.
public struct SequenceLayout: Sendable {
    public var id: Located<String>?
    /// Ids of gestures in order; duplicates are allowed.
    public var steps: [Located<String>] = []
    /// Maximum time from one step to the next.
    public var within = TimeSpan(microseconds: 2_000_000)
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}
