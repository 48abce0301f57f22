internal import ResponderKit

/// Settings of a touch limit gesture, used in explanations.
package struct TouchLimitNumbers: Sendable {
    /// Maximum number of touches that the view receives at a time; nil if unlimited.
    package let maximumTouches: Int?
    /// Time, in microseconds, for which touches are withheld after the newest touch-down.
    package let decisionTime: Int64
    /// Maximum movement of withheld touches, in points. After a longer movement, the recognizer decides whether the
    /// view receives the touches.
    package let slop: Double

    /// Default duration of a long press, in microseconds. If a touch limit withholds touches longer, the view receives
    /// a long press only at the lift.
    package static let pressTime: Int64 = 500_000
}

extension TouchLimitGestureRecognizer {
    /// Time, in microseconds, for which touches are withheld after the newest touch-down.
    var decisionTime: Int64 { Int64((decisionInterval * 1_000_000).rounded()) }
}

extension GestureRecognizer {
    /// Settings of a touch limit; nil for other gestures.
    package var touchLimit: TouchLimitNumbers? {
        (self as? TouchLimitGestureRecognizer).map { limit in
            TouchLimitNumbers(
                maximumTouches: limit.maximumNumberOfTouches == .max ? nil : limit.maximumNumberOfTouches,
                decisionTime: limit.decisionTime,
                slop: limit.slop
            )
        }
    }
}
