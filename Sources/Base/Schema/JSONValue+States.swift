package import JSON
internal import YAML

/// Reads Booleans and numbers from the various JSON representations that other programs send, such as `true`, `1` and
/// `"on"`.
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

    /// The value as a number; a string is parsed as a number. Nil if the value is neither a number nor a numeric
    /// string.
    package var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }

    /// The value as the finite number that an action passes to handlers; a Boolean is converted to 0 or 1. Nil if the
    /// value is neither a finite number nor a Boolean.
    package var actionValue: Double? {
        (quantity ?? truth.map { $0 ? 1 : 0 }).flatMap { $0.isFinite ? $0 : nil }
    }
}
