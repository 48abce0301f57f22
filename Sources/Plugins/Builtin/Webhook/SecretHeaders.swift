internal import Platform
internal import PluginAPI

/// The headers that hold secrets, which are read for each request: who changes one need not tell anybody.
struct SecretHeaders: Sendable {
    private let secrets: [(prefix: String, secret: Secret)]
    /// What they were when they could be read.
    private var lines: [String] = []

    /// Reads all of them, so that a mistake is said when the plugin starts.
    init(_ settings: WebhookSettings) throws(ServiceError) {
        let token = settings.token.map { [("Authorization: Bearer ", $0)] } ?? []
        secrets = token + settings.headerFiles.map { ("\($0.name): ", $0.secret) }
        lines = try read()
    }

    /// The headers as lines; as long as one cannot be read all are what they were before, and that is said.
    mutating func lines(_ log: Logger) -> [String] {
        do throws(ServiceError) {
            lines = try read()
            log.settled("secret")
        } catch {
            log.complain("secret", .warning, "\(error); until then what was in it before is sent")
        }
        return lines
    }

    private func read() throws(ServiceError) -> [String] {
        var lines: [String] = []
        for (prefix, secret) in secrets { lines.append(prefix + (try secret.read())) }
        return lines
    }
}
