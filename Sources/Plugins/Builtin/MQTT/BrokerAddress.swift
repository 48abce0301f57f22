internal import JSON
internal import Platform
internal import Schema
internal import YAML

/// Address of a broker: `mqtt://HOST[:PORT]`, or `mqtts://HOST[:PORT]` for TLS.
struct BrokerAddress: Hashable, Sendable, CustomStringConvertible {
    var isEncrypted = false
    var host = ""
    var port: Int32 = 1883

    init() {}

    /// Parses an address; returns nil if the string is not a broker address.
    init?(_ text: String) {
        guard let colon = text.utf8Range(of: "://") else { return nil }
        switch text[..<colon.lowerBound] {
        case "mqtt": (isEncrypted, port) = (false, 1883)
        case "mqtts": (isEncrypted, port) = (true, 8883)
        default: return nil
        }
        var rest = text[colon.upperBound...]
        if rest.last == "/" { rest.removeLast() }
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]") else { return nil }
            host = String(rest[rest.index(after: rest.startIndex)..<end])
            guard !host.isEmpty, host.utf8.allSatisfy(Self.isOfAddress) else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            let end = rest.firstIndex(of: ":") ?? rest.endIndex
            host = String(rest[..<end])
            guard (1...253).contains(host.utf8.count), host.utf8.allSatisfy(Self.isOfName) else { return nil }
            rest = rest[end...]
        }
        guard !rest.isEmpty else { return }
        let digits = rest.dropFirst()
        guard rest.first == ":", digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits),
            number > 0
        else { return nil }
        port = Int32(number)
    }

    var description: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(isEncrypted ? "mqtts" : "mqtt")://\(name):\(port)"
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Whether the byte can occur in an IPv6 address, including an interface name after `%`.
    private static func isOfAddress(_ byte: UInt8) -> Bool {
        isOfName(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "%")
    }
}

extension Setting where Value == BrokerAddress {
    /// Accepts a broker address. If the address contains a user or password, the error names the keys to use instead.
    static var broker: Setting {
        let expected = "mqtt://HOST[:PORT] or mqtts://HOST[:PORT]"
        return Setting(expected: expected, schema: ["type": "string", "pattern": "^mqtts?://"]) { node, reading in
            if let text = node.scalar?.text {
                if let address = BrokerAddress(text) { return address }
                if text.contains("@") {
                    reading.error(
                        "the address must not contain a user or password; use 'user' and 'passwordFile' instead",
                        .wrongValue,
                        at: node
                    )
                    return nil
                }
            }
            func remedy() -> String? {
                guard let text = node.scalar?.text, text.utf8.count < 80 else { return nil }
                // Schemes that other programs use for brokers.
                let schemes = ["tcp://": "mqtt://", "ssl://": "mqtts://", "tls://": "mqtts://"]
                let known = schemes.first { text.hasPrefix($0.key) }
                let address = known.map { "\($0.value)\(text.dropFirst($0.key.count))" } ?? "mqtt://\(text)"
                return BrokerAddress(address) == nil ? nil : address
            }
            reading.expected(expected, not: "\(node.kind)\(Fixes.words(remedy()))", at: node)
            return nil
        }
    }
}
