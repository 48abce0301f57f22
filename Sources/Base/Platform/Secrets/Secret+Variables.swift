internal import Synchronization

extension Secret {
    /// Names of the environment variables from which a layout reads secrets. These variables are not passed to programs
    /// that plugins start.
    public static var variables: Set<String> { named.withLock { $0 } }

    package static func register(variable: String) { named.withLock { _ = $0.insert(variable) } }
}

/// Names of the environment variables that contain secrets. The set is global, because the whole process has one
/// environment.
private let named = Mutex<Set<String>>([])
