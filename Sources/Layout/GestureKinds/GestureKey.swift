internal import Platform
internal import ResponderKit
package import Schema

/// A layout key of one or more kinds of gestures, and the recognizer property that the key sets.
package struct GestureKey: Sendable {
    package let name: String
    package let setting: Setting<any Sendable>
    package let summary: String
    let apply: @Sendable (_ value: any Sendable, GestureRecognizer, _ pointsPerMillimetre: Double) -> Void

    /// - Parameter summary: Description of the key as a part of a sentence, such as "number of fingers. Default: 1".
    init<Recognizer: GestureRecognizer, Value: Sendable>(
        _ name: String,
        _ setting: Setting<Value>,
        _ path: any ReferenceWritableKeyPath<Recognizer, Value> & Sendable,
        _ summary: String
    ) {
        (self.name, self.summary) = (name, summary)
        self.setting = setting.map { $0 as any Sendable }
        apply = { value, recognizer, _ in
            guard let value = value as? Value, let recognizer = recognizer as? Recognizer else {
                return assertionFailure("'\(name)' is not a key of a \(recognizer)")
            }
            recognizer[keyPath: path] = value
        }
    }

    /// Creates a key for a length; the property of the recognizer is in points.
    init<Recognizer: GestureRecognizer>(
        length name: String,
        _ path: any ReferenceWritableKeyPath<Recognizer, Double> & Sendable,
        _ summary: String
    ) {
        (self.name, self.summary) = (name, summary)
        setting = Setting<TouchLength>.touchLength.map { $0 as any Sendable }
        apply = { value, recognizer, pointsPerMillimetre in
            guard let value = value as? TouchLength, let recognizer = recognizer as? Recognizer else {
                return assertionFailure("'\(name)' is not a key of a \(recognizer)")
            }
            recognizer[keyPath: path] = value.points(at: pointsPerMillimetre)
        }
    }

    /// The keys of all kinds of gestures, grouped by name, with their descriptions.
    package static let all: [(key: GestureKey, types: [GestureType], summary: String)] = {
        var all: [(key: GestureKey, types: [GestureType], phrases: [(summary: String, types: [String])])] = []
        for type in GestureType.allCases {
            for key in type.kind.keys {
                let index = all.firstIndex { $0.key.name == key.name } ?? all.count
                if index == all.count { all.append((key, [], [])) }
                all[index].types.append(type)
                if let phrase = all[index].phrases.firstIndex(where: { $0.summary == key.summary }) {
                    all[index].phrases[phrase].types.append(type.rawValue)
                } else {
                    all[index].phrases.append((key.summary, [type.rawValue]))
                }
            }
        }
        return all.map { key, types, phrases in
            let sentences = phrases.map { "For \($0.types.joined(separator: ", ")): \($0.summary)." }
            return (key, types, sentences.joined(separator: " "))
        }
    }()
}

extension Setting where Value == Int {
    static var fingers: Setting { .integer(1...20) }
    static var taps: Setting { .integer(0...20) }
}

extension Setting where Value == Double {
    /// Accepts a time span and converts it to seconds.
    static var seconds: Setting { Setting<TimeSpan>.time.map { $0.seconds } }
    /// Accepts an angle in degrees and converts it to radians.
    static var degrees: Setting { magnitude.map { $0 * .pi / 180 } }
}
