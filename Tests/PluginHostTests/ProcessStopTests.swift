import Foundation
import HandlerEvents
import JSON
import PluginAPI
import Testing

@testable import PluginHosts

struct `Stopping a process plugin` {
    @Test func `accepted events are delivered, then stop is sent and its input closed`() async throws {
        let host = try Fixture(
            python: """
                say(type="ready", protocol=1)
                count = 0
                for message in messages():
                    if message["type"] == "occurrence": count += 1
                    if message["type"] == "stop": echo({"count": count})
                echo({"end": True})
                """
        )
        let binding = host.binding()
        try host.plugin.start()
        for time in 1...500 as ClosedRange<Int64> { _ = host.plugin.take(handlerEvent(.action, time), for: binding) }
        host.stop()
        #expect(host.tree.echoes == [["count": 500], ["end": true]])
        #expect(host.log.messages.filter { $0 != "the program is ready" } == [])
    }

    @Test func `a program that ignores everything is killed within the limit, with its children`() async throws {
        let host = try Fixture(
            python: """
                import subprocess
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                child = subprocess.Popen(["sleep", "1000"])
                say(type="ready", protocol=1)
                echo({"child": child.pid, "own": os.getpid()})
                while True:
                    try: time.sleep(1000)
                    except BaseException: pass
                """
        )
        try host.plugin.start()
        #expect(await eventually { !host.tree.echoes.isEmpty })
        let echo = host.tree.echoes[0]
        let numbers = ["child", "own"].map { pid_t(echo[$0]?.number ?? 0) }
        host.stop(within: 2)
        #expect(host.log.count("did not stop on request and was killed") == 1)
        #expect(host.log.count("in time") == 0)
        #expect(await eventually { numbers.allSatisfy { !isAlive($0) } })
    }

    @Test func `a program that has left its process group is killed too, and restarted`() async throws {
        let host = try Fixture(
            python: """
                os.setpgid(0, os.getpgid(os.getppid()))
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                say(type="ready", protocol=1)
                echo({"own": os.getpid()})
                time.sleep(1000)
                """,
            "timeout: 100ms, restart: {after: 1ms}"
        )
        let binding = host.binding()
        try host.plugin.start()
        #expect(await eventually { !host.tree.echoes.isEmpty })
        // The process does not respond to the ping, so the plugin restarts it.
        _ = host.plugin.take(handlerEvent(.action, 1), for: binding)
        #expect(await eventually { host.tree.echoes.count >= 2 })
        let numbers = host.tree.echoes.map { pid_t($0["own"]?.number ?? 0) }
        host.stop(within: 2)
        #expect(host.log.count("in time") == 0)
        #expect(await eventually { numbers.allSatisfy { !isAlive($0) } })
    }

    @Test func `a program that is not ready delays the stop only up to the limit`() async throws {
        let host = try Fixture(python: "time.sleep(1000)")
        _ = host.plugin.take(handlerEvent(.action, 1), for: host.binding())
        try host.plugin.start()
        host.stop(within: 1)
        #expect(host.log.count("in time") == 0)
        #expect(host.log.count("1 event was not delivered, because the plugin stopped") == 1)
    }

    @Test func `the children of a program that exited are killed`() async throws {
        let host = try Fixture(
            python: """
                import subprocess
                child = subprocess.Popen(["sleep", "1000"])
                say(type="ready", protocol=1)
                echo({"child": child.pid})
                """,
            "restart: {tries: 0}"
        )
        try host.plugin.start()
        #expect(await eventually { !host.tree.echoes.isEmpty })
        let number = pid_t(host.tree.echoes[0]["child"]?.number ?? 0)
        #expect(await eventually { !isAlive(number) })
    }

    /// Creates a plugin whose program starts a daemon: forked twice, in its own session, without inherited descriptors
    /// or variables. The daemon reports its process id, detaches itself, and closes the last writer of a pipe. Then,
    /// the program runs `rest`.
    private func daemon(_ rest: String, _ settings: String = "timeout: 1min") throws -> Fixture {
        try Fixture(
            python: """
                detached, writer = os.pipe()
                if os.fork() == 0:
                    os.setsid()
                    if os.fork() == 0:
                        echo({"daemon": os.getpid()})
                        os.closerange(0, 100)
                        os.execve("/bin/sleep", ["sleep", "1000"], {})
                    os._exit(0)
                os.wait()
                os.close(writer)
                os.read(detached, 1)
                say(type="ready", protocol=1)
                \(rest)
                """,
            settings
        )
    }

