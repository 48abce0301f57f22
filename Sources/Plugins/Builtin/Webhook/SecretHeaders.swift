internal import Platform
internal import PluginAPI

/// Headers that contain secrets. Each request reads the secrets again; a changed secret needs no reload.
struct SecretHeaders: Sendable {
    private let secrets: [(prefix: String, secret: Secret)]
    /// Header lines from the last successful read.
    private var lines: [String] = []

    /// Reads all secrets, and thus reports unreadable secrets when the plugin starts.
    init(_ settings: WebhookSettings) throws(ServiceError) {
        let token = settings.token.map { [("Authorization: Bearer ", $0)] } ?? []
        secrets = token + settings.headerFiles.map { ("\($0.name): ", $0.secret) }
        lines = try read()
    }

    /// Returns the header lines. If a secret is unreadable, logs the error and returns the previous header lines.
    mutating func lines(_ log: Logger) -> [String] {
        do throws(ServiceError) {
            lines = try read()
            log.settled("secret")
        } catch {
            log.complain("secret", .warning, "\(error); requests use the previous secret until the file can be read")
        }
        return lines
    }

    private func read() throws(ServiceError) -> [String] {
        var lines: [String] = []
        for (prefix, secret) in secrets { lines.append(prefix + (try secret.read())) }
        return lines
    }
}
