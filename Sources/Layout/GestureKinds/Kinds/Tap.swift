internal import ResponderKit

enum Tap: GestureDescriptor {
    typealias Recognizer = TapGestureRecognizer

    static let type = GestureType.tap
    static let name = "tap"
    static let isDiscrete = true
    static let keys: [GestureKey] = [
        GestureKey("touches", .fingers, \Recognizer.numberOfTouchesRequired, "number of fingers, 1 unless given"),
        GestureKey("taps", .taps, \Recognizer.numberOfTapsRequired, "number of taps, 1 unless given"),
    ]
    static let measure = GestureMeasure.nothing
    static let rules: [Rule] = [.tap, .tapFingers, .tapMovement, .tapTime, .tapPause]

    static func make() -> Recognizer { Recognizer() }

    static func problem(of tap: Recognizer) -> GestureProblem? {
        tap.numberOfTapsRequired > 0 ? nil : .error(key: "taps", "a tap is one tap at least")
    }

    static func numbers(of _: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers() }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of tap: Recognizer) -> GestureExplanation {
        let (touches, taps) = (tap.numberOfTouchesRequired, tap.numberOfTapsRequired)
        return { failure in
            switch failure.reason {
            case .movedTooFar: (failure.words, .tapMovement)
            case .tookTooLong: (failure.words, .tapTime)
            case .nextTapMissing: (failure.missingTap(of: taps), .tapPause)
            case .liftedEarly where failure.fingers < touches: (failure.fewer(than: touches), .tapFingers)
            case .liftedEarly: ("the finger lifted before it was complete", .tap)
            case .tooManyTouches, .tooFewTouches: (failure.words, .tapFingers)
            case .wrongDirection, .notFromEdge: nil
            }
        }
    }
}

extension GestureFailure {
    /// Explains why the next tap does not count: too late, too far away, or missing.
    func missingTap(of count: Int) -> String {
        let (pause, distance) = (Self.time(TapLimit.pause), Self.points(TapLimit.movement))
        var faults: [String] = []
        if let otherTap {
            if otherTap.pause > TapLimit.pause {
                faults.append("\(Self.time(otherTap.pause)) later, limit \(pause)")
            }
            if otherTap.distance > TapLimit.movement {
                faults.append("\(Self.points(otherTap.distance)) away, limit \(distance)")
            }
        }
        let words =
            faults.isEmpty
            ? "no further tap followed within \(pause) and \(distance)"
            : "\(otherTap?.isFormer == true ? "this" : "the next") tap came \(faults.joined(separator: ", and "))"
        return "\(words), and it needs \(count) in a row"
    }
}

private typealias TapLimit = TapGestureRecognizer.Limit

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#tap"

    static let tap = Rule("G55", page, "A tap is recognized when its last finger lifts from its last tap.")
    static let tapFingers = Rule("G56", page, "All fingers of a tap are down at the same time, and no others.")
    static let tapMovement = Rule("G57", page, "The finger of a tap moves by no more than 45 pt.")
    static let tapTime = Rule("G58", page, "A tap lasts no longer than 1.5 s.")
    static let tapPause = Rule(
        "G59",
        page,
        "The next tap of several begins within 0.35 s and 45 pt of the one before."
    )
}
