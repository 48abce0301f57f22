internal import ResponderKit
internal import Schema

enum Pan: GestureDescriptor {
    typealias Recognizer = PanGestureRecognizer

    static let type = GestureType.pan
    static let name = "pan"
    static let isDiscrete = false
    static let keys: [GestureKey] = [
        GestureKey(
            "touches",
            .fingers,
            \Recognizer.minimumNumberOfTouches,
            "minimum number of fingers. Default: 1"
        ),
        GestureKey(
            "maximumTouches",
            .fingers,
            \Recognizer.maximumNumberOfTouches,
            "maximum number of fingers. Default: unlimited"
        ),
        GestureKey(
            length: "slop",
            \Recognizer.slop,
            "movement of the fingers' centre in points at which the pan begins. Default: 10"
        ),
    ]
    static let measure = GestureMeasure.translation
    static let rules: [Rule] = [.pan, .panFingers]

    static func make() -> Recognizer { Recognizer() }

    static func problem(of pan: Recognizer) -> GestureProblem? {
        let (least, most) = (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches)
        guard least > most else { return nil }
        let message = "'maximumTouches' (\(most)) is less than 'touches' (\(least)); write at least \(least)"
        return .error(key: "maximumTouches", message)
    }

    static func numbers(of pan: Recognizer, in view: View?) -> GestureNumbers {
        GestureNumbers(pan.translation(in: view), velocity: pan.velocity(in: view))
    }

    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of pan: Recognizer) -> GestureExplanation {
        let (touches, slop) = (pan.minimumNumberOfTouches, GestureFailure.beginning(pan.slop))
        return { failure in
            switch failure.reason {
            case .liftedEarly where failure.fingers < touches:
                return (failure.fewer(than: touches, "touches"), .panFingers)
            case .liftedEarly:
                return ("\(failure.lifted(after: failure.distance)); a pan begins at \(slop)", .pan)
            case .tooManyTouches: return (failure.words("maximumTouches"), .panFingers)
            default: return nil
            }
        }
    }
}

extension GestureFailure {
    /// Formats the distance at which a pan begins, with the layout key `slop`.
    static func beginning(_ slop: Double) -> String { points(slop) + setting("slop", slop) }
}

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#pan"

    static let pan = Rule("G68", page, "A pan begins when its fingers have moved by `slop` (10 pt).")
    static let panFingers = Rule(
        "G70",
        page,
        "A pan needs its minimum number of fingers until the end, and begins with at most its maximum."
    )
}
