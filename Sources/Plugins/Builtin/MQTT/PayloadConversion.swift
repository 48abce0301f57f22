internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// Conversion of a payload to the value of a property. Selects part of the payload's JSON value and replaces it
/// according to a table. Then scales and shifts the result.
struct PayloadConversion: Equatable, Sendable {
    /// Names of members and indices of list elements, from the outermost value inwards. An empty path selects the whole
    /// payload.
    var path: [String] = []
    /// Replacement values, by the text of the value that they replace.
    var map: [Named<JSONValue>] = []
    var scale = 1.0
    var offset = 0.0

    static func == (left: PayloadConversion, right: PayloadConversion) -> Bool {
        left.path == right.path && left.scale == right.scale && left.offset == right.offset
            && left.map.elementsEqual(right.map) { $0.name == $1.name && $0.value == $1.value }
    }

    func apply(to payload: JSONValue) throws(MQTTSubscription.Refusal) -> JSONValue {
        let part = try part(of: payload)
        let replaced = try replacement(for: part)
        guard scale != 1 || offset != 0 else { return replaced }
        let number: Double? =
            switch replaced {
            case .number(let number): number
            case .text(let text): Double(text)
            default: nil
            }
        guard let number, number.isFinite else {
            throw MQTTSubscription.Refusal(reason: "'scale' and 'offset' need a number, not \(replaced.shown)")
        }
        let converted = number * scale + offset
        guard converted.isFinite else { throw MQTTSubscription.Refusal(reason: "the scaled number is too large") }
        return .number(converted)
    }

    private func part(of payload: JSONValue) throws(MQTTSubscription.Refusal) -> JSONValue {
        var part = payload
        for (depth, name) in path.enumerated() {
            guard let next = Self.member(name, of: part) else {
                let place = path[...depth].joined(separator: ".")
                throw MQTTSubscription.Refusal(reason: "the payload has no member '\(place)'; correct 'path'")
            }
            part = next
        }
        return part
    }

    /// Returns the member of an object by its name, or the element of a list by its index; nil if there is none.
    private static func member(_ name: String, of value: JSONValue) -> JSONValue? {
        guard case .list(let elements) = value else { return value[name] }
        guard let index = Int(name), elements.indices.contains(index) else { return Optional.none }
        return elements[index]
    }

    private func replacement(for part: JSONValue) throws(MQTTSubscription.Refusal) -> JSONValue {
        guard !map.isEmpty else { return part }
        let key: String? =
            switch part {
            case .text(let text): text
            case .number, .boolean, .null: "\(part)"
            case .list, .object: nil
            }
        if let entry = map.first(where: { $0.name == key }) { return entry.value }
        let known = map.map(\.name).joined(separator: ", ")
        throw MQTTSubscription.Refusal(reason: "'map' has no entry for \(part.shown); its entries: \(known)")
    }
}

extension JSONValue {
    /// Description of the value for messages: `a list`, `an object`, or the value itself.
    var shown: String {
        switch self {
        case .list: "a list"
        case .object: "an object"
        default: "\(self)".excerpt()
        }
    }
}

extension Setting where Value == [String] {
    /// Accepts a path such as `state.brightness` or `sensors.0.value`.
    static var jsonPath: Setting {
        Setting<String>.name.map(expected: "a path such as state.brightness") { text in
            let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            return names.contains("") ? nil : names
        }
    }
}

extension Setting where Value == JSONValue {
    /// Accepts a string, a number or a boolean.
    static var jsonScalar: Setting {
        Setting(
            expected: "a string, a number, true or false",
            schema: ["type": ["string", "number", "boolean"]],
            scalar: { scalar in
                if scalar.isNull { return nil }
                if let truth = scalar.boolean { return .boolean(truth) }
                return scalar.number.map { .number($0) } ?? .text(scalar.text)
            }
        )
    }
}
