internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

extension Setting where Value == String? {
    /// Accepts the base address to which request paths are appended.
    static var baseAddress: Setting {
        let expected = "an address such as https://example.org/kiosk"
        return Setting(expected: expected, schema: ["type": "string", "pattern": "^https?://"]) { node, reading in
            guard let text = node.scalar?.text else {
                reading.expected(expected, not: node.kind, at: node)
                return nil
            }
            if let mistake = Address.mistake(text, isAbsolute: true) {
                reading.error(mistake, .wrongValue, at: node)
            } else if text.contains("#") {
                reading.error(
                    "the part of the address after '#' is never sent to a server; remove this part",
                    .wrongValue,
                    at: node
                )
            }
            // Returns the address even if it is invalid; otherwise calls that depend on the address would cause further
            // errors.
            return text
        }
    }
}

extension Setting where Value == [Header] {
    /// Accepts a mapping of header names to strings.
    static var headers: Setting {
        let names = Setting<[Named<Template>]>.dictionary(of: .template)
        return Setting(expected: "a mapping of headers", schema: names.schema) { node, reading in
            names.read(node, reading)?.compactMap { named in
                guard Header.check(named.name, at: named.mark, reading) else { return nil }
                guard !named.value.source.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) else {
                    reading.error(
                        "the header '\(named.name)' contains a line break or another control character; remove it",
                        .wrongValue,
                        at: named.mark
                    )
                    return nil
                }
                return Header(name: named.name, value: named.value)
            }
        }
    }
}

extension Setting where Value == [SecretHeader] {
    /// Accepts a mapping of header names to files.
    static var headerFiles: Setting {
        let names = Setting<[Named<String>]>.dictionary(of: .name)
        return Setting(expected: "a mapping of headers and files", schema: names.schema) { node, reading in
            names.read(node, reading)?.compactMap { named in
                guard Header.check(named.name, at: named.mark, reading) else { return nil }
                return SecretHeader(name: named.name, secret: Secret(.file(named.value)))
            }
        }
    }
}

extension Header {
    /// Names of headers that the plugin or the protocol sets.
    private static let taken: Set<String> = [
        "connection", "content-length", "host", "idempotency-key", "transfer-encoding",
    ]

    /// Whether a layout can set a header with this name. Reports an error for a forbidden name.
    static func check(_ name: String, at mark: Mark, _ reading: Reading) -> Bool {
        guard name.utf8.allSatisfy({ isToken($0) }) else {
            reading.error(
                "the header name '\(name)' is invalid; use only letters, digits, '-' and '_'",
                .wrongName,
                at: mark
            )
            return false
        }
        guard !taken.contains(name.lowercased()) else {
            reading.error("the plugin sets the header '\(name)'; remove the header", .wrongName, at: mark)
            return false
        }
        return true
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

extension Setting where Value == Proxy {
    static var proxy: Setting {
        let expected = "none, environment or a proxy address such as http://proxy:3128"
        return Setting(expected: expected, schema: ["type": "string"]) { scalar in
            switch scalar.text {
            case "none": Proxy.none
            case "environment": .environment
            default: Address.mistake(scalar.text, isAbsolute: true) == nil ? .address(scalar.text) : nil
            }
        }
    }
}

extension Setting where Value == StatusRange {
    static var status: Setting {
        Setting(
            expected: "a status code such as 503, or a class such as 5xx",
            schema: ["anyOf": [["type": "integer", "minimum": 300, "maximum": 599], ["enum": ["3xx", "4xx", "5xx"]]]]
        ) { scalar in
            if scalar.text.count == 3, scalar.text.hasSuffix("xx"), let hundred = scalar.text.first?.wholeNumberValue {
                return (3...5).contains(hundred) ? StatusRange(hundred * 100...hundred * 100 + 99) : nil
            }
            return scalar.integer.flatMap { (300...599).contains($0) ? StatusRange(Int($0)...Int($0)) : nil }
        }
    }
}
