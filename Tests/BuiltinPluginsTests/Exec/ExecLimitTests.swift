import Foundation
import HandlerEvents
import Platform
import PluginAPI
import Schema
import TestTraits
import Testing
import TimeLimits

/// Tests the limits that isolate a program from other programs and from touch delivery.
@Suite struct ExecLimitTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func isAlive(_ file: String) throws -> Bool {
        let process = try #require(folder.text(file).flatMap { Int32($0.filter(\.isNumber)) })
        // An unreaped zombie does not count as alive.
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return !status.isEmpty && !status.contains(") Z")
    }

    @Test func `at its time limit a program is killed with all its children`() async throws {
        let stand = try PluginStand("exec", "{timeLimit: 300ms, grace: 200ms}")
        let script = """
            trap '' TERM
            (trap '' TERM; while :; do sleep 0.1; done) &
            echo $! > \(folder.path("child")); echo $$ > \(folder.path("leader"))
            while :; do sleep 0.1; done
            """
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(try !isAlive("leader"))
        #expect(try await eventually { try !isAlive("child") })
        #expect(stand.log.lines == ["'sh' was terminated after its time limit of 0.3 s"])
    }

    /// Returns shell code for a daemon in its own session, reparented to init. The daemon writes its process id to a
    /// file.
    private func daemon(_ file: String) -> String {
        "(setsid sh -c 'echo $$ > \(folder.path(file)); exec env -i sleep 1000' >/dev/null 2>&1 </dev/null &); "
            + "while ! [ -s \(folder.path(file)) ]; do sleep 0.01; done; "
    }

    @Test func `at its time limit a program is killed with its daemons, but not those of other programs`() async throws
    {
        let stand = try PluginStand("exec", "{timeLimit: 1s, grace: 100ms}")
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(daemon("left")))]"), stream: 1)
        let script = daemon("daemon") + "sleep 1000"
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"), stream: 2)
        #expect(await eventually { stand.plugin.health.failures == 1 && stand.plugin.health.delivered == 1 })
        #expect(try !isAlive("daemon"))
        #expect(try isAlive("left"))
    }

    @Test func `a daemon that a program left running continues until its plugin ends`() async throws {
        let (stand, other) = (try PluginStand("exec"), try PluginStand("exec"))
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(daemon("daemon")))]"))
        other.take(.touchDown, try other.binding("run", "[sh, -c, \(quoted(daemon("other")))]"))
        #expect(await eventually { stand.plugin.health.delivered == 1 && other.plugin.health.delivered == 1 })
        #expect(try isAlive("daemon") && isAlive("other"))
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 2_000_000))
        #expect(try !isAlive("daemon") && isAlive("other"))
        other.plugin.finishStopping(within: TimeSpan(microseconds: 0))
        #expect(try !isAlive("other"))
    }

    @Test func `a program that ends on SIGTERM is not killed`() async throws {
        let stand = try PluginStand("exec", "{timeLimit: 300ms, grace: 1h}")
        let script = "trap 'echo bye; exit 0' TERM; while :; do sleep 0.05; done"
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(stand.log.lines.contains("sh: bye"))
    }

    @Test func `children of an ended program have its grace period`() async throws {
        let stand = try PluginStand("exec", "{timeLimit: 300ms, grace: 300ms}")
        // The leader exits at once on SIGTERM; its child does not.
        let script = "(trap '' TERM; while :; do sleep 0.05; done) & echo $! > \(folder.path("child")); wait"
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(try await eventually { try !isAlive("child") })
    }

    @Test func `a program whose children keep its output open is finished when it exits`() async throws {
        let stand = try PluginStand("exec", "{timeLimit: 1h}")
        let script = "sleep 1000 & echo $! > \(folder.path("child")); echo started"
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(stand.log.lines == ["sh: started"])
        #expect(try isAlive("child"))
        kill(try #require(folder.text("child").flatMap { Int32($0.filter(\.isNumber)) }), SIGKILL)
    }

    @Test func `at most concurrency programs run at a time, and others wait`() async throws {
        let stand = try PluginStand("exec", "{concurrency: 2, queue: 64}")
        let script = """
            import os, sys, time
            folder = sys.argv[1]
            def count(kind): return sum(name.startswith(kind) for name in os.listdir(folder))
            for kind in ("running", "started"): open(f"{folder}/{kind}{os.getpid()}", "w").close()
            while count("started") < 2: time.sleep(0.01)
            print("runs", count("running"))
            os.remove(f"{folder}/running{os.getpid()}")
            """
        let binding = try stand.binding("run", "[python3, -c, \(quoted(script)), \(folder.url.path)]")
        for stream: Int32 in 1...10 { #expect(stand.take(.primaryActionTriggered, binding, stream: stream).isAccepted) }
        #expect(await eventually { stand.plugin.health.delivered == 10 })
        #expect(stand.log.lines.contains("python3: runs 2"))
        #expect(Set(stand.log.lines).isSubset(of: ["python3: runs 1", "python3: runs 2"]))
        #expect(stand.plugin.health.waiting == 0)
    }

    @Test func `programs started by one touch run one after the other`() async throws {
        let stand = try PluginStand("exec")
        let began = try stand.binding("run", "[sh, -c, 'sleep 0.3; echo began']")
        let ended = try stand.binding("run", "[echo, ended]")
        stand.take(.touchDown, began)
        stand.take(.touchUpInside, ended)
        #expect(await eventually { stand.plugin.health.delivered == 2 })
        #expect(stand.log.lines == ["sh: began", "echo: ended"])
    }

    @Test func `of queued moves the newest is run`() async throws {
        let stand = try PluginStand("exec", "{timeLimit: none}")
        let script = "echo {{value}}; while [ ! -e '\(folder.path("open"))' ]; do sleep 0.05; done"
        let slow = try stand.binding("run", "[sh, -c, \(quoted(script))]")
        stand.take(.valueChanged, slow) { $0.value = 0 }
        #expect(await eventually { stand.log.lines == ["sh: 0"] })
        for value in 1...20 { stand.take(.valueChanged, slow) { $0.value = Double(value) } }
        _ = try folder.write("", to: "open")
        #expect(await eventually { stand.plugin.health.delivered == 2 })
        #expect(stand.log.lines == ["sh: 0", "sh: 20"])
        #expect(stand.plugin.health.coalesced == 19)
    }

    @Test(.pastLimit("exec-queue"))
    func `hanging programs block no input, and the newest calls are rejected with one message`()
        async throws
    {
        let stand = try PluginStand("exec", "{concurrency: 1, queue: 8, timeLimit: none}")
        let hangs = try stand.binding("run", "[sleep, '1000']")
        var refused = 0
        let start = ContinuousClock.now
        for stream: Int32 in 1...2000 where !stand.take(.primaryActionTriggered, hangs, stream: stream).isAccepted {
            refused += 1
        }
        // The limit is generous: waiting for even one program to end would take a thousand seconds.
        #expect(ContinuousClock.now - start < .seconds(10 * TimeLimits.scale))
        #expect(refused > 1900)
        let message = "1 programs are running, the maximum of 'concurrency', and "
        #expect(await eventually { stand.log.lines.contains { $0.hasPrefix(message) } })
        #expect(stand.log.lines.count == 1)
        #expect(stand.plugin.health.dropped == refused)
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 1_000_000))
        #expect(stand.log.lines.contains("'sleep' was terminated because the plugin is stopping"))
        #expect(!stand.log.lines.contains("the plugin did not stop in time"))
    }

    @Test func `a rejection because of the touch's own programs has its own message`() async throws {
        let stand = try PluginStand("exec", "{concurrency: 2, queue: 8, timeLimit: none}")
        let hangs = try stand.binding("run", "[sleep, '1000']")
        stand.take(.primaryActionTriggered, hangs)
        #expect(await eventually { stand.plugin.health.waiting == 0 })
        while stand.take(.primaryActionTriggered, hangs).isAccepted { usleep(1000) }
        #expect(await eventually { !stand.log.lines.isEmpty })
        let message = " programs are waiting for earlier programs of the same touch or control (running: 1); "
        #expect(stand.log.first.contains(message))
    }

    @Test func `a program that has left its process group is killed too`() async throws {
        let stand = try PluginStand("exec")
        let leaves = """
            import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN)
            os.setpgid(0, os.getpgid(os.getppid())); print(os.getpid(), flush=True); time.sleep(1000)
            """.split(separator: "\n").joined(separator: "; ")
        stand.take(.primaryActionTriggered, try stand.binding("run", "[python3, -c, '\(leaves)']"))
        #expect(await eventually { !stand.log.lines.isEmpty })
        let number = try #require(pid_t(stand.log.first.dropFirst("python3: ".count)))
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 2_000_000))
        #expect(!stand.log.lines.contains("the plugin did not stop in time"))
        #expect(await eventually { kill(number, 0) != 0 })
    }

    @Test func `a program with endless output fills neither log nor memory`() async throws {
        let stand = try PluginStand("exec", "{timeLimit: 1s, outputRate: 10}")
        stand.take(.touchDown, try stand.binding("run", "[yes, 'all work and no play']"), stream: 1)
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, 'tr \"\\\\0\" x < /dev/zero']"), stream: 2)
        #expect(await eventually { stand.plugin.health.failures == 2 })
        let lines = stand.log.lines
        #expect(lines.count < 200)
        #expect(lines.contains("'yes' writes too many lines; lines beyond 'outputRate' are dropped"))
        #expect(lines.allSatisfy { $0.utf8.count < 1100 })
    }

    @Test func `a program that ignores SIGTERM does not delay the stop`() async throws {
        let stand = try PluginStand("exec")
        let script = "trap '' TERM; echo $$ > \(folder.path("leader")); while :; do sleep 0.05; done"
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { folder.text("leader")?.isEmpty == false })
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 500_000))
        #expect(try await eventually { try !isAlive("leader") })
        #expect(!stand.log.lines.contains("the plugin did not stop in time"))
    }

    @Test func `calls accepted before the stop are run`() async throws {
        let stand = try PluginStand("exec", "{concurrency: 1}")
        let binding = try stand.binding("run", "[echo, '{{touch}}']")
        for stream: Int32 in 1...5 { stand.take(.primaryActionTriggered, binding, stream: stream) }
        stand.plugin.beginStopping()
        #expect(!stand.take(.primaryActionTriggered, binding, stream: 6).isAccepted)
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 20_000_000))
        #expect(stand.log.lines == (1...5).map { "echo: \($0)" })
    }

    @Test func `a stop without any time kills all programs`() async throws {
        let stand = try PluginStand("exec")
        let script = "trap '' TERM; echo $$ > \(folder.path("leader")); while :; do sleep 0.05; done"
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { folder.text("leader")?.hasSuffix("\n") == true })
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 0))
        let leader = try #require(folder.text("leader")).filter(\.isNumber)
        // /proc/PID disappears only after the plugin has reaped the process.
        #expect(await eventually { !FileManager.default.fileExists(atPath: "/proc/\(leader)") })
        #expect(!stand.log.lines.contains("the plugin did not stop in time"))
    }

    @Test func `a rejected call makes no system call each time`() throws {
        let stand = try PluginStand("exec", "{queue: 8}", isStarted: false)
        let binding = try stand.binding("run", "['true']")
        for stream: Int32 in 1...3000 { stand.take(.primaryActionTriggered, binding, stream: stream) }
        #expect(stand.plugin.health.dropped > 2900)
        // The test does not drain the plugin's wake-up eventfds, so their counters show the number of wake-ups.
        let folder = "/proc/self/fdinfo"
        let signals = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name -> Int? in
            let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix("eventfd-count:") }
            return line.flatMap { Int($0.dropFirst(14).filter { !$0.isWhitespace }, radix: 16) }
        }
        #expect(signals.contains(1))
        #expect(signals.allSatisfy { $0 < 1000 }, "\(signals)")
    }
}
