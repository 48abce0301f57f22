package import Geometry

/// Function that explains a failed attempt, and cites the rule that caused the failure, if any. Returns nil for a kind
/// of gesture without a specific explanation; `GestureFailure.words` is then used.
package typealias GestureExplanation = @Sendable (GestureFailure) -> (words: String, rule: Rule?)?

/// A failed attempt to recognize a gesture, with the measurements of the finger.
package struct GestureFailure: Phrasing, Sendable {
    /// Causes of failure whose explanation depends on the kind of gesture.
    package enum Reason: Sendable {
        case movedTooFar, tookTooLong, nextTapMissing, liftedEarly
        case tooManyTouches, tooFewTouches, wrongDirection, notFromEdge
    }

    /// A tap before or after the failed tap.
    package struct OtherTap: Sendable {
        /// Whether the other tap came before the failed tap.
        let isFormer: Bool
        /// Time between the two taps, in microseconds.
        let pause: Int64
        /// Distance between the two taps, in points.
        let distance: Double

        package init(isFormer: Bool, pause: Int64, distance: Double) {
            (self.isFormer, self.pause, self.distance) = (isFormer, pause, distance)
        }
    }

    package let reason: Reason
    /// The limit that was exceeded or not reached. The reason determines the unit: points, seconds or fingers.
    package var limit = 0.0
    /// Distance that the finger has moved, in points.
    package var distance = 0.0
    /// The larger of the horizontal and vertical distances that the finger has moved, in points. Set only for gestures
    /// without measurements.
    package var straight = 0.0
    /// Measurements of the gesture.
    package var numbers = GestureNumbers()
    /// Maximum number of fingers that were down at the same time.
    package var fingers = 1
    /// Time since the finger went down, in microseconds.
    package var duration: Int64 = 0
    /// Location of the touch-down in screen coordinates; nil if the location is unknown.
    package var start: Point?
    package var end = Point.zero
    /// Frame of the screen on which the finger went down.
    package var screen: Rect?
    package var otherTap: OtherTap?

    package init(_ reason: Reason) { self.reason = reason }

    /// The default explanation, for kinds of gestures without a specific explanation.
    package var words: String { words(nil) }

    /// Returns the explanation with the layout key that sets the exceeded limit. If `key` is nil, the limit has no key,
    /// or its key is unknown.
    func words(_ key: String?) -> String {
        switch reason {
        case .movedTooFar:
            let own = key.map { Self.setting($0, limit) } ?? ""
            return "the finger moved \(Self.points(distance)); at most \(Self.points(limit)) is allowed\(own)"
        case .tookTooLong:
            let own = key.map { Self.setting($0, seconds: limit) } ?? ""
            return "the finger was down for more than \(Self.time(seconds: limit))\(own)"
        case .nextTapMissing: return "no further tap followed"
        case .liftedEarly: return "the fingers lifted before the gesture was complete"
        case .tooManyTouches:
            let own = key.map { Self.setting($0, limit) } ?? ""
            let count = limit == 1 ? "a second finger" : "more than \(Self.fingers(Int(limit)))"
            return "\(count) went down; only \(Self.fingers(Int(limit))) \(limit == 1 ? "is" : "are") allowed\(own)"
        case .tooFewTouches: return fewer(than: Int(limit), key)
        case .wrongDirection: return "the finger moved \(direction)"
        case .notFromEdge: return "the finger did not move inward from the edge"
        }
    }

    /// Describes the required and the actual number of fingers; `key` is the layout key that sets the required number.
    func fewer(than needed: Int, _ key: String? = nil) -> String {
        let own = key.map { Self.setting($0, Double(needed)) } ?? ""
        let required = "\(Self.fingers(needed)) at the same time\(own)"
        return "it needs \(required), but only \(fingers) \(fingers == 1 ? "was" : "were") down"
    }

    /// Formats a layout key with a number, for use after a limit in a sentence, such as " (`slop: 10`)".
    static func setting(_ key: String, _ value: Double) -> String { " (`\(key): \(number(value))`)" }

    /// Formats a layout key with a time, such as " (`minimumDuration: 2s`)".
    static func setting(_ key: String, seconds: Double) -> String {
        " (`\(key): \(time(seconds: seconds).filter { $0 != " " })`)"
    }

    /// Describes the movement before the finger lifted, such as "the finger lifted after moving 3 pt".
    func lifted(after way: Double) -> String {
        way < 0.05 ? "the finger lifted without moving" : "the finger lifted after moving \(Self.points(way))"
    }

    /// Main direction and distance of the finger's movement, such as "left by 60 pt".
    var direction: String {
        guard let start, let mainDirection else { return "in another direction" }
        return "\(mainDirection) by \(Self.points(max((end.x - start.x).magnitude, (end.y - start.y).magnitude)))"
    }

    /// Main direction of the finger's movement; nil if the start is unknown.
    var mainDirection: String? {
        guard let start else { return nil }
        let (x, y) = (end.x - start.x, end.y - start.y)
        return x.magnitude >= y.magnitude ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down")
    }
}
