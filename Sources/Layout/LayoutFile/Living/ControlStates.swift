internal import JSON
internal import YAML

extension JSONValue {
    /// A copy of the object in which the values of control properties have the types that layouts use.
    ///
    /// Converts `1`, `0`, `ON` and `OFF` to the state of a switch, and strings to numbers, because programs also send
    /// states in these forms.
    var withPlainStates: JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                switch member.key {
                case "isOn", "enabled", "selected":
                    .init(member.key, member.value.truth.map { .boolean($0) } ?? member.value)
                case "value": .init(member.key, member.value.quantity.map { .number($0) } ?? member.value)
                default: member
                }
            }
        )
    }

    /// The Boolean that the value represents; nil if the value does not represent a Boolean.
    private var truth: Bool? {
        switch quantity {
        case 0: return false
        case 1: return true
        default: break
        }
        guard case .text(let text) = self, text.utf8.count <= 5 else { return boolean }
        switch text.lowercased() {
        case "on", "true": return true
        case "off", "false": return false
        default: return nil
        }
    }

    /// The number that the value or its text represents; nil if neither represents a number.
    private var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }
}
