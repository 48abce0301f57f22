import CYAML

extension YAMLEvent {
    /// Converts a libyaml event; returns nil for other event types, such as the start of the stream.
    init?(_ raw: yaml_event_t) {
        switch raw.type {
        case YAML_DOCUMENT_START_EVENT: self = .documentStart
        case YAML_DOCUMENT_END_EVENT: self = .documentEnd
        case YAML_SEQUENCE_END_EVENT: self = .sequenceEnd
        case YAML_MAPPING_END_EVENT: self = .mappingEnd
        case YAML_SEQUENCE_START_EVENT: self = .sequenceStart(anchor: text(raw.data.sequence_start.anchor))
        case YAML_MAPPING_START_EVENT: self = .mappingStart(anchor: text(raw.data.mapping_start.anchor))
        case YAML_ALIAS_EVENT: self = .alias(text(raw.data.alias.anchor) ?? "")
        case YAML_SCALAR_EVENT:
            let scalar = raw.data.scalar
            let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let value = Scalar(String(decoding: bytes, as: UTF8.self), style: Scalar.Style(scalar.style))
            self = .scalar(value, anchor: text(scalar.anchor))
        default: return nil
        }
    }

    /// Change in nesting depth: 1, 0 or -1.
    var nesting: Int {
        switch self {
        case .sequenceStart, .mappingStart: 1
        case .sequenceEnd, .mappingEnd: -1
        default: 0
        }
    }
}

extension Scalar.Style {
    init(_ raw: yaml_scalar_style_t) {
        switch raw {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
        case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
        case YAML_LITERAL_SCALAR_STYLE: self = .literal
        case YAML_FOLDED_SCALAR_STYLE: self = .folded
        default: self = .plain
        }
    }
}

private func text(_ pointer: UnsafeMutablePointer<UInt8>?) -> String? {
    pointer.map { String(cString: $0) }
}
