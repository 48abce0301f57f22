import Foundation
import Glibc
import Testing
import TimeLimits

/// A pseudoterminal and the output that a program has written to it.
final class Terminal {
    static let (columns, rows) = (100, 30)
    /// The program's end of the pseudoterminal.
    let descriptor: Int32
    private let controller: Int32
    private var unread = ""

    init() throws {
        var (controller, descriptor): (Int32, Int32) = (-1, -1)
        try #require(openpty(&controller, &descriptor, nil, nil, nil) == 0)
        for end in [controller, descriptor] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (self.controller, self.descriptor) = (controller, descriptor)
        // Fields of `winsize`: rows, columns, and the size in pixels.
        var size = [UInt16(Self.rows), UInt16(Self.columns), 0, 0]
        try #require(ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0)
    }

    deinit {
        close(descriptor)
        close(controller)
    }

    /// Returns the output until the words have appeared. Waits at most one minute × `TimeLimits.scale`.
    func output(until words: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let limit = Date(timeIntervalSinceNow: Double(60 * TimeLimits.scale))
        while !unread.contains(words) {
            var file = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
            guard poll(&file, 1, Int32(max(0, limit.timeIntervalSinceNow * 1000))) > 0 else { break }
            let count = read(controller, &bytes, bytes.count)
            guard count > 0 else { break }
            unread += String(decoding: bytes[..<count], as: UTF8.self)
        }
        let end = unread.firstRange(of: words)?.upperBound ?? unread.endIndex
        defer { unread = String(unread[end...]) }
        return String(unread[..<end])
    }
}
