package import JSON
internal import YAML

/// States and numbers in the forms in which programs send them.
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

    /// The number that the value or its text represents; nil if neither represents a number.
    package var quantity: Double? {
        switch self {
        case .number(let number): number
        case .text(let text): Scalar(text).number
        default: nil
        }
    }

    /// The number that an action passes to handlers: a number, or a state as 0 or 1; nil if the value is neither.
    package var actionValue: Double? {
        (quantity ?? truth.map { $0 ? 1 : 0 }).flatMap { $0.isFinite ? $0 : nil }
    }
}
