public import JSON
public import Occurrences

extension Binding {
    /// Everything that is known of an occurrence, in the order of the placeholders; texts that are empty are left out.
    public func fields(_ occurrence: Occurrence) -> [(placeholder: Placeholder, value: JSONValue)] {
        Placeholder.allCases.compactMap { placeholder in
            guard placeholder.isKnown(of: occurrence.event.family) else { return nil }
            if let number = placeholder.number(in: occurrence) { return (placeholder, .number(number)) }
            let text = text(for: placeholder, in: occurrence)
            return text.isEmpty ? nil : (placeholder, .text(text))
        }
    }
}
