public import HandlerEvents
public import JSON

extension Binding {
    /// Returns all fields of an event that have a value, in the order of `Placeholder.allCases`. Omits empty strings.
    public func fields(_ handlerEvent: HandlerEvent) -> [(placeholder: Placeholder, value: JSONValue)] {
        Placeholder.allCases.compactMap { placeholder in
            guard placeholder.isKnown(of: handlerEvent.event.family) else { return nil }
            if let number = placeholder.number(in: handlerEvent) { return (placeholder, .number(number)) }
            let text = text(for: placeholder, in: handlerEvent)
            return text.isEmpty ? nil : (placeholder, .text(text))
        }
    }
}
