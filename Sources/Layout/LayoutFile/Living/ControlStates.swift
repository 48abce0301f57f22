internal import JSON
internal import Schema

extension JSONValue {
    /// A copy of the object with the value types of layouts.
    ///
    /// Converts `1`, `0`, `ON` and `OFF` to Booleans, and strings to numbers. Other programs may send these forms.
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
}
