internal import Glibc

/// Who is at the other end of a Unix socket, as the kernel says.
struct Peer: Equatable {
    let user: uid_t

    /// Nil when the kernel does not know.
    init?(of descriptor: Int32) {
        // The kernel's struct ucred: the process, the user and the group.
        var credentials: (process: pid_t, user: uid_t, group: gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else { return nil }
        user = credentials.user
    }

    /// The number of a user who is given by name or by number; nil when there is no such user.
    static func number(of text: String) -> uid_t? {
        if let number = uid_t(text) { return number }
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 * 1024)
        guard getpwnam_r(text, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.pw_uid
    }
}
