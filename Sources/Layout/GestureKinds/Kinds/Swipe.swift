internal import ResponderKit
internal import Schema
internal import YAML

enum Swipe: GestureDescriptor {
    typealias Recognizer = SwipeGestureRecognizer

    static let type = GestureType.swipe
    static let name = "swipe"
    static let isDiscrete = true
    static let keys: [GestureKey] = [
        GestureKey("touches", .fingers, \Recognizer.numberOfTouchesRequired, "number of fingers. Default: 1"),
        GestureKey(
            "directions",
            .directions,
            \Recognizer.direction,
            "accepted directions. Default: right"
        ),
        GestureKey(
            length: "minimumDistance",
            \Recognizer.minimumDistance,
            "minimum movement along the direction in points. Default: 50"
        ),
        GestureKey(
            length: "allowableDrift",
            \Recognizer.allowableDrift,
            "maximum movement across the direction in points. Default: 50"
        ),
        GestureKey(
            "maximumDuration",
            .seconds,
            \Recognizer.maximumDuration,
            "maximum duration of the movement. Default: 500ms"
        ),
    ]
    static let measure = GestureMeasure.nothing
    static let rules: [Rule] = [.swipe, .swipeFails]

    static func make() -> Recognizer { Recognizer() }

    /// Returns the problem in the settings; nil if the settings are valid. Does not report an empty list of directions,
    /// because `Setting.directions` reports it when the layout is read.
    static func problem(of swipe: Recognizer) -> GestureProblem? {
        if swipe.minimumDistance == 0 {
            let message = "'minimumDistance' of a swipe must be above 0 pt; write a distance such as 50"
            return .error(key: "minimumDistance", message)
        }
        return swipe.maximumDuration > 0 ? nil : .never("swipe", within: "maximumDuration")
    }

    static func numbers(of _: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers() }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of swipe: Recognizer) -> GestureExplanation {
        let (touches, directions) = (swipe.numberOfTouchesRequired, swipe.direction.names)
        let length =
            GestureFailure.points(swipe.minimumDistance)
            + GestureFailure.setting("minimumDistance", swipe.minimumDistance)
        let drift =
            "at most \(GestureFailure.points(swipe.allowableDrift)) of drift is allowed"
            + GestureFailure.setting("allowableDrift", swipe.allowableDrift)
        let list = directions.count == 1 ? directions[0] : "[\(directions.joined(separator: ", "))]"
        let way = "\(directions.joined(separator: " or ")) (`directions: \(list)`)"
        return { failure in
            let direction = failure.distance - failure.straight > 0.05 ? " in its main direction" : ""
            switch failure.reason {
            case .tookTooLong where failure.fingers < touches, .liftedEarly where failure.fingers < touches:
                return (failure.fewer(than: touches, "touches"), .swipeFails)
            case .tookTooLong:
                let movement = "\(GestureFailure.points(failure.straight))\(direction)"
                let time = GestureFailure.time(seconds: failure.limit)
                let limit = time + GestureFailure.setting("maximumDuration", seconds: failure.limit)
                return ("the finger moved only \(movement) in \(limit); a swipe needs \(length)", .swipe)
            case .liftedEarly:
                return ("\(failure.lifted(after: failure.straight))\(direction); a swipe needs \(length)", .swipe)
            case .tooManyTouches, .tooFewTouches: return (failure.words("touches"), .swipeFails)
            case .wrongDirection:
                if let main = failure.mainDirection, directions.contains(main) {
                    return ("the finger did not move straight \(main); \(drift)", .swipe)
                }
                return ("\(failure.words); this swipe must move \(way)", .swipeFails)
            case .movedTooFar, .nextTapMissing, .notFromEdge: return nil
            }
        }
    }
}

extension SwipeGestureRecognizer.Direction {
    fileprivate var names: [String] {
        let all: [(Self, String)] = [(.right, "right"), (.left, "left"), (.up, "up"), (.down, "down")]
        return all.filter { contains($0.0) }.map(\.1)
    }
}

extension Setting where Value == SwipeGestureRecognizer.Direction {
    fileprivate static var directions: Setting {
        let one = Setting.choice(["right": .right, "left": .left, "up": .up, "down": .down])
        let list = Setting<[Value]>.oneOrMore(of: one)
        return Setting(expected: list.expected, schema: list.schema, tables: list.tables) { node, reading in
            if node.sequence?.isEmpty == true {
                let remedy = "write right, left, up or down, or remove 'directions' (default: right)"
                reading.warning(
                    "'directions' is empty, so this swipe is never recognized; \(remedy)",
                    .noEffect,
                    at: node.mark
                )
            }
            return list.read(node, reading).map { Value($0) }
        }
    }
}

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#swipe"

    static let swipe = Rule(
        "G77",
        page,
        "A swipe moves by `minimumDistance` (50 pt) in `maximumDuration` (0.5 s), and at most `allowableDrift` (50 pt) sideways."
    )
    static let swipeFails = Rule(
        "G78",
        page,
        "A swipe fails if it goes in another direction, lifts early or has too few fingers."
    )
}
