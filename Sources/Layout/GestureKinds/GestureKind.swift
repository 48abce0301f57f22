package import ResponderKit

/// A type-erased ``GestureDescriptor``.
package final class GestureKind: Sendable {
    package let type: GestureType
    package let name: String
    package let isDiscrete: Bool
    package let keys: [GestureKey]
    package let measure: GestureMeasure
    package let rules: [Rule]
    fileprivate let describes: @Sendable (GestureRecognizer) -> Bool
    private let make: @Sendable () -> GestureRecognizer
    private let problem: @Sendable (GestureRecognizer) -> GestureProblem?
    fileprivate let hold: @Sendable (GestureRecognizer) -> Double
    fileprivate let numbers: @Sendable (GestureRecognizer, View?) -> GestureNumbers
    fileprivate let explanation: @Sendable (GestureRecognizer) -> GestureExplanation

    init<Descriptor: GestureDescriptor>(_: Descriptor.Type) {
        type = Descriptor.type
        name = Descriptor.name
        isDiscrete = Descriptor.isDiscrete
        keys = Descriptor.keys
        measure = Descriptor.measure
        rules = Descriptor.rules
        describes = { $0 is Descriptor.Recognizer }
        make = { Descriptor.make() }
        // Safe downcasts: only `of(_:)` and `recognizer(with:)` return a descriptor, and both ensure the class.
        problem = { Descriptor.problem(of: unsafeDowncast($0, to: Descriptor.Recognizer.self)) }
        hold = { Descriptor.hold(of: unsafeDowncast($0, to: Descriptor.Recognizer.self)) }
        numbers = { Descriptor.numbers(of: unsafeDowncast($0, to: Descriptor.Recognizer.self), in: $1) }
        explanation = { Descriptor.explanation(of: unsafeDowncast($0, to: Descriptor.Recognizer.self)) }
    }

    /// Creates a recognizer with the settings of a layout.
    package func recognizer(with settings: GestureSettings) -> GestureRecognizer {
        let recognizer = make()
        for key in keys {
            if let value = settings[key.name] { key.apply(value, recognizer) }
        }
        return recognizer
    }

    /// Returns the problem of a layout's settings; nil if they are valid.
    package func problem(in settings: GestureSettings) -> GestureProblem? { problem(recognizer(with: settings)) }

    static let all = GestureType.allCases.map(\.descriptor)

    /// Returns the kind of a recognizer; `custom` for an unknown class.
    package static func of(_ recognizer: GestureRecognizer) -> GestureKind {
        if recognizer.kindNumber == 0 {
            let index = all.dropLast().lastIndex { $0.describes(recognizer) } ?? all.count - 1
            recognizer.kindNumber = UInt8(index + 1)
        }
        return all[Int(recognizer.kindNumber) - 1]
    }
}

/// Values of the keys that are specific to a kind, by key.
public typealias GestureSettings = [String: any Sendable]

extension GestureRecognizer {
    /// Whether it is recognized at once, without `began` and `changed`.
    package var isDiscrete: Bool { GestureKind.of(self).isDiscrete }
    package var measure: GestureMeasure { GestureKind.of(self).measure }
    /// Returns the measurements in a view's coordinates, or in the window's if `view` is nil.
    package func numbers(in view: View?) -> GestureNumbers { GestureKind.of(self).numbers(self, view) }
    /// Minimum duration before recognition, in seconds.
    package var hold: Double { GestureKind.of(self).hold(self) }
    /// A function that explains failed attempts with the present settings; callable on any thread.
    package var explanation: GestureExplanation { GestureKind.of(self).explanation(self) }
}
