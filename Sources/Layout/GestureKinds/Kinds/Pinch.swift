internal import ResponderKit

enum Pinch: GestureDescriptor {
    typealias Recognizer = PinchGestureRecognizer

    static let type = GestureType.pinch
    static let name = "pinch"
    static let isDiscrete = false
    static let keys: [GestureKey] = []
    static let measure = GestureMeasure.scale
    static let rules: [Rule] = [.pinch]

    static func make() -> Recognizer { Recognizer() }
    static func problem(of _: Recognizer) -> GestureProblem? { nil }
    static func numbers(of pinch: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers(pinch.scale) }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of _: Recognizer) -> GestureExplanation {
        { failure in
            guard failure.reason == .liftedEarly else { return nil }
            guard failure.fingers > 1 else { return (failure.fewer(than: 2), .pinch) }
            let lift = "the fingers lifted at \(GestureFailure.number(failure.numbers.u * 100)) % of their distance"
            let slop = GestureFailure.points(Recognizer.slop)
            return ("\(lift), and a pinch begins \(slop) closer or further apart", .pinch)
        }
    }
}

extension Rule {
    /// Applies to rotations as well.
    static let pinch = Rule(
        "G81",
        "reference/behaviours/07-recognizer-kinds.md#pinch-and-rotation",
        "A pinch begins when two fingers come 8 pt closer or further apart, a rotation at about 6 degrees."
    )
}
