internal import JSON

/// Schemas of values in templates. In a template, `${name}` may replace any value.
enum ParametrizedSchema {
    /// Returns the name of a definition's template variant.
    static func name(_ name: String) -> String { "Template\(name)" }

    /// Schema of a view in a template, or of a repeated view.
    static let view: JSONValue = ["$ref": .text("#/$defs/\(name("View"))")]

    /// Returns the schema of views, with the template variant for repeated subviews.
    static func repeatable(_ view: JSONValue) -> JSONValue {
        view.changing("properties", "subviews", "items") { plain in
            ["if": ["required": ["repeat"]], "then": Self.view, "else": plain]
        }
    }

    /// Returns the template variants of the definition `root` and of all definitions to which `root` refers.
    static func definitions(of all: [JSONValue.Member], from root: String) -> [(name: String, schema: JSONValue)] {
        var names = [root]
        var copies: [(name: String, schema: JSONValue)] = []
        var next = 0
        while next < names.count {
            if let original = all.first(where: { $0.key == names[next] })?.value {
                copies.append((name(names[next]), copy(original, &names)))
            }
            next += 1
        }
        return copies
    }

    private static let parameter: JSONValue = ["type": "string", "pattern": #"\$\{"#]

    private static func copy(_ schema: JSONValue, _ names: inout [String]) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        var copies: [JSONValue.Member] = []
        for member in members {
            var value = member.value
            switch member.key {
            case "$ref":
                let name = String((value.text ?? "").dropFirst("#/$defs/".count))
                if !names.contains(name) { names.append(name) }
                value = .text("#/$defs/\(self.name(name))")
            case "properties", "patternProperties":
                value = .object((value.members ?? []).map { .init($0.key, open($0.value, &names)) })
            case "items", "additionalProperties": value = open(value, &names)
            case "anyOf": value = .list((value.list ?? []).map { copy($0, &names) })
            default: break
            }
            copies.append(.init(member.key, value))
        }
        return .object(copies)
    }

    /// Returns a schema that accepts a value of `schema` or a string with `${`.
    private static func open(_ schema: JSONValue, _ names: inout [String]) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        let description = members.filter { $0.key == "description" }
        let rest = JSONValue.object(members.filter { $0.key != "description" })
        return .object(description + [.init("anyOf", [copy(rest, &names), parameter])])
    }
}

extension JSONValue {
    /// Returns the value with `change` applied to the member at a path.
    fileprivate func changing(_ path: String..., by change: (JSONValue) -> JSONValue) -> JSONValue {
        changing(path[...], change)
    }

    private func changing(_ path: ArraySlice<String>, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard let key = path.first else { return change(self) }
        let members = (members ?? []).map { member in
            member.key == key ? Member(key, member.value.changing(path.dropFirst(), change)) : member
        }
        return .object(members)
    }
}
