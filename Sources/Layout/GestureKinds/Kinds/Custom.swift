package import ResponderKit

/// Describes custom gestures, and recognizers whose class is unknown.
enum Custom: GestureDescriptor {
    typealias Recognizer = GestureRecognizer

    static let type = GestureType.custom
    static let name = "custom gesture"
    static let isDiscrete = false
    static let keys: [GestureKey] = []
    static let measure = GestureMeasure.nothing
    static let rules: [Rule] = []

    static func make() -> Recognizer { CustomGestureRecognizer() }
    static func problem(of _: Recognizer) -> GestureProblem? { nil }
    static func numbers(of _: Recognizer, in _: View?) -> GestureNumbers { GestureNumbers() }
    static func hold(of _: Recognizer) -> Double { 0 }

    static func explanation(of _: Recognizer) -> GestureExplanation {
        { $0.reason == .liftedEarly ? ("no plugin changed the gesture's state while the finger was down", nil) : nil }
    }
}

/// A gesture whose state a plugin sets.
package final class CustomGestureRecognizer: GestureRecognizer {
    /// Time in seconds after which a gesture without updates is cancelled. Without this timeout, a gesture would
    /// stay active if its plugin stops.
    private static let timeout = 60.0

    package override init() {
        super.init()
        addAction { $0.deadline = $0.isActive ? $0.now + Self.timeout : nil }
    }

    /// Changes the state of the gesture; returns false if the current state does not allow the change.
    package func raise(_ new: State) -> Bool {
        let isKnown =
            switch (state, new) {
            case (.possible, .began), (.possible, .ended), (.possible, .failed): true
            case (.began, .changed), (.began, .ended), (.began, .cancelled): true
            case (.changed, .changed), (.changed, .ended), (.changed, .cancelled): true
            default: false
            }
        if isKnown { state = new }
        return isKnown
    }

    package override func deadlinePassed() { state = .cancelled }
}

extension GestureRecognizer {
    fileprivate var isActive: Bool { state == .began || state == .changed }
    /// Time of the application's clock, in seconds.
    fileprivate var now: Double { Double(view?.window?.application?.now ?? 0) / 1_000_000 }
}
