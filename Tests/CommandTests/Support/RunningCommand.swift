import Foundation
import Glibc
import Testing
import TimeLimits

/// The built command as a running process, killed on deallocation.
final class RunningCommand {
    let processID: pid_t
    private var status: Int32?
    /// Whether the kernel dumped core.
    private(set) var leftCore = false

    /// Destination of the command's output.
    enum Sink {
        case file(String)
        case descriptor(Int32)
        case nowhere
    }

    /// Starts the command with default signal handling.
    init(
        _ arguments: [String],
        of program: String? = nil,
        output: Sink = .nowhere,
        errors: Sink = .nowhere,
        in folder: Scratch? = nil,
        environment: [String: String]? = nil,
        onFullDisk: Bool = false
    ) throws {
        let program = program ?? Command.binary(for: arguments).path
        // Limits the file size, so larger writes fail as on a full disk. The limit is 4 or 8 KiB, because shells use
        // different units for `ulimit -f`.
        let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\""
        let start =
            (folder.map { ["/usr/bin/env", "-C", $0.folder.path] } ?? [])
            + (onFullDisk ? ["/bin/sh", "-c", script, program] : [program])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        for (file, sink) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            switch sink {
            case .file(let path):
                posix_spawn_file_actions_addopen(&actions, file, path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, file)
            case .nowhere: posix_spawn_file_actions_addopen(&actions, file, "/dev/null", O_WRONLY, 0)
            }
        }
        // Resets signals, because a child inherits blocked signals from Swift's threads and ignored signals from the
        // test runner.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var words: [UnsafeMutablePointer<CChar>?] = (start + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // Passes sanitizer options to every program, so reports of children are not lost.
        let own = ProcessInfo.processInfo.environment
        let variables = environment?.merging(own.filter { $0.key.hasSuffix("SAN_OPTIONS") }) { $1 } ?? own
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for setting in settings { free(setting) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, start[0], &actions, &attributes, &words, &settings)
        try #require(result == 0, "the command does not start: \(String(cString: strerror(result)))")
        processID = child
    }

    deinit {
        kill(processID, SIGKILL)
        while !hasEnded { usleep(1000) }
    }

    func send(_ signal: Int32) { kill(processID, signal) }

    var hasEnded: Bool {
        guard status == nil else { return true }
        var word: Int32 = 0
        guard waitpid(processID, &word, WNOHANG) == processID else { return false }
        leftCore = word & 0x80 != 0
        status = word & 0x7f == 0 ? word >> 8 & 0xff : -(word & 0x7f)
        return true
    }

    /// Returns the exit status, or the negative number of the fatal signal; nil if the command does not end in time.
    func wait() -> Int32? {
        waitUntil { hasEnded }
        return status
    }

    /// Waits until the command's first thread blocks in write or poll; returns whether it does.
    func waitUntilStalled() -> Bool {
        #if arch(x86_64)
        let calls = ["1", "7"]  // write, poll
        #else
        let calls = ["64", "73"]  // write, ppoll
        #endif
        return waitUntil {
            let said = try? String(contentsOfFile: "/proc/\(processID)/syscall", encoding: .utf8)
            return said?.split(separator: " ").first.map { calls.contains(String($0)) } ?? false
        }
    }

    @discardableResult
    private func waitUntil(_ isSo: () -> Bool) -> Bool {
        let end = ContinuousClock.now + TimeLimits.wait
        while !isSo() {
            if ContinuousClock.now > end { return false }
            usleep(5000)
        }
        return true
    }
}

/// A full pipe that is never read.
final class FullPipe {
    private let reader: Int32
    let writer: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        (reader, writer) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(writer, F_SETFL, O_NONBLOCK)
        let page = [UInt8](repeating: 0x2e, count: 4096)
        while Glibc.write(writer, page, page.count) > 0 {}
        _ = fcntl(writer, F_SETFL, 0)
    }

    deinit {
        close(reader)
        close(writer)
    }
}
