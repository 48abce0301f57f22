/// One step of a walk through a YAML text.
public enum YAMLEvent: Equatable, Sendable {
    case documentStart
    case documentEnd
    case scalar(Scalar, anchor: String? = nil)
    case sequenceStart(anchor: String? = nil)
    case sequenceEnd
    case mappingStart(anchor: String? = nil)
    case mappingEnd
    case alias(String)
}
