internal import Synchronization

extension Secret {
    /// Names of the environment variables from which a layout reads secrets. Child processes of plugins do not inherit
    /// them.
    public static var variables: Set<String> { named.withLock { $0 } }

    package static func register(variable: String) { named.withLock { _ = $0.insert(variable) } }
}

/// Names of the environment variables that contain secrets. Global, because a process has one environment.
private let named = Mutex<Set<String>>([])
