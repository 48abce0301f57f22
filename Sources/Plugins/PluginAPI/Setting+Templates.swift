public import HandlerEvents
internal import JSON
internal import Platform
public import Schema
internal import YAML

extension Setting where Value == Template {
    /// Accepts a template (a string that can contain placeholders). A number or boolean is read as a string, as written
    /// in the layout.
    public static var template: Setting {
        Setting(expected: "a string", schema: ["type": ["string", "number", "boolean"]]) { node, reading in
            guard let scalar = node.scalar, !scalar.isNull else {
                func remedy() -> String { Fixes.words(Fixes.unquotedPlaceholder(node)) }
                reading.expected("a string", not: "\(node.kind)\(remedy())", at: node)
                return nil
            }
            warnOfSingleBraces(in: scalar, at: node.mark, reading)
            do throws(Template.Mistakes) {
                return try Template(scalar.text)
            } catch {
                // The column of a mistake is known only for a scalar on one line, without backslashes if quoted.
                let isPlaced =
                    (scalar.isPlain || !scalar.text.utf8.contains(UInt8(ascii: "\\")))
                    && !scalar.text.utf8.contains(UInt8(ascii: "\n"))
                for mistake in error.all {
                    var mark = node.mark
                    if isPlaced { mark.column += mistake.offset + (scalar.isPlain ? 0 : 1) }
                    reading.error(mistake.explanation, .wrongPlaceholder, at: mark)
                }
                return nil
            }
        }
    }
}

extension Setting where Value == Template {
    /// Warns of placeholder syntaxes of other programs (`%x%`, `{x}`, `${x}`), which Touchbridge does not replace.
    private static func warnOfSingleBraces(in scalar: Scalar, at mark: Mark, _ reading: Reading) {
        // Environment variables of Windows have the form `%name%`. Placeholders with one letter are excluded, because
        // date formats such as `%x%y` also contain `%x%`.
        for name in Placeholder.allCases.map(\.rawValue) where scalar.text.utf8.count < 1000 && name.utf8.count > 1 {
            guard scalar.text.holds("%\(name)%") else { continue }
            reading.warning(
                "'%\(name)%' is not replaced; write '{{\(name)}}' for the placeholder",
                .wrongPlaceholder,
                at: mark
            )
        }
        guard scalar.text.utf8.contains(UInt8(ascii: "{")) else { return }
        var rest = scalar.text[...]
        var names: Set<String> = []
        while let open = rest.utf8Range(of: "{") {
            let before = scalar.text[..<open.lowerBound].utf8.last
            rest = rest[open.upperBound...]
            if rest.utf8.first == UInt8(ascii: "{") {
                rest = rest.dropFirst()
                continue
            }
            // Searches no further than the length of the longest placeholder; a string with many braces is thus
            // searched in linear time.
            guard before != UInt8(ascii: "{"), let close = rest.utf8.prefix(21).firstIndex(of: UInt8(ascii: "}")) else {
                continue
            }
            let name = String(rest[..<close])
            // Warns once per name. Omits the warning if the string sets a shell variable of this name (`name=`).
            guard Placeholder(rawValue: name) != nil, names.insert(name).inserted, !scalar.text.holds("\(name)=") else {
                continue
            }
            let written = before == UInt8(ascii: "$") ? "${\(name)}" : "{\(name)}"
            reading.warning(
                "'\(written)' is not replaced; write '{{\(name)}}' for the placeholder",
                .wrongPlaceholder,
                at: mark
            )
        }
    }
}

extension Template.Mistake {
    /// Text of the error message.
    var explanation: String {
        guard let name else { return "'{{' has no '}}'; write a placeholder such as '{{view}}'" }
        let known = Placeholder.allCases.map(\.rawValue)
        let bare = name.prefix { $0 != "|" && $0 != "(" }.filter { $0 != " " }
        if name.utf8.contains(UInt8(ascii: "|")), known.contains(bare) {
            let remedy = "write '{{\(bare):0}}' to round the number"
            return "'{{\(name)}}' is not a placeholder, because filters are not supported; \(remedy)"
        }
        if let format = Self.formatHint(name) { return "the placeholder '{{\(name)}}' is invalid; \(format)" }
        let remedy =
            switch name {
            // A switch has the property `isOn`, but its handlers receive `value`.
            case "isOn", "on": "; write '{{value}}', which is 1 for on and 0 for off"
            case "direction": "; write a swipe for each direction, as in 'directions: [left]'"
            default: Self.suggestion(for: name, in: known)
            }
        return "unknown placeholder '{{\(name)}}'\(remedy)"
    }

    /// Returns a correction for the format after the name of a placeholder; nil if the name is unknown.
    private static func formatHint(_ text: String) -> String? {
        let name = text.drop { $0 == " " }.prefix { $0.isASCII && $0.isLetter }
        guard let placeholder = Placeholder(rawValue: String(name)) else { return nil }
        let replacement = "'{{\(name): old=new, else=other}}' to replace its values"
        guard !placeholder.isText else { return "write '{{\(name)}}', or \(replacement)" }
        return "write '{{\(name):0}}' to round the number, '{{\(name) * 2 + 1}}' to scale it, "
            + "or '{{\(name): 1=yes, else=no}}' to replace its values"
    }

    /// Returns the result of `Names.suggestion`. If the result suggests a single name, adds braces around this name.
    private static func suggestion(for name: String, in known: [String]) -> String {
        let (hint, start) = (Names.suggestion(for: name, in: known), "; did you mean '")
        guard hint.hasPrefix(start) else { return hint }
        return "\(start){{\(hint.dropFirst(start.count).dropLast(2))}}'?"
    }
}

extension Setting where Value == TemplateValue {
    /// Accepts any value; strings in the value can contain placeholders.
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
            if let fix = Fixes.unquotedPlaceholder(node) {
                reading.expected("a string", not: "a mapping\(Fixes.words(fix))", at: node)
                return nil
            }
            return .object(
                pairs.compactMap { pair in
                    guard let key = pair.key.scalar?.text else {
                        reading.error("a key must be a name, not \(pair.key.kind)", .wrongName, at: pair.key)
                        return nil
                    }
                    if key.holds("{{") {
                        let message = "placeholders in keys are not replaced; use them in values only"
                        reading.warning(message, .wrongPlaceholder, at: pair.key.mark)
                    }
                    return read(pair.value, reading).map { Member(key, $0) }
                }
            )
        }
    }
}
