internal import ResponderKit

/// All that layouts, events, traces and explanations know of one kind of gesture.
///
/// No requirement has a default, so that an omission does not compile.
protocol GestureDescriptor: SendableMetatype {
    associatedtype Recognizer: GestureRecognizer

    /// Its entry in the list of all kinds.
    static var type: GestureType { get }
    /// What sentences call it: "long press".
    static var name: String { get }
    /// Whether it is recognized at once, without `began` and `changed`.
    static var isDiscrete: Bool { get }
    /// Its keys in layouts, besides those that all gestures have; keys of one name have the same values in all kinds.
    static var keys: [GestureKey] { get }
    /// What it measures; events and traces have the values.
    static var measure: GestureMeasure { get }
    /// The rules that explanations cite.
    static var rules: [Rule] { get }

    /// Returns a recognizer with the default settings.
    static func make() -> Recognizer
    /// Returns what is wrong with the settings of a recognizer.
    static func problem(of recognizer: Recognizer) -> GestureProblem?
    /// Returns what a recognizer has measured, in the coordinates of a view; nil means the window.
    static func numbers(of recognizer: Recognizer, in view: View?) -> GestureNumbers
    /// Returns how long fingers rest at least before it is recognized, in seconds.
    static func hold(of recognizer: Recognizer) -> Double
    /// Returns a function that says why an attempt of this recognizer failed, with the limit and the rule.
    static func explanation(of recognizer: Recognizer) -> GestureExplanation
}

/// What is wrong with the settings of a gesture.
package enum GestureProblem: Sendable {
    /// At the value of a key.
    case error(key: String, String)
    /// About the gesture as a whole: it is valid, and useless.
    case warning(String)
}
