package import Glibc

/// User ID of a Unix socket's peer, as reported by the kernel.
package struct SocketPeer: Equatable {
    package let user: uid_t

    /// The overflow uid, which the kernel reports for users without a mapping in the user namespace.
    private static let anybody: uid_t = 65534

    /// Reads the uid of a connected socket's peer. Returns nil if the uid is unavailable or ambiguous (overflow uid).
    package init?(of descriptor: Int32) {
        // Layout of the kernel's `struct ucred`.
        var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        guard credentials.user != Self.anybody || Self.knowsAllUsers else { return nil }
        user = credentials.user
    }

    /// Whether the user namespace maps every uid to itself, like the initial user namespace.
    private static let knowsAllUsers: Bool = {
        guard let file = fopen("/proc/self/uid_map", "re") else { return true }
        defer { fclose(file) }
        var line: UnsafeMutablePointer<CChar>?
        var size = 0
        defer { free(line) }
        guard getline(&line, &size, file) > 0, let line else { return true }
        return String(cString: line).split { $0 == " " || $0 == "\n" }.elementsEqual(["0", "0", "4294967295"])
    }()

    /// Returns the uid for a user name or a decimal uid; nil if no user has the name.
    package static func number(of text: String) -> uid_t? {
        if let number = uid_t(text) { return number }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        guard getpwnam_r(text, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }
}
