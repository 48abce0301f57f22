internal import Synchronization

extension Secret {
    /// Environment variables that any layout names as the source of a secret; not passed to started programs.
    public static var variables: Set<String> { named.withLock { $0 } }

    package static func register(variable: String) { named.withLock { _ = $0.insert(variable) } }
}

/// Shared by the process, because the environment is shared too.
private let named = Mutex<Set<String>>([])
