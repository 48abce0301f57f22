public import GestureKinds
public import Platform
public import Schema
public import YAML

/// A gesture recognizer as it was written.
public struct GestureLayout: Sendable {
    public var id: Located<String>?
    public var type = GestureType.tap
    public var isEnabled: Bool?
    /// The keys that only some types have.
    public var settings: GestureSettings = [:]
    public var cancelsTouchesInView: Bool?
    public var delaysTouchesBegan: Bool?
    public var delaysTouchesEnded: Bool?
    /// Ids of gestures that must fail first.
    public var requireToFail: [Located<String>] = []
    /// Ids of gestures that may go on at the same time; `*` for all.
    public var simultaneousWith: [Located<String>] = []
    /// Names of presses that it takes: select, menu, playPause, upArrow …
    public var allowedPressTypes: [Located<String>]?
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}

/// Gestures that must be recognized one after the other.
public struct SequenceLayout: Sendable {
    public var id: Located<String>?
    /// Ids of gestures, in order; one may stand there several times.
    public var steps: [Located<String>] = []
    /// From one step to the next at most.
    public var within = TimeSpan(microseconds: 2_000_000)
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}
