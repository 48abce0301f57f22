import Glibc
import HandlerEvents
import JSON
import Platform
import PluginAPI
import Synchronization
import TestTraits
import Testing

@testable import PluginHosts

/// Tests the limits on a program's output, commands and unread input, at each limit and above, with a simulated clock.
struct `Limits of a process` {
    private final class Rig {
        let log = LogDouble()
        let session: ProcessSession
        private let commands: Commands

        private final class Commands {
            var count = 0
        }

        /// Starts a program that completes the handshake and then runs a shell script.
        init(_ script: String) throws {
            let (log, commands) = (log, Commands())
            self.commands = commands
            var settings = ProcessSettings()
            settings.command = ["sh", "-c", "read hello; echo '{\"type\":\"ready\",\"protocol\":1}'; \(script)"]
            let context = PluginContext(
                name: "door",
                log: log.log(for: "door"),
                tree: TreeDouble(),
                hostEnvironment: HostEnvironment(host: "kiosk")
            )
            session = try ProcessSession(
                settings,
                context,
                now: 0,
                submit: { _, _ in
                    commands.count += 1
                    return true
                },
                onStatus: { _ in }
            )
            try serve { session.isReady }
        }

        deinit { session.signal(SIGKILL) }

        var commandCount: Int { commands.count }

        /// Number of the program's descriptors that the session reads at time `now`.
        func readCount(at now: Int64 = 0) -> Int {
            var list: [pollfd] = []
            session.addInterests(to: &list, now)
            return list.count { $0.events == Int16(POLLIN) }
        }

        func serve(at now: Int64 = 0, until isOver: () -> Bool) throws {
            for _ in 0..<600 where !isOver() { serveOnce(at: now, waits: 100) }
            try #require(isOver(), "\(String(describing: session.verdict))")
        }

        func serveOnce(at now: Int64 = 0, waits: Int32 = 0) {
            var list: [pollfd] = []
            session.addInterests(to: &list, now)
            poll(&list, nfds_t(list.count), waits)
            session.serve(Set(list.filter { $0.revents != 0 }.map(\.fd)), now)
        }

        /// Sends a long reply, so that `count` bytes are pending while the pipe to the program is full.
        func add(upTo count: Int) {
            let frame = HostMessage.reply(.value(ReplyValue { .text("") }), id: 1).line.count
            let text = String(repeating: "x", count: count - frame - session.unsentBytes)
            session.send(.reply(.value(ReplyValue { .text(text) }), id: 1), 0)
        }
    }

    /// Returns a shell command that writes `count` command messages. `id` is appended to each message to request a
    /// reply.
    private func lines(_ count: Int, id: String = "") -> String {
        "yes '{\"type\":\"command\",\"do\":\"focus\",\"view\":\"a\"\(id)}' | head -n \(count)"
    }

    @Test(
        .atLimit("process-reply-bytes"),
        .pastLimit("process-reply-bytes"),
        arguments: [(256 << 10 - 1, true), (256 << 10, false)]
    )
    func `a program with 256 KiB of unread replies is not read`(_ count: Int, _ isRead: Bool) throws {
        let rig = try Rig("exec sleep 1000")
        let before = rig.readCount()
        while rig.session.unsentBytes == 0 { rig.session.send(.ping(1), 0) }
        rig.add(upTo: count)
        #expect(rig.session.unsentBytes == count)
        #expect(rig.readCount() == before - (isRead ? 0 : 1))
    }

    @Test(
        .atLimit("process-feed-bytes"),
        .pastLimit("process-feed-bytes"),
        arguments: [(16 << 10 - 1, true), (16 << 10, false)]
    )
    func `with 16 KiB in flight nothing more is taken from the queue`(_ count: Int, _ hasRoom: Bool) throws {
        let rig = try Rig("exec sleep 1000")
        while rig.session.unsentBytes == 0 { rig.session.send(.ping(1), 0) }
        rig.add(upTo: count)
        #expect(rig.session.unsentBytes == count)
        #expect(rig.session.hasRoom == hasRoom)
    }

    @Test(.atLimit("process-replies"), .pastLimit("process-replies"))
    func `64 replies can be pending, and a further command waits for one of them`() throws {
        let rig = try Rig(lines(65, id: ",\"id\":1") + "; exec sleep 1000")
        try rig.serve { rig.commandCount == 64 }
        for _ in 0..<5 { rig.serveOnce() }
        #expect(rig.commandCount == 64)
        rig.session.send(.reply(.done, id: 1), 0)
        try rig.serve { rig.commandCount == 65 }
    }

    /// Shell script that responds to each ping.
    private let pongs = """
        while read line; do case $line in *'"ping"'*) echo '{"type":"pong","number":1}';; esac; done
        """

    @Test func `a program that is not read because of pending replies needs no pong`() throws {
        let rig = try Rig(lines(80, id: ",\"id\":1") + "; " + pongs)
        try rig.serve { rig.commandCount == 64 }
        let host = HostEnvironment(host: "kiosk")
        let binding = Binding(
            plugin: "door",
            handler: "show",
            view: "a",
            arguments: NoArguments(),
            hostEnvironment: host
        )
        rig.session.send(.handlerEvent(HandlerEvent(.active, at: 0), binding), 0)
        // The plugin sends a ping; the response follows commands that are still unread.
        rig.serveOnce(at: 3_000_000)
        for (number, now) in ([4_000_000, 8_000_000, 12_000_000] as [Int64]).enumerated() {
            rig.session.send(.reply(.done, id: 1), now)
            rig.serveOnce(at: now)
            #expect(rig.commandCount == 65 + number)
        }
        rig.serveOnce(at: 14_000_000)
        #expect(rig.session.verdict == nil)
        // The plugin reads no further commands until earlier commands have replies, however late.
        rig.serveOnce(at: 30_000_000)
        #expect(rig.session.verdict == nil && rig.commandCount == 67)
        for _ in 0..<20 { rig.session.send(.reply(.done, id: 1), 30_000_000) }
        try rig.serve(at: 30_000_000) { rig.session.deadline(30_000_000) == .max }
        #expect(rig.session.verdict == nil && rig.commandCount == 80)
    }

