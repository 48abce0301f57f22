internal import ResponderKit

/// Everything about one kind of gesture that layouts, events, traces and explanations use.
///
/// Requirements have no default implementations, so that an omission does not compile.
protocol GestureDescriptor: SendableMetatype {
    associatedtype Recognizer: GestureRecognizer

    static var type: GestureType { get }
    /// The name in sentences: "long press".
    static var name: String { get }
    /// Whether it is recognized at once, without `began` and `changed`.
    static var isDiscrete: Bool { get }
    /// Layout keys beyond those of all gestures. Keys with the same name have the same type of value in all kinds.
    static var keys: [GestureKey] { get }
    /// What the gesture measures; events and traces contain the values.
    static var measure: GestureMeasure { get }
    /// The rules that explanations cite.
    static var rules: [Rule] { get }

    /// Returns a recognizer with the default settings.
    static func make() -> Recognizer
    /// Returns the problem of a recognizer's settings; nil if they are valid.
    static func problem(of recognizer: Recognizer) -> GestureProblem?
    /// Returns a recognizer's measurements in a view's coordinates; nil means the window.
    static func numbers(of recognizer: Recognizer, in view: View?) -> GestureNumbers
    /// Returns the minimum duration before recognition, in seconds.
    static func hold(of recognizer: Recognizer) -> Double
    /// Returns a function that explains failed attempts of the recognizer, with the limit and the rule.
    static func explanation(of recognizer: Recognizer) -> GestureExplanation
}

/// A problem of a gesture's settings.
package enum GestureProblem: Sendable {
    /// An invalid value of a key.
    case error(key: String, String)
    /// Valid settings that make the gesture useless.
    case warning(String)

    /// A time of 0, in which no finger can do what the gesture needs.
    static func never(_ gesture: String, within key: String) -> GestureProblem {
        .error(key: key, "a \(gesture) takes longer than 0 s; write a time above 0")
    }
}
