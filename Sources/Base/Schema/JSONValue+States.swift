package import JSON
internal import YAML

/// Reads Booleans and numbers from common JSON representations, such as `true`, `1` and `"on"`.
extension JSONValue {
    /// The value as a Boolean; nil for other values.
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

    /// The value of a number or a numeric string; nil for other values.
    package var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }

    /// The value as a finite number, which an action passes to handlers; a Boolean becomes 0 or 1. Nil for other
    /// values.
    package var actionValue: Double? {
        (quantity ?? truth.map { $0 ? 1 : 0 }).flatMap { $0.isFinite ? $0 : nil }
    }
}
