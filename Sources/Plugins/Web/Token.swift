package import Platform

/// A secret that authorizes clients.
package struct Token: Sendable {
    private let bytes: [UInt8]
    private static let least = 16

    /// Reads the current secret. Throws if the secret is unreadable or too short.
    package init(_ secret: Secret) throws(ServiceError) {
        bytes = Array(try secret.read().utf8)
        guard bytes.count >= Self.least else {
            throw ServiceError(
                "the token has fewer than \(Self.least) bytes, which is unsafe; create one with 'openssl rand -hex 32'"
            )
        }
    }

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a random token with its text: 128 bits as 32 hexadecimal digits.
    package static func random() -> (token: Token, text: String) {
        var system = SystemRandomNumberGenerator()
        let digits = (0..<2).flatMap { _ in
            let text = String(system.next(), radix: 16)
            return String(repeating: "0", count: 16 - text.utf8.count) + text
        }
        return (Token(String(digits)), String(digits))
    }

    /// Compares the token with the presented text in constant time.
    @inline(never)
    package func accepts(_ text: String) -> Bool {
        let given = Array(text.utf8)
        var difference: UInt8 = given.count == bytes.count ? 0 : 1
        for (index, byte) in given.enumerated() { difference |= byte ^ bytes[index % bytes.count] }
        return difference == 0
    }
}
