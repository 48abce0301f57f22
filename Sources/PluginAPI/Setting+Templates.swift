internal import JSON
public import Occurrences
public import Schema
internal import Texts
internal import YAML

extension Setting where Value == Template {
    /// A text with placeholders; numbers and truth values count as what is written.
    public static var template: Setting {
        Setting(expected: "a text", schema: ["type": ["string", "number", "boolean"]]) { node, reading in
            guard let scalar = node.scalar, !scalar.isNull else {
                reading.error("a text is expected here, and not \(node.kind)", at: node)
                return nil
            }
            do throws(Template.Mistake) {
                return try Template(scalar.text)
            } catch {
                var mark = node.mark
                // Within quotes or plain, on one line, the place is known to the character.
                if scalar.style == .plain || scalar.text.contains("\\") == false, !scalar.text.contains("\n") {
                    mark.column += error.offset + (scalar.isPlain ? 0 : 1)
                }
                reading.error(error.explanation, at: mark)
                return nil
            }
        }
    }
}

extension Template.Mistake {
    /// What to say of it.
    var explanation: String {
        guard let name else { return "'{{' without '}}'" }
        let known = Placeholder.allCases.map(\.rawValue)
        return "there is no placeholder '{{\(name)}}'\(Names.suggestion(for: name, in: known))"
    }
}

extension Setting where Value == TemplateValue {
    /// Anything, with placeholders in its texts.
    public static var anything: Setting {
        Setting(expected: "a value", schema: true) { node, reading in TemplateValue.read(node, reading) }
    }
}

extension TemplateValue {
    fileprivate static func read(_ node: Node, _ reading: Reading) -> TemplateValue? {
        switch node.content {
        case .scalar(let scalar):
            if scalar.isNull { return .null }
            if let truth = scalar.boolean { return .boolean(truth) }
            if let number = scalar.number { return .number(number) }
            return Setting<Template>.template.read(node, reading).map { .text($0) }
        case .sequence(let nodes):
            return .list(nodes.compactMap { read($0, reading) })
        case .mapping(let pairs):
            return .object(
                pairs.compactMap { pair in
                    guard let key = pair.key.scalar?.text else {
                        reading.error("a name is expected here, and not \(pair.key.kind)", at: pair.key)
                        return nil
                    }
                    if key.holds("{{") {
                        let message = "a key stays as it is written, '{{' included; only values have placeholders"
                        reading.warning(message, at: pair.key.mark)
                    }
                    return read(pair.value, reading).map { Member(key, $0) }
                }
            )
        }
    }
}
