internal import ResponderKit
package import Schema

/// Properties of a kind of gesture, for use by layouts, events, traces and explanations.
///
/// The requirements have no default implementations, so that the compiler reports missing members.
protocol GestureDescriptor: SendableMetatype {
    associatedtype Recognizer: GestureRecognizer

    static var type: GestureType { get }
    /// Name of the gesture in sentences, such as "long press".
    static var name: String { get }
    /// Whether the gesture is recognized in a single step, without the states `began` and `changed`.
    static var isDiscrete: Bool { get }
    /// Layout keys in addition to the keys that all gestures have. Keys with the same name must have the same type of
    /// value in all kinds of gestures.
    static var keys: [GestureKey] { get }
    /// Type of the values that the gesture measures, such as a translation; events and traces contain these values.
    static var measure: GestureMeasure { get }
    /// Documented rules that the explanations of this kind of gesture cite.
    static var rules: [Rule] { get }

    /// Creates a recognizer with the default settings.
    static func make() -> Recognizer
    /// Returns the problem in the settings of a recognizer; nil if the settings are valid.
    static func problem(of recognizer: Recognizer) -> GestureProblem?
    /// Returns the measurements of a recognizer in the coordinates of `view`, or in window coordinates if `view` is
    /// nil.
    static func numbers(of recognizer: Recognizer, in view: View?) -> GestureNumbers
    /// Returns the minimum time that touches must last before the gesture is recognized, in seconds.
    static func hold(of recognizer: Recognizer) -> Double
    /// Returns a function that explains failed attempts of the recognizer, including the exceeded limit and the rule.
    static func explanation(of recognizer: Recognizer) -> GestureExplanation
}

/// A problem in the settings of a gesture.
package enum GestureProblem: Sendable {
    /// The value of a key is invalid.
    case error(key: String, String)
    /// The value of a key is valid, but probably has an unintended effect.
    case warning(key: String, Diagnostic.Code, String)
    /// The settings are valid, but without a further key, the gesture can never be recognized or has no effect.
    case missingKey(String)

    /// Returns the error for a maximum time of 0 s, within which no finger can perform a gesture. `key` is the layout
    /// key that sets the time.
    static func never(_ gesture: String, within key: String) -> GestureProblem {
        .error(key: key, "'\(key)' of a \(gesture) must be above 0 s; write a time such as 500ms")
    }
}
