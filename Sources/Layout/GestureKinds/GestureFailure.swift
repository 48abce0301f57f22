package import Geometry

/// Says why an attempt failed and cites the rule, if there is one; nil where the words that all kinds share do.
package typealias GestureExplanation = @Sendable (GestureFailure) -> (words: String, rule: Rule?)?

/// A failed attempt, as its finger saw it.
package struct GestureFailure: Phrasing, Sendable {
    /// The causes that depend on the kind of gesture.
    package enum Reason: Sendable {
        case movedTooFar, tookTooLong, nextTapMissing, liftedEarly
        case tooManyTouches, tooFewTouches, wrongDirection, notFromEdge
    }

    /// A tap of the same finger before this one, or after it.
    package struct OtherTap: Sendable {
        /// Whether this tap is the later one of the two.
        let isFormer: Bool
        /// Between the two, in microseconds and points.
        let pause: Int64
        let distance: Double

        package init(isFormer: Bool, pause: Int64, distance: Double) {
            (self.isFormer, self.pause, self.distance) = (isFormer, pause, distance)
        }
    }

    package let reason: Reason
    /// The limit in points, seconds or fingers, as the reason has it.
    package var limit = 0.0
    /// How far the finger had come, in points.
    package var distance = 0.0
    /// How far across or down, whichever was more; only of gestures that measure nothing themselves.
    package var straight = 0.0
    /// What the gesture had measured.
    package var numbers = GestureNumbers()
    /// How many fingers took part at most.
    package var fingers = 1
    /// Microseconds since the finger went down.
    package var duration: Int64 = 0
    /// Where the finger went down and where it is, on the screens; nil if that is not known.
    package var start: Point?
    package var end = Point.zero
    /// Frame of the screen where it went down.
    package var screen: Rect?
    package var otherTap: OtherTap?

    package init(_ reason: Reason) { self.reason = reason }

    /// What is said of the reason where a kind of gesture has no words of its own.
    package var words: String {
        switch reason {
        case .movedTooFar: "the finger moved \(Self.points(distance)), limit \(Self.points(limit))"
        case .tookTooLong: "the finger was down for more than \(Self.time(seconds: limit))"
        case .nextTapMissing: "no further tap came"
        case .liftedEarly: "the fingers lifted before it was complete"
        case .tooManyTouches: "more than \(Self.fingers(Int(limit))) came down"
        case .tooFewTouches: fewer(than: Int(limit))
        case .wrongDirection: "the finger went \(direction)"
        case .notFromEdge: "the finger did not come in from the edge"
        }
    }

    func fewer(than needed: Int) -> String {
        "it needs \(Self.fingers(needed)) at the same time, and there \(fingers == 1 ? "was 1" : "were \(fingers)")"
    }

    /// How a lift came after a way: "the finger lifted after 3 pt".
    func lifted(after way: Double) -> String {
        way < 0.05 ? "the finger lifted without having moved" : "the finger lifted after \(Self.points(way))"
    }

    /// Main direction of the finger's way, with its length: "left by 60 pt".
    var direction: String {
        guard let start else { return "elsewhere" }
        let (x, y) = (end.x - start.x, end.y - start.y)
        let word = x.magnitude >= y.magnitude ? (x < 0 ? "left" : "right") : (y < 0 ? "up" : "down")
        return "\(word) by \(Self.points(max(x.magnitude, y.magnitude)))"
    }
}
