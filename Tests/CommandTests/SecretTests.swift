import Foundation
import Glibc
import Testing
import TimeLimits

/// Tests that passwords never leave the service.
struct SecretTests {
    private static let secret = "hush-4711-hush-4711"
    private let scratch: Scratch
    /// Whether the tests run as root. Root can read the memory of all processes, so the service and `spy` then run as the
    /// user `nobody`.
    private let isRoot = geteuid() == 0

    init() throws {
        scratch = try Scratch()
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch.folder.path)
    }

    /// Returns the contents of /proc/PID/FILE, as read by another process of the service's user.
    private func spy(_ process: pid_t, _ file: String) throws -> String {
        let user = isRoot ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        let words = user + ["cat", "/proc/\(process)/\(file)"]
        let found = scratch.path("found")
        _ = try Program.run("/usr/bin/env", words, output: found)
        return String(decoding: try Data(contentsOf: URL(filePath: found)), as: UTF8.self)
    }

    private func start(_ layout: String, _ options: [String] = []) throws -> RunningCommand {
        try scratch.write("layout.yaml", Data(layout.utf8))
        let said = scratch.path("said")
        // Starts the program through an open descriptor, because other users may be unable to read the build folder.
        let user = isRoot ? "setpriv --reuid=nobody --regid=nogroup --clear-groups" : ""
        let script = "ulimit -c unlimited; exec 9<\"$1\"; shift; exec \(user) /proc/self/fd/9 run \"$@\""
        let words = ["-c", script, "sh", Command.binary.path, scratch.path("layout.yaml")] + options
        let service = try RunningCommand(
            words,
            of: "/bin/sh",
            errors: .file(said),
            in: scratch,
            environment: [
                // The last plugin to start runs this command when it is ready.
                "ORDERS": #"echo '{"type":"command","do":"send","view":"bell","event":"touchDown"}'"#,
                "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "SECRET": Self.secret, "SWIFT_BACKTRACE": "enable=no",
            ]
        )
        try eventually("the service runs") { try String(contentsOfFile: said, encoding: .utf8).contains("it is here") }
        return service
    }

    private func eventually(_ what: String, _ isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + TimeLimits.wait
        while try !isSo() {
            let isInTime = ContinuousClock.now < end
            let said = try? String(contentsOfFile: scratch.path("said"), encoding: .utf8)
            try #require(isInTime, "timeout; expected: \(what); said: \(said ?? "nothing")")
            usleep(10_000)
        }
    }

    /// A plugin that starts last, and reports that it is running.
    private let last = """
          zz:
            type: process
            command:
              - /bin/sh
              - -c
              - |
                echo "it is here" >&2
                echo '{"type":"ready","protocol":1}'
                eval "$ORDERS"
                while read -r line; do :; done
        """

    @Test(arguments: ["passwordEnvironment: SECRET", "passwordFile: secret"])
    func `with a secret, its user can read neither memory nor environment, and no core is dumped`(
        setting: String
    ) throws {
        try scratch.write("secret", Data("\(Self.secret)\n".utf8))
        let path = scratch.path("secret")
        let setting = setting.replacing(": secret", with: ": \(path)")
        let broker = "broker: 'mqtt://127.0.0.1:9', user: me"
        let service = try start("plugins:\n  a: { type: mqtt, \(broker), \(setting) }\n\(last)")
        #expect(try spy(service.processID, "environ").contains("Permission denied"))
        #expect(try spy(service.processID, "maps").contains("Permission denied"))
        #expect(try !spy(service.processID, "cmdline").contains(Self.secret))
        service.send(SIGABRT)
        #expect(service.wait() == -SIGABRT)
        #expect(!service.leftCore)
        #expect(scratch.names.allSatisfy { !$0.hasPrefix("core") })
        let said = try String(contentsOfFile: scratch.path("said"), encoding: .utf8)
        #expect(!said.contains(Self.secret))
    }

    /// The layout contains secrets of each type. The test reads the log at all levels, the trace, and the output of
    /// commands that read the layout.
    @Test
    func `secrets appear in no output of the service`() throws {
        for name in ["mqtt", "hook", "page", "inspector"] {
            try scratch.write("\(name).token", Data("\(Self.secret)-\(name)\n".utf8))
        }
        let layout = """
            inspect: { port: 0, tokenFile: \(scratch.path("inspector.token")) }
            plugins:
              bus: { type: mqtt, broker: 'mqtt://127.0.0.1:9', user: me, passwordFile: \(scratch.path("mqtt.token")) }
              hook: { type: webhook, url: 'http://127.0.0.1:9', tokenFile: \(scratch.path("hook.token")) }
              page: { type: stream, port: 0, tokenFile: \(scratch.path("page.token")) }
            \(last)
            root:
              subviews:
                - id: bell
                  class: Button
                  on: { touchDown: [bus.publish: { topic: a, payload: b }, hook.post: /bell] }
            """
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: scratch.folder.path)
        let service = try start(layout, ["--verbose", "--trace", scratch.path("trace")])
        func said() throws -> String { try String(contentsOfFile: scratch.path("said"), encoding: .utf8) }
        try eventually("the request fails") { try said().contains("plugin 'hook'") && said().contains("plugin 'bus'") }
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        for command in [["check"], ["tree", "--json"], ["hit-test"], ["explain"]] {
            let point = command[0] == "hit-test" || command[0] == "explain" ? ["1", "1"] : []
            let outcome = try Command.run(command + [scratch.path("layout.yaml")] + point)
            #expect(!(outcome.output + outcome.complaints).contains(Self.secret), "\(command)")
        }
        var looked = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.folder.path) {
            guard !name.hasSuffix(".token"), let data = FileManager.default.contents(atPath: scratch.path(name)) else {
                continue
            }
            looked += 1
            #expect(!String(decoding: data, as: UTF8.self).contains(Self.secret), "\(name)")
        }
        #expect(looked >= 3, "the layout, the log and the trace")
    }

    @Test
    func `without a secret the process is dumpable and readable`() throws {
        let service = try start("plugins:\n\(last)")
        #expect(try spy(service.processID, "environ").contains("SECRET=\(Self.secret)"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }
}
