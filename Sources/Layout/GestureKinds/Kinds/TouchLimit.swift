internal import ResponderKit
internal import Schema

enum TouchLimit: GestureDescriptor {
    typealias Recognizer = TouchLimitGestureRecognizer

    static let type = GestureType.touchLimit
    static let name = "touch limit"
    static let isDiscrete = false
    static let keys: [GestureKey] = [
        GestureKey(
            "maximumTouches",
            .fingers,
            \Recognizer.maximumNumberOfTouches,
            "maximum number of touches that the view receives at a time. Default: unlimited"
        ),
        GestureKey(
            "decideWithin",
            .seconds,
            \Recognizer.decisionInterval,
            "time after the newest touch-down for which touches are withheld. Default: 140ms"
        ),
        GestureKey(
            length: "slop",
            \Recognizer.slop,
            "movement in points that ends the withholding of touches. Default: 12"
        ),
        GestureKey(
            "edges",
            .edges,
            \Recognizer.edges,
            "edges of the screen whose swipes the view does not receive. Default: none"
        ),
        GestureKey(
            length: "edgeWidth",
            \Recognizer.edgeWidth,
            "maximum distance between the edge and the touch-down, in points. Default: 20"
        ),
    ]
    static let measure = GestureMeasure.nothing
    static let rules: [Rule] = [.touchLimit, .limitDecision, .limitEdges, .limitedView]

    static func make() -> Recognizer { Recognizer() }

    static func problem(of limit: Recognizer) -> GestureProblem? {
        if limit.maximumNumberOfTouches == .max, limit.edges.isEmpty {
            let message = "a touchLimit without 'maximumTouches' and 'edges' has no effect"
            return .missingKey("\(message); add 'maximumTouches: 2'")
        }
        guard limit.decisionTime > TouchLimitNumbers.pressTime else { return nil }
        let press = "\(TouchLimitNumbers.pressTime / 1000)ms"
        let message = "with a 'decideWithin' above \(press), the view receives a long press that much later"
        let rest = "and a shorter press only at the lift"
        return .warning(key: "decideWithin", .excessiveDelay, "\(message), \(rest); write at most \(press)")
    }

    static func numbers(of _: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers() }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of limit: Recognizer) -> GestureExplanation {
        let (most, edges, width) = (limit.maximumNumberOfTouches, limit.edges, limit.edgeWidth)
        return { failure in
            switch failure.reason {
            // For a touch limit, this reason is not a failure: it explains why the view does not receive the touch.
            case .tooManyTouches:
                if failure.fingers > most {
                    let setting = GestureFailure.setting("maximumTouches", Double(most))
                    return (
                        "\(fingers(failure.fingers)) were down, and only \(fingers(most)) \(most == 1 ? "is" : "are") allowed\(setting)",
                        .touchLimit
                    )
                }
                return failure.nearest(of: edges, within: width).map {
                    ("the touch began \($0) and moved away from the edge", .limitEdges)
                }
            case .tooFewTouches:
                let down = "\(fingers(failure.fingers)) \(failure.fingers == 1 ? "was" : "were") down"
                let setting = GestureFailure.setting("maximumTouches", Double(most))
                return ("\(down), and the view receives up to \(fingers(most))\(setting)", .touchLimit)
            case .liftedEarly:
                let names = edges.names.joined(separator: " or ")
                return ("the touch was not a swipe from the \(names) edge, so the view received the touch", .limitEdges)
            // For a touch limit, this reason is not a failure: it explains why the limit does not apply to the touch.
            case .notFromEdge:
                guard most == .max, failure.screen != nil, failure.nearest(of: edges, within: width) == nil else {
                    return ("a control, or a handler of a subview, handles the touch", .limitedView)
                }
                guard !edges.isEmpty else { return ("the gesture has neither `maximumTouches` nor `edges`", nil) }
                return (failure.notFrom(edges, within: width), .limitEdges)
            default: return nil
            }
        }
    }

    private static func fingers(_ count: Int) -> String { GestureFailure.fingers(count) }
}

extension Rule {
    private static let page = "reference/behaviours/07-recognizer-kinds.md#touch-limit"

    static let touchLimit = Rule(
        "G86",
        page,
        "A touch limit cancels touches if more than `maximumTouches` are down; no touch is delivered until all fingers are up."
    )
    package static let limitDecision = Rule(
        "G87",
        page,
        "A touch limit withholds touches until `decideWithin` has passed, a touch moves by more than `slop`, or a finger lifts."
    )
    static let limitEdges = Rule(
        "G88",
        page,
        "A touch limit withholds a touch that begins at one of `edges` and moves away from the edge by more than `slop`."
    )
    static let limitedView = Rule(
        "G90",
        page,
        "A touch limit does not receive touches that a control, or a handler of a subview, handles."
    )
}
