import Glibc
import Testing
import TimeLimits

/// Stub for systemd; receives the service's notifications on a socket.
final class Manager {
    let path: String
    private let file: Int32

    init(in scratch: Scratch) throws {
        path = scratch.path("notify")
        file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(file) }

    /// Waits up to `TimeLimits.wait` for a notification; ignores other notifications.
    func hears(_ word: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let end = ContinuousClock.now + TimeLimits.wait
        while ContinuousClock.now < end {
            var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 1000) > 0 else { continue }
            let count = read(file, &bytes, bytes.count)
            if count > 0, String(decoding: bytes[..<count], as: UTF8.self).contains(word) { return true }
        }
        return false
    }
}
