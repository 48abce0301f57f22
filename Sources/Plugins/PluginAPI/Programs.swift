internal import Glibc
package import Platform
package import Schema
package import YAML

/// Finds programs in a search path, and caches the paths of the programs that were found.
package struct Programs {
    private let folders: [String]
    private var found: [String: String] = [:]

    /// Creates a search in the absolute directories of a PATH. Ignores empty entries, which a shell interprets as the
    /// working directory.
    package init(path: String?) {
        var known: Set<Substring> = []
        folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
            .filter { known.insert($0).inserted }.map(String.init)
    }

    /// A search in the PATH of this process, which child processes inherit.
    package static var here: Programs { Programs(path: getenv("PATH").map { String(cString: $0) }) }

    /// Warns if a program that a layout names is not installed on this machine, or cannot run in the service's sandbox.
    package static func check(_ name: String, at mark: Mark, _ reading: Reading) {
        var programs = here
        do throws(ServiceError) {
            _ = try programs.find(name, in: nil)
        } catch {
            return reading.warning("on this machine \(error)", .notInstalled, at: mark)
        }
        guard let reason = obstacleInService(to: name) else { return }
        reading.warning(
            "in the service, \(reason); see docs/guide/install.md#programs-of-the-layout",
            .blockedProgram,
            at: mark
        )
    }

    /// Returns the reason why an installed program cannot run in the service's sandbox; nil if no reason is known.
    private static func obstacleInService(to name: String) -> String? {
        if ["/tmp/", "/var/tmp/"].contains(where: name.hasPrefix) {
            return "'\(name)' is not found, because the service has its own /tmp; install it below /usr/local"
        }
        if ["/home/", "/root/"].contains(where: name.hasPrefix) {
            return
                "'\(name)' is not found, because the service cannot read home directories; install it below /usr/local"
        }
        let program = name.split(separator: "/").last ?? ""
        guard ["sudo", "su", "doas", "pkexec"].contains(program) else { return nil }
        return "'\(program)' does not work, because the sandbox permits no setuid programs; remove '\(program)'"
    }

    /// Returns the path of a program; a thrown error suggests a fix.
    package mutating func find(_ name: String, in directory: String?) throws(ServiceError) -> String {
        if let path = found[name] { return path }
        if name.contains("/") {
            let isRelative = !name.hasPrefix("/") && directory != nil
            try Self.check(isRelative ? "\(directory ?? "")/\(name)" : name)
            // The result for a relative path depends on the directory and is not cached.
            if name.hasPrefix("/") { found[name] = name }
            return name
        }
        var obstacle: ServiceError?
        for folder in folders where folder.hasPrefix("/") {
            let path = "\(folder)/\(name)"
            guard access(path, F_OK) == 0 else { continue }
            do throws(ServiceError) {
                try Self.check(path)
                found[name] = path
                return path
            } catch {
                obstacle = obstacle ?? error
            }
        }
        if let obstacle { throw obstacle }
        let words = name.split(separator: " ")
        let remedy =
            words.count > 1
            ? "separate the program and its arguments, as in '[\(words.joined(separator: ", "))]'"
            : "install it, or write its path"
        throw ServiceError("the program '\(name)' was not found in \(folders.joined(separator: ":")); \(remedy)")
    }

    /// Removes a program from the cache, so that the next call of `find` searches again.
    package mutating func forget(_ name: String) { found[name] = nil }

    private static func check(_ path: String) throws(ServiceError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw ServiceError("the program '\(path)' was not found: \(String(cString: strerror(errno)))")
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ServiceError("'\(path)' is not a regular file; specify a program")
        }
        guard access(path, X_OK) == 0 else {
            throw ServiceError("the service's user cannot execute '\(path)'; check the file's permissions (chmod a+x)")
        }
    }
}
