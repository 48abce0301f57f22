internal import ResponderKit
internal import Schema

enum Pinch: GestureDescriptor {
    typealias Recognizer = PinchGestureRecognizer

    static let type = GestureType.pinch
    static let name = "pinch"
    static let isDiscrete = false
    static let keys: [GestureKey] = [
        GestureKey(
            length: "slop",
            \Recognizer.slop,
            "change of the distance between the fingers, in points, at which the pinch begins. Default: 8"
        )
    ]
    static let measure = GestureMeasure.scale
    static let rules: [Rule] = [.pinch]

    static func make() -> Recognizer { Recognizer() }
    static func problem(of _: Recognizer) -> GestureProblem? { nil }
    static func numbers(of pinch: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers(pinch.scale) }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of pinch: Recognizer) -> GestureExplanation {
        let slop = GestureFailure.points(pinch.slop) + GestureFailure.setting("slop", pinch.slop)
        return { failure in
            guard failure.reason == .liftedEarly else { return nil }
            guard failure.fingers > 1 else { return (failure.fewer(than: 2), .pinch) }
            let scale = GestureFailure.number(failure.numbers.u * 100)
            let change = "the distance between the fingers changed only to \(scale) % of the distance at the start"
            return ("\(change); a pinch begins when the distance has changed by \(slop)", .pinch)
        }
    }
}

extension Rule {
    /// Rule for pinch gestures; also applies to rotation gestures.
    static let pinch = Rule(
        "G81",
        "reference/behaviours/07-recognizer-kinds.md#pinch-and-rotation",
        "A pinch begins when the fingers' distance changes by `slop` (8 pt), a rotation at `slopAngle` (about 6 degrees)."
    )
}
