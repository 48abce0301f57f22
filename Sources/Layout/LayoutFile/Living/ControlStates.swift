internal import JSON
internal import YAML

extension JSONValue {
    /// An object of properties in which the states of controls are written as in a layout.
    ///
    /// Programs also write a switch's state as it publishes it, `1` or `0`, or as `ON` or `OFF`, and numbers as text.
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

    /// The truth value that it says in whatever way; nil when it says none.
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

    /// The number that it says, as such or as text; nil when it says none.
    private var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }
}
