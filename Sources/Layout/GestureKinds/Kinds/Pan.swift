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
            "minimum number of fingers, 1 unless given"
        ),
        GestureKey(
            "maximumTouches",
            .fingers,
            \Recognizer.maximumNumberOfTouches,
            "maximum number of fingers; unlimited unless given"
        ),
        GestureKey(
            "slop",
            .magnitude,
            \Recognizer.slop,
            "movement of the fingers' centre in points at which it begins; 10 unless given"
        ),
    ]
    static let measure = GestureMeasure.translation
    static let rules: [Rule] = [.pan, .panFingers]

    static func make() -> Recognizer { Recognizer() }

    static func problem(of pan: Recognizer) -> GestureProblem? {
        let (least, most) = (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches)
        guard least > most else { return nil }
        return .error(key: "maximumTouches", "at most \(most) fingers are fewer than the least, \(least)")
    }

    static func numbers(of pan: Recognizer, in view: View?) -> GestureNumbers {
        GestureNumbers(pan.translation(in: view), velocity: pan.velocity(in: view))
    }

    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of pan: Recognizer) -> GestureExplanation {
        let (touches, slop) = (pan.minimumNumberOfTouches, GestureFailure.points(pan.slop))
        return { failure in
            switch failure.reason {
            case .liftedEarly where failure.fingers < touches: return (failure.fewer(than: touches), .panFingers)
            case .liftedEarly:
                return ("\(failure.lifted(after: failure.distance)), and a pan begins at \(slop)", .pan)
            case .tooManyTouches: return (failure.words, .panFingers)
            default: return nil
            }
        }
    }
}

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#pan"

    static let pan = Rule("G68", page, "A pan begins when its fingers have moved by `slop`, 10 pt unless given.")
    static let panFingers = Rule(
        "G70",
        page,
        "A pan needs its minimum of fingers until the end, and begins with no more than its maximum."
    )
}