    private func daemons(of host: Fixture) -> [pid_t] {
        host.tree.echoes.compactMap { $0["daemon"]?.number.map { pid_t($0) } }
    }

    @Test(arguments: ["for message in messages(): pass", "time.sleep(1000)"])
    func `a daemon is killed with the program that started it`(rest: String) async throws {
        let host = try daemon(rest)
        try host.plugin.start()
        #expect(await eventually { !self.daemons(of: host).isEmpty && host.plugin.health.isConnected == true })
        #expect(daemons(of: host).allSatisfy(isAlive))
        host.stop(within: 2)
        #expect(daemons(of: host).count == 1 && !daemons(of: host).contains(where: isAlive))
    }

    @Test func `the daemon of an exited program is gone before the program is restarted`() async throws {
        let host = try daemon("", "restart: {after: 1ms, tries: 2}")
        try host.plugin.start()
        #expect(await eventually { self.daemons(of: host).count == 3 })
        #expect(await eventually { !self.daemons(of: host).contains(where: self.isAlive) })
    }

    /// Four processes in separate sessions each start a new process when a child ends. A pipe with one byte per
    /// permitted process limits their total number.
    @Test func `processes that respawn each other are killed with their program`() async throws {
        let host = try Fixture(
            python: """
                allowed, writer = os.pipe()
                os.write(writer, b"x" * 600)
                os.set_blocking(allowed, False)
                def may_start():
                    try: return os.read(allowed, 1) == b"x"
                    except BlockingIOError: return False
                def rest():
                    signal.alarm(60)
                    os.closerange(0, 3)
                    while True: signal.pause()
                def watch():
                    signal.alarm(60)
                    os.setsid()
                    while True:
                        while may_start():
                            if os.fork() == 0: rest()
                            os.wait()
                        signal.pause()
                group = os.getpid()
                for number in range(4):
                    if os.fork() == 0:
                        if os.fork() == 0: watch()
                        os._exit(0)
                    os.wait()
                time.sleep(0.2)
                say(type="ready", protocol=1)
                echo({"own": group})
                for message in messages(): pass
                """
        )
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.isConnected == true && !host.tree.echoes.isEmpty })
        let folder = try #require(host.folder)
        #expect(running(in: folder) >= 5)
        host.stop(within: 5)
        #expect(running(in: folder) == 0)
        #expect(host.log.count("did not end") == 0)
    }

    /// Each process forks and exits, so the running process always has a new id. The last child exits after 5000 forks.
    @Test func `a process that keeps changing its id is killed with its program`() async throws {
        let host = try Fixture(
            python: """
                if os.fork() == 0:
                    os.setsid()
                    os.closerange(0, 3)
                    signal.alarm(60)
                    for number in range(5000):
                        if os.fork() > 0: os._exit(0)
                    while True: signal.pause()
                say(type="ready", protocol=1)
                for message in messages(): pass
                """
        )
        try host.plugin.start()
        #expect(await eventually { host.plugin.health.isConnected == true })
        let folder = try #require(host.folder)
        host.stop(within: 5)
        #expect(running(in: folder) == 0)
        #expect(host.log.count("did not end") == 0)
    }

    /// Returns the number of processes in this working directory, without zombies.
    private func running(in folder: URL) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.count { name in
            guard let number = pid_t(name), isAlive(number) else { return false }
            let directory = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")
            return directory.map { URL(filePath: $0).lastPathComponent } == folder.lastPathComponent
        }
    }

    @Test func `the daemons of other plugins continue`() async throws {
        let hosts = try (1...2).map { _ in try daemon("for message in messages(): pass") }
        for host in hosts { try host.plugin.start() }
        #expect(await eventually { hosts.allSatisfy { !self.daemons(of: $0).isEmpty } })
        hosts[0].stop()
        #expect(!daemons(of: hosts[0]).contains(where: isAlive) && daemons(of: hosts[1]).allSatisfy(isAlive))
        hosts[1].stop()
        #expect(!daemons(of: hosts[1]).contains(where: isAlive))
    }

    /// Whether a process exists and is not a zombie.
    private func isAlive(_ number: pid_t) -> Bool {
        guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else { return false }
        return !text.contains(") Z ")
    }
}
