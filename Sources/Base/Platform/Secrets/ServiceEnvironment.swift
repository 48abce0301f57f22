internal import Glibc

/// Environment variables for child processes of the service.
package enum ServiceEnvironment {
    /// Variables that systemd sets only for the service. With these variables, a child process could impersonate the
    /// service.
    private static let own: Set<String> = [
        "CREDENTIALS_DIRECTORY", "FDSTORE", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDNAMES", "LISTEN_FDS",
        "LISTEN_PID", "MAINPID", "MANAGERPID", "NOTIFY_SOCKET", "SYSTEMD_EXEC_PID", "WATCHDOG_PID", "WATCHDOG_USEC",
    ]

    /// Returns the service's variables as `NAME=VALUE`. Omits systemd's variables, variables that contain secrets, and
    /// the variables in `withheld`.
    package static func variables(without withheld: [String], of service: [String] = current) -> [String] {
        let hidden = own.union(withheld).union(Secret.variables)
        return service.filter { !hidden.contains(name(of: $0)) }
    }

    /// Returns NAME of `NAME=VALUE`.
    package static func name(of variable: String) -> String { String(variable.prefix { $0 != "=" }) }

    package static var current: [String] {
        var result: [String] = []
        var variable = environ
        while let text = variable.pointee {
            result.append(String(cString: text))
            variable += 1
        }
        return result
    }
}
