internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import Web
internal import YAML

/// Settings of a plugin of type `stream`: listening sockets, admission rules and allowed commands.
struct StreamSettings: Equatable, Sendable {
    var port: Int?
    var address = "127.0.0.1"
    var allowsRemote = false
    var origins: [String] = []
    var hosts: [String] = []
    var tokenFile: Secret?
    var tokenEnvironment: Secret?
    var socket: String?
    var mode: UInt32 = 0o660
    var users: [String] = []
    var commands: [TreeCommand.Name] = [.set]
    var clients = 16
    var queue = 1024
    var commandsPerSecond = 100
    var ping = TimeSpan(microseconds: 30_000_000)

    var token: Secret? { tokenFile ?? tokenEnvironment }

    /// Returns the admission rules for this port.
    func admission(port: Int) -> Admission {
        // Clients that are not browsers send no `Origin` header and are admitted only if a token is configured.
        Admission(address: address, port: port, hosts: hosts, origins: origins, letsProgramsIn: token != nil)
    }

    static let table = Table("stream", "Sends events to pages and programs as JSON.", of: StreamSettings()) {
        Key(
            "port",
            .integer(0...65535),
            \.port,
            "The port of the WebSocket server. 0 selects a free port and logs its number."
        )
        Key("address", .address, \.address, "The IP address to listen on. Default: 127.0.0.1.")
        Key("allowRemote", .boolean, \.allowsRemote, "Whether other machines can connect to `address`.")
        Key(
            "origins",
            .list(of: .origin),
            \.origins,
            "Origins of the pages that are allowed to connect, exactly as browsers send them."
        )
        Key(
            "hosts",
            .list(of: .name),
            \.hosts,
            "Accepted names in the `Host` header, in addition to the loopback names."
        )
        Key(
            "tokenFile",
            .secretFile,
            \.tokenFile,
            "The file that contains the token, which a page must send as its first message."
        )
        Key(
            "tokenEnvironment",
            .secretEnvironment,
            \.tokenEnvironment,
            "The environment variable with the token, which a page must send as its first message."
        )
        Key("socket", .socketPath, \.socket, "Path of a Unix socket for programs on this machine.")
        Key("mode", .fileMode, \.mode, "The socket's permissions. Default: 0660.")
        Key(
            "allowUsers",
            .list(of: .name),
            \.users,
            "Users who are allowed to connect to the socket. Default: the service's user and root."
        )
        Key(
            "allow",
            .list(of: .command),
            \.commands,
            "The commands that clients are allowed to send. Default: only `set`."
        )
        // Limit stream-clients (limits.md, Web pages and clients): maximum number of simultaneous clients of a stream
        // (default 16). If exceeded: a page receives HTTP status 503, and a program the message `bye`; a message is
        // logged.
        Key("clients", .integer(1...256), \.clients, "Maximum number of clients at a time. Default: 16.")
        // Limit stream-outbox (limits.md, Web pages and clients): maximum number of messages that wait to be sent to a
        // client (default 1024). If exceeded: queued move events are dropped; if too many messages still wait, the
        // client is disconnected with a reason that contains `too slow`.
        Key(
            "queue",
            .integer(16...65536),
            \.queue,
            "Maximum number of waiting messages of a client. Default: 1024."
        )
        // Limit stream-commands (limits.md, Web pages and clients): maximum number of commands per second from a client
        // (default 100). If exceeded: the command is refused; if the number of consecutive refusals exceeds the limit,
        // the connection is closed with code 1008.
        Key(
            "commandsPerSecond",
            .integer(1...10000),
            \.commandsPerSecond,
            "Maximum number of commands per second from one client. Default: 100."
        )
        Key("ping", .pause, \.ping, "Time without a message after which a page is pinged. Default: 30s.")
    }

    /// Reports settings that contradict each other.
    static func check(_ settings: StreamSettings, _ node: Node, _ reading: Reading) {
        if node["port"] == nil, node["socket"] == nil {
            reading.error("a stream needs 'port' for pages, 'socket' for programs, or both", .missingKey, at: node)
        }
        if settings.tokenFile != nil, let other = node["tokenEnvironment"], settings.tokenEnvironment != nil {
            reading.error("write either 'tokenFile' or 'tokenEnvironment', not both", .conflict, at: other)
        }
        // Checks the YAML node, not `settings.origins`. Invalid origins are missing from `settings.origins`, and their
        // errors have already been reported.
        let namesNobody = node["origins"]?.sequence?.isEmpty ?? true
        if let port = node["port"], settings.port != nil, namesNobody, settings.token == nil {
            reading.error("no page can connect; list the pages in 'origins', or add 'tokenFile'", .missingKey, at: port)
        }
        if let origins = node["origins"], settings.origins.contains("null"), settings.token == nil {
            let remedy = "add 'tokenFile' or 'tokenEnvironment'"
            reading.error("the origin 'null' admits any page; \(remedy)", .unsafeValue, at: origins)
        }
        guard let address = node["address"], !IPAddress(settings.address).isLoopback else { return }
        if !settings.allowsRemote {
            let remedy = "use 127.0.0.1, or write 'allowRemote: true' (connections are not encrypted)"
            reading.error("other machines could connect to '\(settings.address)'; \(remedy)", .unsafeValue, at: address)
        } else if settings.token == nil {
            reading.error("'allowRemote' needs a 'tokenFile' or 'tokenEnvironment'", .missingKey, at: address)
        }
    }
}

extension Setting where Value == String {
    fileprivate static var address: Setting {
        Setting(
            expected: "an IP address such as 127.0.0.1",
            schema: ["type": "string"],
            scalar: { IPAddress($0.text).family == 0 ? nil : $0.text }
        )
    }

    fileprivate static var origin: Setting {
        Setting(
            expected: "an origin such as https://kiosk.example:8443, or null for pages from files",
            schema: ["type": "string", "pattern": "^(null|[a-z][a-z0-9+.-]*://[^/*,\\sA-Z]+)$"],
            scalar: { scalar in
                if scalar.text == "null" { return "null" }
                guard let separator = scalar.text.utf8Range(of: "://"), scalar.text.first?.isLowercase == true else {
                    return nil
                }
                let host = scalar.text[separator.upperBound...]
                let isWrong = host.contains { "/*,".contains($0) || $0.isWhitespace || $0.isUppercase }
                return isWrong || host.isEmpty ? nil : scalar.text
            }
        )
    }
}

extension Setting where Value == UInt32 {
    fileprivate static var fileMode: Setting {
        Setting(
            expected: "permissions such as 0660",
            schema: ["type": ["string", "number"]],
            scalar: { scalar in UInt32(scalar.text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil } }
        )
    }
}

extension Setting where Value == TreeCommand.Name {
    fileprivate static var command: Setting {
        .choice([
            "set": .set, "add": .add, "remove": .remove, "cancelTouches": .cancelTouches, "raise": .raise,
            "send": .send, "change": .change, "focus": .focus, "emit": .emit, "describe": .describe, "dump": .dump,
        ])
    }
}

extension Setting where Value == TimeSpan {
    fileprivate static var pause: Setting {
        Setting.time.map(expected: "a time from 1s to 1h") { (1...3600).contains($0.seconds) ? $0 : nil }
    }
}
