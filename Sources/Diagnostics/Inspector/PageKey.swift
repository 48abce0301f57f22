internal import Platform
internal import PluginAPI
internal import Web

/// Access token in the URL of the inspector's web page.
struct PageKey: Sendable {
    let token: Token
    /// Text of a generated token, for the log; nil if the token was configured, because a configured secret is not
    /// logged.
    let text: String?

    /// Uses the configured secret; generates a token if `secret` is nil.
    init(_ secret: Secret?) throws(ServiceError) {
        guard let secret else {
            let (token, text) = Token.random()
            (self.token, self.text) = (token, text)
            return
        }
        token = try Token(secret)
        text = nil
        let isPlain = try secret.read().utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain else {
            throw ServiceError(
                "the inspector's token must consist of letters, digits, '-' and '_'; "
                    + "create one with 'openssl rand -hex 32'"
            )
        }
    }
}
