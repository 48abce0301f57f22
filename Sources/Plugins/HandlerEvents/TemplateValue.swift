public import JSON

/// A JSON-like value whose strings are templates. Stores arguments of any structure, such as arguments of external
/// plugins' handlers.
public indirect enum TemplateValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(Template)
    case list([TemplateValue])
    case object([Member])

    public struct Member: Hashable, Sendable {
        public var key: String
        public var value: TemplateValue

        public init(_ key: String, _ value: TemplateValue) {
            self.key = key
            self.value = value
        }
    }

    public var templates: [Template] {
        switch self {
        case .null, .boolean, .number: []
        case .text(let template): [template]
        case .list(let values): values.flatMap(\.templates)
        case .object(let members): members.flatMap(\.value.templates)
        }
    }

    /// Returns the value for one event. A string that consists of a single numeric placeholder, without rounding or
    /// replacements, becomes a number.
    public func expanded(_ handlerEvent: HandlerEvent, text: (Placeholder) -> String) -> JSONValue {
        switch self {
        case .null: return .null
        case .boolean(let truth): return .boolean(truth)
        case .number(let number): return .number(number)
        case .text(let template):
            if let (placeholder, format) = template.number, format.isNumeric, format.digits == nil,
                let number = placeholder.number(in: handlerEvent)
            {
                return .number(format.number(number))
            }
            return .text(template.expanded(handlerEvent, text: text))
        case .list(let values): return .list(values.map { $0.expanded(handlerEvent, text: text) })
        case .object(let members):
            return .object(members.map { JSONValue.Member($0.key, $0.value.expanded(handlerEvent, text: text)) })
        }
    }
}
