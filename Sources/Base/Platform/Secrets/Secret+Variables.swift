internal import Synchronization

extension Secret {
    /// Environment variables that any layout has named as a secret's source; withheld from started programs.
    public static var variables: Set<String> { named.withLock { $0 } }

    package static func register(variable: String) { named.withLock { _ = $0.insert(variable) } }
}

/// Process-wide, as the environment is.
private let named = Mutex<Set<String>>([])