    @Test func `a program that is read slowly needs no pong while its output is queued`() throws {
        let rig = try Rig(lines(3000) + "; " + pongs)
        try rig.serve { rig.commandCount == 999 }
        let host = HostEnvironment(host: "kiosk")
        let binding = Binding(
            plugin: "door",
            handler: "show",
            view: "a",
            arguments: NoArguments(),
            hostEnvironment: host
        )
        rig.session.send(.handlerEvent(HandlerEvent(.active, at: 0), binding), 0)
        for second in 0..<40 where rig.commandCount < 3000 {
            rig.serveOnce(at: Int64(second) * 500_000, waits: 10)
            rig.serveOnce(at: Int64(second) * 500_000, waits: 10)
        }
        #expect(rig.session.verdict == nil && rig.commandCount == 3000)
    }

    @Test func `a stopping program is not pinged, and has no ping deadline`() throws {
        let rig = try Rig("exec sleep 1000")
        let host = HostEnvironment(host: "kiosk")
        let binding = Binding(
            plugin: "door",
            handler: "show",
            view: "a",
            arguments: NoArguments(),
            hostEnvironment: host
        )
        rig.session.send(.handlerEvent(HandlerEvent(.active, at: 0), binding), 0)
        rig.session.stop(0)
        rig.serveOnce(at: 5_000_000)
        #expect(rig.session.deadline(5_000_000) > 5_000_000)
    }

    @Test func `commands read before the output was closed are executed when replies allow`() throws {
        let rig = try Rig(lines(80, id: ",\"id\":1") + "; exec >&-; exec sleep 1000")
        try rig.serve { rig.commandCount == 64 }
        for _ in 0..<20 { rig.serveOnce(waits: 10) }
        for _ in 0..<16 { rig.session.send(.reply(.done, id: 1), 0) }
        rig.serveOnce()
        #expect(rig.commandCount == 80)
        #expect(rig.session.deadline(0) > 0)
    }

    @Test func `the reply to an invalid command does not admit another command`() throws {
        let mistake = "{\"type\":\"command\",\"do\":\"fly\",\"id\":1}"
        let rig = try Rig("echo '\(mistake)'; echo '\(mistake)'; " + lines(66, id: ",\"id\":1") + "; exec sleep 1000")
        try rig.serve { rig.commandCount == 64 }
        for _ in 0..<5 { rig.serveOnce() }
        #expect(rig.commandCount == 64)
    }

    @Test(.atLimit("process-lines"), .pastLimit("process-lines"))
    func `1000 lines per second are read, and further ones later`() throws {
        // The `ready` message is the first of the 1000 lines.
        let rig = try Rig(lines(999) + "; read ping; " + lines(1) + "; exec sleep 1000")
        try rig.serve { rig.commandCount == 999 }
        rig.serveOnce()
        #expect(rig.log.messages == [])
        rig.session.send(.ping(1), 0)
        try rig.serve { !rig.log.messages.isEmpty }
        let message = "the program writes more than 1000 lines per second; further lines are read later"
        #expect(rig.log.messages == [message])
        #expect(rig.commandCount == 999)
        try rig.serve(at: 1000) { rig.commandCount == 1000 }
    }

    @Test(.atLimit("stderr-lines"), .pastLimit("stderr-lines"))
    func `100 lines of standard error are logged at once, and one more every 0.1 s`() {
        let log = LogDouble()
        var lines = ErrorLines(log.log(for: "door"), now: 0)
        for _ in 1...100 { lines.say(.notice, "line", at: 0) }
        #expect(log.messages == [String](repeating: "line", count: 100))
        lines.say(.notice, "line", at: 0)
        lines.say(.notice, "line", at: 99_999)
        let rate = "more than 10 log lines per second, or more than 100 at once"
        #expect(log.messages.last == "the program writes \(rate); further lines are dropped")
        #expect(log.messages.count == 101)
        lines.say(.notice, "later", at: 100_001)
        lines.say(.notice, "later", at: 100_001)
        #expect(log.messages.count { $0 == "later" } == 1)
    }
    @Test func `of a flood only the logged lines are sanitized`() {
        let log = LogDouble()
        var lines = ErrorLines(log.log(for: "door"), now: 0)
        let flood = [UInt8]("a\n".utf8) * 32_768
        flood.withUnsafeBytes { lines.add($0, at: 0) }
        #expect(lines.sanitizedCount == 100)
        // In the next second, the rate limit allows ten more lines out of 50 more floods; the warning is logged once in
        // total.
        for turn in 1...50 as ClosedRange<Int64> { flood.withUnsafeBytes { lines.add($0, at: turn * 20_000) } }
        #expect(lines.sanitizedCount == 110)
        #expect(log.count("a") == 111 && log.count("writes more than 10 log lines") == 1)
    }

    @Test func `a log message is formatted only if it is logged`() {
        var lines = ErrorLines(LogDouble().log(for: "door"), now: 0)
        var made = 0
        func text() -> String {
            made += 1
            return "line"
        }
        for _ in 1...1000 { lines.say(.notice, text(), at: 0) }
        #expect(made == 100)
    }
}

private func * (bytes: [UInt8], count: Int) -> [UInt8] {
    [UInt8]([[UInt8]](repeating: bytes, count: count).joined())
}
