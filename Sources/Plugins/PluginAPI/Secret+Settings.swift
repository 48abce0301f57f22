internal import Glibc
public import Platform
public import Schema
public import YAML

extension Setting where Value == Secret {
    /// The path of a file that holds a secret.
    public static var secretFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { Secret(.file($0)) }
    }

    /// The name of the environment's variable that holds a secret.
    public static var secretEnvironment: Setting {
        Setting<String>.name.map(expected: "the name of a variable") { name in
            Secret.register(variable: name)
            // It is there from the start, and so it is kept before any program is started.
            Secret.keepMemory()
            return Secret(.environment(name))
        }
    }
}

extension Secret {
    /// Warns of a file that is not on this machine, where a layout names it; one that only the service may read is fine.
    public func checkHere(at mark: Mark, _ reading: Reading) {
        guard case .file(let path) = place, access(path, F_OK) != 0 else { return }
        let error = errno
        guard error == ENOENT || error == ENOTDIR else { return }
        reading.warning("on this machine \(Self.obstacle(error, path))", at: mark)
    }
}
