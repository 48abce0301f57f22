internal import ResponderKit
internal import Schema

enum Tap: GestureDescriptor {
    typealias Recognizer = TapGestureRecognizer

    static let type = GestureType.tap
    static let name = "tap"
    static let isDiscrete = true
    static let keys: [GestureKey] = [
        GestureKey("touches", .fingers, \Recognizer.numberOfTouchesRequired, "number of fingers. Default: 1"),
        GestureKey("taps", .taps, \Recognizer.numberOfTapsRequired, "number of taps. Default: 1"),
        GestureKey(
            "maximumDuration",
            .seconds,
            \Recognizer.maximumTapDuration,
            "maximum time from touch-down to lift. Default: 1.5s"
        ),
        GestureKey(
            "maximumInterval",
            .seconds,
            \Recognizer.maximumTapInterval,
            "maximum time from a lift to the next tap. Default: 350ms"
        ),
        GestureKey(
            length: "allowableMovement",
            \Recognizer.allowableMovement,
            "maximum movement of a finger in points. Default: 45"
        ),
        GestureKey(
            length: "allowableDistance",
            \Recognizer.allowableTapDistance,
            "maximum distance between two taps in points. Default: 45"
        ),
    ]
    static let measure = GestureMeasure.nothing
    static let rules: [Rule] = [.tap, .tapFingers, .tapMovement, .tapTime, .tapPause]

    static func make() -> Recognizer { Recognizer() }

    static func problem(of tap: Recognizer) -> GestureProblem? {
        if tap.numberOfTapsRequired == 0 { return .error(key: "taps", "'taps' must be 1 or greater; write 'taps: 1'") }
        return tap.maximumTapDuration > 0 ? nil : .never("tap", within: "maximumDuration")
    }

    static func numbers(of _: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers() }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of tap: Recognizer) -> GestureExplanation {
        let (touches, taps) = (tap.numberOfTouchesRequired, tap.numberOfTapsRequired)
        let (interval, distance) = (tap.maximumTapInterval, tap.allowableTapDistance)
        return { failure in
            switch failure.reason {
            case .movedTooFar: (failure.words("allowableMovement"), .tapMovement)
            case .tookTooLong: (failure.words("maximumDuration"), .tapTime)
            case .nextTapMissing where taps > 1:
                (failure.missingTap(of: taps, within: interval, distance, hasKeys: true), .tapPause)
            case .liftedEarly where failure.fingers < touches: (failure.fewer(than: touches, "touches"), .tapFingers)
            case .liftedEarly: ("the finger lifted before the tap was complete", .tap)
            case .tooManyTouches, .tooFewTouches: (failure.words("touches"), .tapFingers)
            case .nextTapMissing, .wrongDirection, .notFromEdge: nil
            }
        }
    }
}

extension GestureFailure {
    /// Explains why the next tap does not count: the tap came too late, was too far away, or did not occur.
    ///
    /// - Parameters:
    ///   - interval: Maximum time between two taps, in seconds.
    ///   - distance: Maximum distance between two taps, in points.
    ///   - hasKeys: Whether layout keys of the gesture set these limits; otherwise the limits are fixed.
    func missingTap(of count: Int, within interval: Double, _ distance: Double, hasKeys: Bool) -> String {
        let timeKey = hasKeys ? Self.setting("maximumInterval", seconds: interval) : ""
        let distanceKey = hasKeys ? Self.setting("allowableDistance", distance) : ""
        let allowed = hasKeys ? "is allowed" : "is allowed (a fixed limit)"
        let (timeLimit, distanceLimit) = (Self.time(seconds: interval), Self.points(distance))
        var faults: [String] = []
        if let otherTap {
            if Double(otherTap.pause) / 1_000_000 > interval {
                let limit = "at most \(timeLimit) \(allowed)\(timeKey)"
                faults.append("\(Self.time(otherTap.pause)) later, but \(limit)")
            }
            if otherTap.distance > distance {
                let limit = "at most \(distanceLimit) \(allowed)\(distanceKey)"
                faults.append("\(Self.points(otherTap.distance)) away, but \(limit)")
            }
        }
        let words =
            faults.isEmpty
            ? "no further tap followed within \(timeLimit)\(timeKey) and \(distanceLimit)\(distanceKey)"
            : "\(otherTap?.isFormer == true ? "this" : "the next") tap came \(faults.joined(separator: ", and "))"
        return "\(words); \(count) consecutive taps are required"
    }
}

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#tap"

    static let tap = Rule("G55", page, "A tap is recognized when its last finger lifts from its last tap.")
    static let tapFingers = Rule("G56", page, "A tap needs all its fingers down at the same time, and no others.")
    static let tapMovement = Rule(
        "G57",
        page,
        "The finger of a tap moves by no more than `allowableMovement` (45 pt)."
    )
    static let tapTime = Rule("G58", page, "A tap lasts no longer than `maximumDuration` (1.5 s).")
    static let tapPause = Rule(
        "G59",
        page,
        "The next tap of several begins within `maximumInterval` (0.35 s) and `allowableDistance` (45 pt) of the one before."
    )
}
