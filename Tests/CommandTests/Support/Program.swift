import Foundation
import Glibc
import Testing

/// Runs external programs. Does not use Foundation's `Process`, whose `waitUntilExit` hangs under load.
enum Program {
    /// Runs a program until it exits, and returns its exit status. Writes the output to a file.
    static func run(
        _ program: String,
        _ arguments: [String],
        output: String,
        environment: [String: String] = [:]
    ) throws -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var settings: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") } + [nil]
        defer { for setting in settings { free(setting) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, program, &actions, nil, &words, &settings)
        try #require(result == 0, "\(program) does not start")
        var word: Int32 = 0
        while waitpid(child, &word, 0) < 0, errno == EINTR {}
        return word & 0x7f == 0 ? word >> 8 & 0xff : 128 + word & 0x7f
    }
}
