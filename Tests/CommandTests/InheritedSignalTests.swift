import Foundation
import Testing

/// Tests a service that inherits ignored or blocked signals.
struct InheritedSignalTests {
    /// Ignores or blocks all signals, and starts a command. Uses raw system calls, because the C library exempts its
    /// internal signals 32 and 33.
    private static let launcher = """
        import ctypes, os, platform, struct, sys
        sigaction, sigprocmask = {"x86_64": (13, 14), "aarch64": (134, 135)}[platform.machine()]
        call = ctypes.CDLL(None).syscall
        if sys.argv[1] == "ignored":
            for number in range(1, 65): call(sigaction, number, struct.pack("=4Q", 1, 0, 0, 0), None, 8)
        else:
            call(sigprocmask, 0, struct.pack("=Q", 2**64 - 1), None, 8)
        if os.fork() == 0: os.execvp("grep", ["grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"])
        os.execv(sys.argv[2], sys.argv[2:])
        """

    @Test(arguments: ["ignored", "blocked"])
    func `programs start with no signal ignored or blocked, whatever the service inherited`(how: String) throws {
        let scratch = try Scratch()
        let layout = """
            plugins: { shell: { type: exec, queue: 64 } }
            root: { id: page, on: { touchesEnded: { shell.run: [grep, -E, "^Sig(Blk|Ign)", /proc/self/status] } } }
            """
        try scratch.write("lobby.yaml", Data(layout.utf8))
        try scratch.write("launcher.py", Data(Self.launcher.utf8))
        let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")
        let (output, errors) = (scratch.folder.appending(path: "output"), scratch.folder.appending(path: "errors"))
        let command = try RunningCommand(
            ["python3", "launcher.py", how, Command.binary.path]
                + ["replay", taps, "--layout", "lobby.yaml", "--run-handlers"],
            of: "/usr/bin/env",
            output: .file(output.path),
            errors: .file(errors.path),
            in: scratch
        )
        let status = command.wait()
        let (said, log) = (
            try String(contentsOf: output, encoding: .utf8), try String(contentsOf: errors, encoding: .utf8)
        )
        #expect(status == 0, "\(log)")
        #expect(said.hasSuffix("shell.run of page on touchesEnded: 9 delivered\n"), "\(said)\n\(log)")
        for name in ["SigBlk", "SigIgn"] {
            #expect(log.components(separatedBy: "grep: \(name): 0000000000000000\n").count == 10, "\(log)")
        }
        // Checks the precondition: a child of the launcher inherits the signals.
        let inherited = how == "ignored" ? "SigIgn:\tfffffff" : "SigBlk:\tfffffff"
        #expect(said.contains(inherited), "\(said)")
    }
}
