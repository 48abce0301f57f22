public import Platform
public import Schema
public import YAML

/// A gesture recognizer as it was written.
public struct GestureLayout: Sendable {
    public var id: Located<String>?
    public var type: Kind = .tap
    public var isEnabled: Bool?
    /// Of tap, longPress, swipe; of pan the least.
    public var touches: Int?
    public var maximumTouches: Int?
    public var taps: Int?
    public var minimumDuration: TimeSpan?
    /// In points.
    public var allowableMovement: Double?
    /// Of swipe: any of right, left, up, down.
    public var directions: [Direction]?
    /// Of screenEdgePan.
    public var edges: [Edge]?
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

    public enum Kind: String, Sendable, CaseIterable {
        case tap, longPress, pan, screenEdgePan, pinch, rotation, swipe
        /// Driven by a plugin alone.
        case custom
    }

    public enum Direction: String, Sendable, CaseIterable { case right, left, up, down }
    public enum Edge: String, Sendable, CaseIterable { case top, left, bottom, right, all }

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
