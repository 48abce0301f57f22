/// A parser event.
public enum YAMLEvent: Equatable, Sendable {
    /// A document begins.
    case documentStart
    /// A document ends.
    case documentEnd
    /// A single value.
    case scalar(Scalar, anchor: String? = nil)
    /// A list begins.
    case sequenceStart(anchor: String? = nil)
    /// The innermost list ends.
    case sequenceEnd
    /// A mapping begins; its keys and values follow in turn.
    case mappingStart(anchor: String? = nil)
    /// The innermost mapping ends.
    case mappingEnd
    /// A reference to the value of an anchor, by the anchor's name.
    case alias(String)
}

extension YAMLEvent {
    /// The event's scalar text and anchor name, if any.
    var texts: [String] {
        switch self {
        case .scalar(let scalar, nil): [scalar.text]
        case .scalar(let scalar, let anchor?): [scalar.text, anchor]
        case .sequenceStart(let anchor?), .mappingStart(let anchor?), .alias(let anchor): [anchor]
        default: []
        }
    }
}
