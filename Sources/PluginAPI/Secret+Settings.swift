public import Schema
internal import Synchronization

extension Setting where Value == Secret {
    /// The path of a file that holds a secret.
    public static var secretFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { Secret(.file($0)) }
    }

    /// The name of the environment's variable that holds a secret.
    public static var secretEnvironment: Setting {
        Setting<String>.name.map(expected: "the name of a variable") { name in
            named.withLock { _ = $0.insert(name) }
            // It is there from the start, and so it is kept before any program is started.
            Secret.keepMemory()
            return Secret(.environment(name))
        }
    }
}

extension Secret {
    /// The environment's variables that any layout has named as a secret's place: no other program is to inherit them.
    public static var variables: Set<String> { named.withLock { $0 } }
}

/// One environment is shared by all that is in the process, and so is what is known of it.
private let named = Mutex<Set<String>>([])
