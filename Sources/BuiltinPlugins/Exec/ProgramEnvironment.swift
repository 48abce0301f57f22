internal import CExec
internal import JSON
internal import Occurrences
internal import PluginAPI

/// The variables that a program gets: the service's, the occurrence's, the plugin's and its own, later ones first.
struct ProgramEnvironment {
    private let inherited: [(name: String, text: String)]
    private let plugin: [Variable]

    /// What the service manager says to the service alone; a program that answered would speak for it.
    private static let ofTheService: Set<String> = [
        "CREDENTIALS_DIRECTORY", "FDSTORE", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS",
        "LISTEN_PID",
        "MAINPID", "MANAGERPID", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    init(of environment: [String], settings: ExecSettings) {
        let hidden = Self.ofTheService.union(settings.withhold)
        inherited = environment.compactMap { text in
            let name = String(text.prefix { $0 != "=" })
            return hidden.contains(name) ? nil : (name, text)
        }
        plugin = settings.environment
    }

    /// As `NAME=VALUE`, each name once.
    func variables(_ entry: Backlog.Entry, _ own: [Variable]) -> [String] {
        var texts: [String: String] = [:]
        for (placeholder, value) in entry.binding.fields(entry.occurrence) {
            texts[placeholder.variable] = Self.text(value)
        }
        for variable in plugin + own {
            texts[variable.name] = entry.binding.expand(variable.value, entry.occurrence)
        }
        // Asked for each time: a layout that is read anew may name others.
        let secrets = Secret.variables
        let rest = inherited.filter { texts[$0.name] == nil && !secrets.contains($0.name) }.map(\.text)
        return rest + texts.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }

    private static func text(_ value: JSONValue) -> String {
        Template.Escape.plain.apply(to: value.text ?? value.description)
    }

    /// The service's own variables.
    static var current: [String] {
        var result: [String] = []
        var place = tb_exec_environment()
        while let text = place.pointee {
            result.append(String(cString: text))
            place += 1
        }
        return result
    }
}
