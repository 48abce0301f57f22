internal import Glibc
internal import PluginAPI

/// The variables that a program of people's own gets.
enum ChildEnvironment {
    /// What the service manager says to the service alone; a program that answered would speak for it.
    private static let ofTheService: Set<String> = [
        "CREDENTIALS_DIRECTORY", "FDSTORE", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS",
        "LISTEN_PID", "MAINPID", "MANAGERPID", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    /// As `NAME=VALUE`: the service's own but for what is withheld, and what the layout adds.
    static func variables(_ settings: ProcessSettings, of service: [String] = current) -> [String] {
        let hidden = ofTheService.union(settings.withhold).union(Secret.variables)
            .union(settings.environment.map(\.name))
        let inherited = service.filter { !hidden.contains(String($0.prefix { $0 != "=" })) }
        return inherited + settings.environment.map { "\($0.name)=\($0.value)" }
    }

    private static var current: [String] {
        var result: [String] = []
        var place = environ
        while let text = place.pointee {
            result.append(String(cString: text))
            place += 1
        }
        return result
    }
}
