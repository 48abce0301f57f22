/// One step of a walk through a YAML text.
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
    /// The value that an anchor has named stands here again.
    case alias(String)
}

extension YAMLEvent {
    /// The value and the name of an anchor that stand in it.
    var texts: [String] {
        switch self {
        case .scalar(let scalar, nil): [scalar.text]
        case .scalar(let scalar, let anchor?): [scalar.text, anchor]
        case .sequenceStart(let anchor?), .mappingStart(let anchor?), .alias(let anchor): [anchor]
        default: []
        }
    }
}
