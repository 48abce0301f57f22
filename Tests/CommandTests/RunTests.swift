import Foundation
import Glibc
import Testing
import TimeLimits

/// Tests the service without a panel: notifications to the service manager, reloads and exit.
struct RunTests {
    private let scratch: Scratch
    private let layout = """
        plugins: { journal: { type: log } }
        root: { id: page, on: { touches: journal.write } }
        """

    init() throws {
        scratch = try Scratch()
        try write(layout)
    }

    private func write(_ text: String) throws { try scratch.write("layout.yaml", Data(text.utf8)) }

    @Test
    func `a layout with a mistake is not run, and every mistake is reported`() throws {
        try write("root: { id: page, alpa: 1, on: { touches: journal.write } }")
        let outcome = try Command.run("run", scratch.path("layout.yaml"))
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("layout.yaml:1:19: error: View has no key 'alpa'; did you mean 'alpha'?"))
        #expect(outcome.complaints.contains("there is no plugin 'journal'"))
    }

    @Test
    func `a bad layout is reported to the service manager, and a signal ends the pause before the retry`() throws {
        try write("root: { alpa: 1 }")
        let manager = try Manager(in: scratch)
        let service = try start(manager)
        #expect(manager.hears("STATUS=the layout has errors; next attempt in 5 s"))
        #expect(try said().contains("View has no key 'alpa'"))
        service.send(SIGTERM)
        // SIGTERM ends the wait with status 0; the error in the layout alone would end it with status 1.
        #expect(service.wait() == 0)
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `the service manager is notified of start, reload and end`(_ signal: Int32) throws {
        let manager = try Manager(in: scratch)
        let service = try start(manager)
        #expect(manager.hears("READY=1"))
        service.send(SIGHUP)
        #expect(manager.hears("RELOADING=1"))
        #expect(manager.hears("READY=1"))
        service.send(signal)
        #expect(manager.hears("STOPPING=1"))
        #expect(service.wait() == 0)
        let said = try said()
        #expect(said.contains("touchbridge: \(scratch.path("layout.yaml")): the layout was reloaded\n"))
    }

    @Test
    func `a broken, unreadable or missing layout leaves the running one in use`() throws {
        let manager = try Manager(in: scratch)
        let service = try start(manager)
        #expect(manager.hears("READY=1"))
        try write("root: [")
        try reload(service, manager)
        try FileManager.default.removeItem(at: scratch.url("layout.yaml"))
        try reload(service, manager)
        try FileManager.default.createDirectory(at: scratch.url("layout.yaml"), withIntermediateDirectories: true)
        try reload(service, manager)
        try FileManager.default.removeItem(at: scratch.url("layout.yaml"))
        try write(layout)
        try reload(service, manager)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        let said = try said()
        #expect(said.components(separatedBy: "the previous layout remains in use").count == 4)
        #expect(said.components(separatedBy: "the layout was reloaded").count == 2)
    }

    @Test
    func `many reloads leak no descriptor`() throws {
        let manager = try Manager(in: scratch)
        let service = try start(manager)
        #expect(manager.hears("READY=1"))
        func descriptors() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(service.processID)/fd").count
        }
        try reload(service, manager)
        let before = try descriptors()
        for number in 0..<50 {
            try write(layout.replacing("type: log", with: "type: log, rate: \(100 + number)"))
            try reload(service, manager)
        }
        // Allows time for a plugin's thread to release its last reference.
        #expect(try descriptors() <= before + 2)
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `a blocked standard error delays neither work nor end`() throws {
        let full = try FullPipe()
        let manager = try Manager(in: scratch)
        let service = try start(manager, errors: .descriptor(full.writer))
        #expect(manager.hears("READY=1"))
        for _ in 0..<3 { try reload(service, manager) }
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `watchdog notifications are sent repeatedly at the requested interval`() throws {
        let manager = try Manager(in: scratch)
        let service = try start(manager, environment: ["WATCHDOG_USEC": "200000"])
        #expect(manager.hears("READY=1"))
        for _ in 0..<3 { #expect(manager.hears("WATCHDOG=1")) }
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    @Test
    func `a missing system bus is reported once, and the service continues`() throws {
        let manager = try Manager(in: scratch)
        let service = try start(
            manager,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(scratch.path("no-bus"))"]
        )
        #expect(manager.hears("READY=1"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        let words =
            "the D-Bus system bus is not available (no such file or directory), so sleep cannot be detected; "
            + "touchbridge reconnects automatically"
        #expect(try said().components(separatedBy: "touchbridge: \(words)\n").count == 2)
    }

    @Test
    func `the status for the service manager names panels, layout and plugins`() throws {
        let manager = try Manager(in: scratch)
        let service = try start(manager)
        #expect(manager.hears("STATUS=0 panels, layout \(scratch.path("layout.yaml")), plugins: journal"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    // MARK: The trace

    @Test(arguments: [false, true])
    func `a trace into a pipe is rejected before the start, with or without a reader`(_ isRead: Bool) throws {
        let path = scratch.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = isRead ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1
        defer { if isRead { close(reader) } }
        let outcome = try Command.run("run", scratch.path("layout.yaml"), "--trace", path)
        #expect(outcome.status == 1)
        let problem = "\(path): the path is not a regular file, so a slow reader would delay touches"
        let remedy = "specify a regular file, and read the file with 'tail -f'"
        #expect(outcome.complaints == "touchbridge: \(problem); \(remedy)\n")
    }

    @Test
    func `a trace on a full disk is reported once, and the service continues`() throws {
        // The trace contains every control event that a plugin sends. Commands are slow in a debug build, and slow
        // commands are delayed, so the long id fills the file with few commands.
        let bell = String(repeating: "bell", count: 60)
        try write(
            """
            plugins:
              restless:
                type: process
                command:
                  - /bin/sh
                  - -c
                  - |
                    echo '{"type":"ready","protocol":1}'
                    while sleep 0.01; do
                      echo '{"type":"command","do":"send","view":"\(bell)","event":"touchDown"}' || exit
                    done
            root: { subviews: [{ id: \(bell), class: Button }] }
            """
        )
        let manager = try Manager(in: scratch)
        let service = try start(manager, ["--trace", scratch.path("trace")], onFullDisk: true)
        #expect(manager.hears("READY=1"))
        let end = ContinuousClock.now + TimeLimits.wait
        while try !said().contains("tracing stopped"), ContinuousClock.now < end { usleep(10_000) }
        try reload(service, manager)
        service.send(SIGTERM)
        #expect(service.wait() == 1)
        let said = try said()
        let remedy = "raise the file size limit (ulimit -f)"
        let words = "trace: cannot be written: file too large; \(remedy); tracing stopped; "
        #expect(said.components(separatedBy: words + "touch input continues\n").count == 2, "\(said)")
        #expect(said.contains("the layout was reloaded"))
        let trace = try String(contentsOf: scratch.url("trace"), encoding: .utf8)
        #expect(trace.count > 1000)
        #expect(trace.hasSuffix("}\n"))
    }

    @Test
    func `slow commands that wait for their plugin's time budget run without further input`() throws {
        #if DEBUG
        let count = 3
        #else
        let count = 8
        #endif
        let views = (0..<900).map { "{ id: v\($0) }" }.joined(separator: ", ")
        try write(
            """
            plugins:
              curious:
                type: process
                command:
                  - /bin/sh
                  - -c
                  - |
                    echo '{"type":"ready","protocol":1}'
                    for id in $(seq \(count)); do
                      echo '{"type":"command","id":'$id',"do":"describe","view":"page"}'
                      while read -r line; do
                        case $line in *'"type":"reply"'*) break ;; esac
                      done
                    done
                    echo '{"type":"log","level":"notice","message":"all is answered"}'
                    exec cat >/dev/null
            root: { id: page, subviews: [\(views)] }
            """
        )
        let manager = try Manager(in: scratch)
        let service = try start(manager)
        #expect(manager.hears("READY=1"))
        let end = ContinuousClock.now + TimeLimits.wait * 2
        while try !said().contains("all is answered"), ContinuousClock.now < end { usleep(10_000) }
        #expect(try said().contains("all is answered"))
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }

    private func reload(_ service: RunningCommand, _ manager: Manager) throws {
        service.send(SIGHUP)
        #expect(manager.hears("RELOADING=1"))
        #expect(manager.hears("READY=1"))
    }

    private func start(
        _ manager: Manager,
        _ options: [String] = [],
        errors: RunningCommand.Sink? = nil,
        environment: [String: String] = [:],
        onFullDisk: Bool = false
    ) throws -> RunningCommand {
        try RunningCommand(
            ["run", scratch.path("layout.yaml")] + options,
            errors: errors ?? .file(scratch.path("said")),
            environment: ["PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": manager.path].merging(environment) { $1 },
            onFullDisk: onFullDisk
        )
    }

    private func said() throws -> String { try String(contentsOf: scratch.url("said"), encoding: .utf8) }
}
