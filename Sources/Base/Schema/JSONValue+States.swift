package import JSON
internal import YAML

/// Reads Booleans and numbers from the JSON forms that other programs send, such as `true`, `1` and `"on"`.
extension JSONValue {
    /// The Boolean that the value represents; nil if the value does not represent a Boolean.
    package var truth: Bool? {
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

    /// The value if it is a number, or the number that its string contains; nil otherwise.
    package var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }

    /// The number that an action passes to handlers: the finite number, or a Boolean as 0 or 1; nil if the value
    /// represents neither.
    package var actionValue: Double? {
        (quantity ?? truth.map { $0 ? 1 : 0 }).flatMap { $0.isFinite ? $0 : nil }
    }
}
