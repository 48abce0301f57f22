internal import CommandSupport
internal import ControlSocket

/// Options of all commands that send requests to a running service.
enum ControlOptions {
    static let names: Set<String> = ["layout", "socket"]
    static let usage = "[--layout FILE | --socket PATH]"
    static let help = """
          --layout FILE  ask the service that runs this layout; default: the only running service
          --socket PATH  ask the service with this control socket
        """
}

extension Arguments {
    /// Connects to the service that the options select. Requests fail if the service does not answer within `seconds`.
    func service(answerWithin seconds: Int = ControlClient.answerSeconds) throws -> ControlClient {
        try ControlClient(socketPath(), answerWithin: seconds)
    }

    private func socketPath() throws -> String {
        if let path = value("socket") {
            guard value("layout") == nil else { throw wrong("write either --layout or --socket, not both") }
            return path
        }
        if let layout = value("layout") {
            guard let path = ControlPath.all.first(where: { ControlPath.isSocket($0, of: layout) }) else {
                throw ControlClient.Failure("no service runs '\(layout)'; \(Self.startRemedy)")
            }
            return path
        }
        let paths = ControlPath.all
        guard let path = paths.first else { throw ControlClient.Failure("no service is running; \(Self.startRemedy)") }
        guard paths.count == 1 else {
            throw wrong(
                "several services are running; select one with --layout FILE, or with --socket and one of: "
                    + paths.joined(separator: ", ")
            )
        }
        return path
    }

    private static var startRemedy: String { "start it with 'systemctl start touchbridge' or 'touchbridge run FILE'" }
}

extension CompletingCommand {
    /// Maximum time, in seconds, that a shell waits for candidates of a service.
    static var candidateSeconds: Int { 2 }
}
