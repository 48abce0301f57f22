internal import JSON
internal import YAML

extension JSONValue {
    /// The object after the values of control properties were converted to the types that layouts use.
    ///
    /// Programs also send the state of a switch as `1`, `0`, `ON` or `OFF`, the form in which the switch publishes it.
    /// They also send numbers as strings.
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

    /// The Boolean that the value represents; nil if the value represents no Boolean.
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

    /// The number that the value or its text represents; nil if it represents no number.
    private var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }
}
