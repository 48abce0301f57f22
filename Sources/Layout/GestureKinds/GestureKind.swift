package import ResponderKit

/// A type-erased ``GestureDescriptor`` that stores the properties of a kind of gesture.
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
        // The downcasts are safe: each recognizer comes from `make`, or `of(_:)` has checked that its class matches
        // the kind.
        problem = { Descriptor.problem(of: unsafeDowncast($0, to: Descriptor.Recognizer.self)) }
        hold = { Descriptor.hold(of: unsafeDowncast($0, to: Descriptor.Recognizer.self)) }
        numbers = { Descriptor.numbers(of: unsafeDowncast($0, to: Descriptor.Recognizer.self), in: $1) }
        explanation = { Descriptor.explanation(of: unsafeDowncast($0, to: Descriptor.Recognizer.self)) }
    }

    /// Creates a recognizer with the settings from a layout.
    package func recognizer(with settings: GestureSettings) -> GestureRecognizer {
        let recognizer = make()
        apply(settings, to: recognizer)
        return recognizer
    }

    /// Applies the settings from a layout; `pointsPerMillimetre` converts lengths in millimetres.
    package func apply(
        _ settings: GestureSettings,
        to recognizer: GestureRecognizer,
        at pointsPerMillimetre: Double = TouchLength.assumedPointsPerMillimetre
    ) {
        for key in keys {
            if let value = settings[key.name] { key.apply(value, recognizer, pointsPerMillimetre) }
        }
    }

    /// Returns the problem in the settings from a layout; nil if the settings are valid.
    package func problem(in settings: GestureSettings) -> GestureProblem? { problem(recognizer(with: settings)) }

    static let all = GestureType.allCases.map(\.descriptor)

    /// Returns the kind of a recognizer; returns `custom` if the recognizer's class is unknown.
    package static func of(_ recognizer: GestureRecognizer) -> GestureKind {
        if recognizer.kindNumber == 0 {
            let index = all.dropLast().lastIndex { $0.describes(recognizer) } ?? all.count - 1
            recognizer.kindNumber = UInt8(index + 1)
        }
        return all[Int(recognizer.kindNumber) - 1]
    }
}

/// Values of the layout keys that are specific to a kind of gesture, by key.
public typealias GestureSettings = [String: any Sendable]

extension GestureRecognizer {
    /// Whether the gesture is recognized in a single step, without the states `began` and `changed`.
    package var isDiscrete: Bool { GestureKind.of(self).isDiscrete }
    package var measure: GestureMeasure { GestureKind.of(self).measure }
    /// Returns the measurements in the coordinates of `view`, or in window coordinates if `view` is nil.
    package func numbers(in view: View?) -> GestureNumbers { GestureKind.of(self).numbers(self, view) }
    /// Minimum time that touches must last before the gesture is recognized, in seconds.
    package var hold: Double { GestureKind.of(self).hold(self) }
    /// Function that explains failed attempts with the current settings. Any thread may call the function.
    package var explanation: GestureExplanation { GestureKind.of(self).explanation(self) }
}
