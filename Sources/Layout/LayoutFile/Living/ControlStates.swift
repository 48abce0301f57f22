internal import JSON
internal import YAML

extension JSONValue {
    /// The object with the values of control properties converted to the types that layouts use.
    ///
    /// Programs also send a switch's state as `1`, `0`, `ON` or `OFF`, as the switch publishes it, and numbers as text.
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

    /// The Boolean that the value stands for; nil if it stands for none.
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

    /// The number that the value, or its text, stands for; nil if it stands for none.
    private var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }
}
