/// An event of the YAML parser.
public enum YAMLEvent: Equatable, Sendable {
    /// A document begins.
    case documentStart
    /// A document ends.
    case documentEnd
    case scalar(Scalar, anchor: String? = nil)
    /// A list begins.
    case sequenceStart(anchor: String? = nil)
    /// The innermost list ends.
    case sequenceEnd
    /// A mapping begins; the events of its keys and values alternate.
    case mappingStart(anchor: String? = nil)
    /// The innermost mapping ends.
    case mappingEnd
    /// A reference to the value with the given anchor.
    case alias(String)
}

extension YAMLEvent {
    /// The scalar text and the anchor name of the event, if any.
    var texts: [String] {
        switch self {
        case .scalar(let scalar, nil): [scalar.text]
        case .scalar(let scalar, let anchor?): [scalar.text, anchor]
        case .sequenceStart(let anchor?), .mappingStart(let anchor?), .alias(let anchor): [anchor]
        default: []
        }
    }
}
