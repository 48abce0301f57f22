internal import Glibc
public import Platform
public import Schema
public import YAML

extension Setting where Value == Secret {
    /// Accepts the path of a file that contains a secret.
    public static var secretFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { Secret(.file($0)) }
    }

    /// Accepts the name of an environment variable that contains a secret.
    public static var secretEnvironment: Setting {
        Setting<String>.name.map(expected: "the name of an environment variable") { name in
            Secret.register(variable: name)
            // The secret has been in this process's memory since the process started. The memory must be protected
            // before any other program is started.
            Secret.makeNonDumpable()
            return Secret(.environment(name))
        }
    }
}

extension Secret {
    /// Warns if the file with the secret is missing on this machine. Does not check read permission, which only the
    /// service may have.
    public func checkHere(at mark: Mark, _ reading: Reading) {
        guard case .file(let path) = location, access(path, F_OK) != 0 else { return }
        let error = errno
        guard error == ENOENT || error == ENOTDIR else { return }
        reading.warning("on this machine touchbridge \(Self.obstacle(error, path))", .unreadableFile, at: mark)
    }
}
