internal import Glibc

/// Paths from environment variables.
package enum EnvironmentPath {
    /// Returns the first path in a colon-separated environment variable; nil if the variable is missing or the path is
    /// relative.
    package static func first(of name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let first = String(cString: value).split(separator: ":").first.map(String.init)
        return first.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The program's folder in the user's state folder; nil if neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
    package static var userState: String? {
        if let state = first(of: "XDG_STATE_HOME") { return state + "/touchbridge" }
        return first(of: "HOME").map { $0 + "/.local/state/touchbridge" }
    }
}
