import Foundation
import HandlerEvents
import Platform
import PluginAPI
import Schema
import TestTraits
import Testing

/// Tests the error messages for invalid settings and for programs that cannot be started.
@Suite struct ExecMistakeTests {
    @Test(.atLimit("exec-queue")) func `up to 10000 programs can be queued`() throws {
        #expect(try PluginStand.mistakes("exec", "{queue: 10000}").isEmpty)
        #expect(try PluginStand.mistakes("exec", "{queue: 10001}").contains("a whole number from 8 to 10000"))
    }

    @Test func `a missing program is reported when the layout is loaded`() async throws {
        let stand = try PluginStand("exec")
        let binding = try stand.binding("run", "[amixxer, set]")
        stand.plugin.bindingsChanged([binding])
        #expect(await eventually { !stand.log.lines.isEmpty })
        #expect(stand.log.first.hasPrefix("the program 'amixxer' was not found in /"))
        for _ in 1...100 { stand.take(.touchDown, binding) }
        #expect(await eventually { stand.plugin.health.failures + stand.plugin.health.dropped >= 20 })
        #expect(stand.log.lines.filter { $0.contains("amixxer") }.count == 1)
    }

    @Test func `each failed program is reported with its cause, and no other`() async throws {
        let stand = try PluginStand("exec", "{ timeLimit: 300ms, grace: 100ms }")
        let commands = ["[amixxer]", "[sh, -c, exit 3]", "[true]", "[sh, -c, 'kill -9 $$']", "[sleep, '60']"]
        for (index, command) in commands.enumerated() {
            stand.take(.wake, try stand.binding("run", command), stream: Int32(index))
        }
        #expect(await eventually { stand.plugin.health.delivered + stand.plugin.health.failures == commands.count })
        #expect(await eventually { stand.failed.streams.sorted() == [0, 1, 3, 4] })
    }

    @Test(arguments: [500_000, 0])
    func `when the stop times out, a running program counts as failed and queued ones as dropped`(
        _ time: Int64
    ) async throws {
        let folder = try TemporaryFolder()
        // With this time limit, the program still runs, even if a busy machine delays the test by a minute.
        let stand = try PluginStand("exec", "{ concurrency: 1, timeLimit: 1h }")
        let binding = try stand.binding("run", "[sh, -c, 'echo > \(folder.path("began")); exec sleep 3600']")
        for stream in Int32(0)..<3 { stand.take(.wake, binding, stream: stream) }
        #expect(await eventually { folder.text("began") != nil })
        stand.plugin.finishStopping(within: TimeSpan(microseconds: time))
        #expect(await eventually { stand.failed.streams.count == 3 })
        #expect(stand.failed.streams.sorted() == [0, 1, 2])
        #expect(stand.failed.counts == [.failed: 1, .dropped: 2])
    }

    @Test func `a program that is installed later is found`() async throws {
        let folder = try TemporaryFolder()
        let stand = try PluginStand("exec")
        let binding = try stand.binding("run", "[\(folder.path("late"))]")
        stand.take(.touchDown, binding)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        _ = try folder.write("#!/bin/sh\necho here\n", to: "late", executable: true)
        stand.take(.touchDown, binding)
        #expect(await eventually { stand.log.lines.last == "late: here" })
    }

    @Test func `an obstacle to running a program is reported with a remedy`() async throws {
        let folder = try TemporaryFolder()
        let plain = try folder.write("no program", to: "plain", executable: true)
        let lost = try folder.write("#!/nowhere/sh\n", to: "lost", executable: true)
        let cases: [(String, String)] = [
            ("[\(folder.url.path)]", "'\(folder.url.path)' is not a regular file; specify a program"),
            (
                "[\(plain)]",
                "'\(plain)' is neither a script with a first line such as #!/bin/sh nor a program for this CPU"
            ),
            ("[\(lost)]", "the interpreter of '\(lost)' (its #! line) does not exist; correct this line"),
            (
                "{command: [pwd], directory: /nowhere}",
                "cannot use the working directory '/nowhere': No such file or directory"
            ),
            (
                "[echo, \(quoted(String(repeating: "x", count: 200_000)))]",
                "was not started: its arguments and environment are too long"
            ),
        ]
        for (arguments, message) in cases {
            let stand = try PluginStand("exec")
            stand.take(.touchDown, try stand.binding("run", arguments))
            #expect(await eventually { stand.plugin.health.failures == 1 })
            #expect(stand.log.lines.count == 1)
            #expect(stand.log.lines.first?.hasSuffix(message) == true, "\(stand.log.lines)")
        }
    }

    @Test(arguments: [
        ("amixer set Master", "not 'amixer set Master'; a command is not run through a shell"),
        ("[]", "not an empty list"),
        ("['{{view}}', set]", "the program's name must not be empty or contain placeholders"),
        ("['']", "the program's name must not be empty or contain placeholders"),
        ("[amixer, '{{valeu}}']", "did you mean '{{value}}'?"),
        ("[amixer, \"a\\0b\"]", "an argument must not contain a NUL character; remove it"),
        ("[amixer, [set]]", "must be a string, not a list"),
        ("{timeLimit: 5s}", "exec.run needs 'command'"),
        ("{command: [pwd], timelimit: 5s}", "did you mean 'timeLimit'?"),
        ("{command: [pwd], timeLimit: soon}", "a time such as"),
        ("{command: [pwd], environment: {A=B: 1}}", "the name of an environment variable must not contain '='"),
    ]) func `an error in the arguments of run is reported`(arguments: String, message: String) throws {
        let mistakes = try PluginStand.mistakes("exec", arguments, handler: "run")
        #expect(mistakes.contains(message), "\(mistakes)")
    }

    @Test(arguments: [
        ("{concurrency: 0}", "'concurrency' must be a whole number from 1 to 64"),
        ("{timeLimit: 5}", "'timeLimit' must be a time such as 250ms, 1.5s, 2min or 1h"),
        ("{queue: 1}", "a whole number from 8 to 10000"),
        ("{timeLimits: 5s}", "did you mean 'timeLimit'?"),
    ]) func `an error in the settings is reported`(settings: String, message: String) throws {
        let mistakes = try PluginStand.mistakes("exec", settings)
        #expect(mistakes.contains(message), "\(mistakes)")
    }

    @Test func `a plugin with equal settings continues`() throws {
        #expect(try PluginStand.isSame("exec", "{timeLimit: 1min}", "{timeLimit: 60s}"))
        #expect(try !PluginStand.isSame("exec", "{timeLimit: 1min}", "{timeLimit: none}"))
    }
}
