internal import Foundation
internal import Testing

/// A child process of a test, killed on deallocation if it has not exited.
public final class Program {
    private let path: String
    private let workspace: Workspace
    private let outputPath: String
    private let processID: pid_t
    private var status: Int32?

    public init(_ path: String, _ arguments: [String], input: String = "") throws {
        try #require(access(path, X_OK) == 0, "\(path) is missing: make setup installs it")
        self.path = path
        workspace = try Workspace()
        outputPath = try workspace.file("output", "")
        let inputPath = try workspace.file("input", input)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_APPEND, 0)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Clears the signal mask of the child. Otherwise, it would inherit the mask of a Swift thread, which blocks
        // signals.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        let result = posix_spawn(&child, path, &actions, &attributes, &words, environ)
        try #require(result == 0, "\(path) does not start: \(String(cString: strerror(result)))")
        processID = child
    }

    deinit { if isRunning { end(with: SIGKILL) } }

    /// Output so far, from stdout and stderr.
    public var text: String {
        String(decoding: FileManager.default.contents(atPath: outputPath) ?? Data(), as: UTF8.self)
    }
    public var lines: [String] { text.split(separator: "\n").map(String.init) }

    public var isRunning: Bool {
        guard status == nil else { return false }
        var word: Int32 = 0
        guard waitpid(processID, &word, WNOHANG) == processID else { return true }
        status = word
        return false
    }

    /// Sends SIGTERM and waits until the process exits.
    public func stop() { if isRunning { end(with: SIGTERM) } }

    /// Kills the process with SIGKILL.
    public func crash() { if isRunning { end(with: SIGKILL) } }

    /// Suspends the process with SIGSTOP: it no longer responds, but its connections stay open.
    public func freeze() { kill(processID, SIGSTOP) }

    private func end(with signal: Int32) {
        kill(processID, signal)
        waitForEnd()
    }

    private func waitForEnd() {
        var word: Int32 = 0
        while waitpid(processID, &word, 0) < 0, errno == EINTR {}
        status = word
    }

    /// Runs a program until it exits; throws unless the exit status is 0.
    @discardableResult
    public static func run(_ path: String, _ arguments: [String], input: String = "") throws -> String {
        let program = try Program(path, arguments, input: input)
        program.waitForEnd()
        try #require(program.status == 0, "\(path) \(arguments): \(program.text)")
        return program.text
    }
}

/// A temporary directory, removed when the object is deallocated.
public final class Workspace: Sendable {
    public let path = NSTemporaryDirectory() + "plugins-" + UUID().uuidString

    public init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit {
        // Retries, because a program's child processes may still write files shortly after the program exits.
        for _ in 0..<200 {
            try? FileManager.default.removeItem(atPath: path)
            if !FileManager.default.fileExists(atPath: path) { return }
            usleep(10_000)
        }
    }

    /// Returns the path of a file; if `text` is set, writes it to the file.
    public func file(_ name: String, _ text: String? = nil) throws -> String {
        let file = "\(path)/\(name)"
        if let text { try Data(text.utf8).write(to: URL(filePath: file)) }
        return file
    }
}
