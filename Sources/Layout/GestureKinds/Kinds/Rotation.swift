internal import ResponderKit
internal import Schema

enum Rotation: GestureDescriptor {
    typealias Recognizer = RotationGestureRecognizer

    static let type = GestureType.rotation
    static let name = "rotation"
    static let isDiscrete = false
    static let keys: [GestureKey] = [
        GestureKey(
            "slopAngle",
            .degrees,
            \Recognizer.slop,
            "angle in degrees at which the rotation begins. Default: about 5.7"
        )
    ]
    static let measure = GestureMeasure.rotation
    static let rules: [Rule] = [.pinch]

    static func make() -> Recognizer { Recognizer() }
    static func problem(of _: Recognizer) -> GestureProblem? { nil }
    static func numbers(of rotation: Recognizer, in _: View?) -> GestureNumbers {
        GestureNumbers(rotation.rotation)
    }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of rotation: Recognizer) -> GestureExplanation {
        let angle = rotation.slop * 180 / .pi
        let slop = GestureFailure.degrees(rotation.slop) + GestureFailure.setting("slopAngle", angle)
        return { failure in
            guard failure.reason == .liftedEarly else { return nil }
            guard failure.fingers > 1 else { return (failure.fewer(than: 2), .pinch) }
            let turn = "the fingers turned by only \(GestureFailure.degrees(failure.numbers.u.magnitude))"
            return ("\(turn); a rotation begins at \(slop)", .pinch)
        }
    }
}
