import Foundation
import Glibc
import Testing
import TimeLimits

/// A child process, killed on deallocation if it is still running.
final class Child {
    let processID: pid_t
    /// Read end of the process's standard error.
    private let errors: Int32
    private var status: Int32?
    /// Standard error that was read after the last expected word.
    private var unread = ""

    /// Starts the process. The test can read its standard error unless it is redirected to a descriptor.
    init(
        _ program: String,
        _ arguments: [String],
        input: String = "/dev/null",
        output: String = "/dev/null",
        complaints: Int32? = nil,
        environment: [String: String] = [:]
    ) throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, complaints ?? ends[1], 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for setting in settings { free(setting) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, program, &actions, nil, &words, &settings)
        close(ends[1])
        try #require(result == 0, "\(program) does not start: \(String(cString: strerror(result)))")
        (processID, errors) = (child, ends[0])
    }

    deinit {
        if status == nil {
            kill(processID, SIGKILL)
            _ = wait()
        }
        close(errors)
    }

    /// Returns standard error until all words have appeared, in any order; without words, until its end. Waits at most
    /// one minute × `TimeLimits.scale` for each part of the output.
    func complaints(until words: String...) -> String { complaints(until: words) }

    /// The same method, with the words in an array.
    func complaints(until words: [String]) -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let limit = Date(timeIntervalSinceNow: Double(60 * TimeLimits.scale))
        while words.isEmpty || !words.allSatisfy(unread.contains) {
            var file = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
            guard poll(&file, 1, Int32(max(0, limit.timeIntervalSinceNow * 1000))) > 0 else { break }
            let count = read(errors, &bytes, bytes.count)
            guard count > 0 else { break }
            unread += String(decoding: bytes[..<count], as: UTF8.self)
        }
        let end = words.compactMap { unread.firstRange(of: $0)?.upperBound }.max()
        defer { unread = words.isEmpty ? "" : String(unread[(end ?? unread.endIndex)...]) }
        return words.isEmpty ? unread : String(unread[..<(end ?? unread.endIndex)])
    }

    /// Waits until the process exits. Returns its exit status, or 128 plus the number of the fatal signal.
    func wait() -> Int32 {
        if let status { return status }
        var word: Int32 = 0
        while waitpid(processID, &word, 0) < 0, errno == EINTR {}
        let status = word & 0x7f == 0 ? word >> 8 & 0xff : 128 + word & 0x7f
        self.status = status
        return status
    }
}
