internal import Synchronization

extension Secret {
    /// Environment variables that a layout names as the source of a secret. These variables are not passed to programs
    /// that plugins start.
    public static var variables: Set<String> { named.withLock { $0 } }

    package static func register(variable: String) { named.withLock { _ = $0.insert(variable) } }
}

/// Names of the environment variables that contain secrets. The set is global, because the whole process has one
/// environment.
private let named = Mutex<Set<String>>([])
