internal import ResponderKit
internal import Schema

enum LongPress: GestureDescriptor {
    typealias Recognizer = LongPressGestureRecognizer

    static let type = GestureType.longPress
    static let name = "long press"
    static let isDiscrete = false
    static let keys: [GestureKey] = [
        GestureKey("touches", .fingers, \Recognizer.numberOfTouchesRequired, "number of fingers. Default: 1"),
        GestureKey("taps", .taps, \Recognizer.numberOfTapsRequired, "number of taps before the press. Default: 0"),
        GestureKey(
            "minimumDuration",
            .seconds,
            \Recognizer.minimumPressDuration,
            "minimum time that the fingers stay down. Default: 500ms"
        ),
        GestureKey(
            length: "allowableMovement",
            \Recognizer.allowableMovement,
            "maximum movement of the fingers in points. Default: 10"
        ),
    ]
    static let measure = GestureMeasure.nothing
    static let rules: [Rule] = [.pressMovement, .pressTime, .pressFingers]

    static func make() -> Recognizer { Recognizer() }
    static func problem(of _: Recognizer) -> GestureProblem? { nil }
    static func numbers(of _: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers() }
    static func hold(of press: Recognizer) -> Double { press.minimumPressDuration }

    static func explanation(of press: Recognizer) -> GestureExplanation {
        let (touches, taps) = (press.numberOfTouchesRequired, press.numberOfTapsRequired)
        let tapInterval = Double(TapLimits.standard.interval) / 1_000_000
        let movement = press.allowableMovement
        let needed =
            GestureFailure.time(seconds: press.minimumPressDuration)
            + GestureFailure.setting("minimumDuration", seconds: press.minimumPressDuration)
        let fixed = " (a fixed limit for the taps before a long press)"
        return { failure in
            switch failure.reason {
            case .movedTooFar:
                // The layout key `allowableMovement` limits the movement during the press. For taps that precede the
                // press, the limit is fixed.
                let words = failure.limit == movement ? failure.words("allowableMovement") : failure.words + fixed
                return (words, .pressMovement)
            case .tookTooLong: return (failure.words + fixed, .tapTime)
            case .nextTapMissing:
                let distance = TapLimits.standard.distance
                let words = failure.missingTap(of: taps + 1, within: tapInterval, distance, hasKeys: false)
                return (words, .tapPause)
            case .liftedEarly where failure.fingers < touches:
                return (failure.fewer(than: touches, "touches"), .pressFingers)
            case .liftedEarly:
                let lift = "the finger lifted after \(GestureFailure.time(failure.duration))"
                return ("\(lift) but must stay down for \(needed)", .pressTime)
            case .tooManyTouches: return (failure.words("touches"), .pressFingers)
            case .tooFewTouches: return (failure.words("touches"), .tapFingers)
            case .wrongDirection, .notFromEdge: return nil
            }
        }
    }
}

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#long-press"

    static let pressMovement = Rule(
        "G63",
        page,
        "A long press fails when a finger moves by more than `allowableMovement` before `minimumDuration`."
    )
    static let pressTime = Rule("G64", page, "A long press fails when a finger lifts before `minimumDuration`.")
    static let pressFingers = Rule(
        "G66",
        page,
        "A long press needs all its fingers down at the same time, and no others."
    )
}
