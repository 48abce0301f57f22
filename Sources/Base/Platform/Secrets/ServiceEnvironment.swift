internal import Glibc

/// The environment of the service, as far as a program that it starts may have it.
package enum ServiceEnvironment {
    /// What the service manager says to the service alone; a program that answered would speak for it.
    private static let own: Set<String> = [
        "CREDENTIALS_DIRECTORY", "FDSTORE", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS",
        "LISTEN_PID", "MAINPID", "MANAGERPID", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    /// Variables as `NAME=VALUE`, without the service's own, those that any layout named as a secret's place, and others.
    package static func variables(without withheld: [String], of service: [String] = current) -> [String] {
        let hidden = own.union(withheld).union(Secret.variables)
        return service.filter { !hidden.contains(name(of: $0)) }
    }

    /// The name in `NAME=VALUE`.
    package static func name(of variable: String) -> String { String(variable.prefix { $0 != "=" }) }

    package static var current: [String] {
        var result: [String] = []
        var place = environ
        while let text = place.pointee {
            result.append(String(cString: text))
            place += 1
        }
        return result
    }
}
