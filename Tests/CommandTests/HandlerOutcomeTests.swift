import Foundation
import Testing

/// Tests the handler-call outcomes that `replay --run-handlers` reports.
struct HandlerOutcomeTests {
    private let taps = recording("atmel-maxtouch-touchscreen-1-finger-fast-taps")

    private func replay(_ plugins: String, _ call: String, _ options: String...) throws -> Command.Outcome {
        let scratch = try Scratch()
        let layout = "plugins: { \(plugins) }\nroot: { id: page, on: { touchesEnded: \(call) } }\n"
        try scratch.write("lobby.yaml", Data(layout.utf8))
        let words = ["replay", taps, "--layout", "lobby.yaml", "--run-handlers"] + options
        return try Command.run(words, in: scratch)
    }

    private func expect(
        _ outcome: Command.Outcome,
        _ counts: String,
        _ words: String,
        status: Int32 = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(outcome.status == status, "\(outcome.complaints)", sourceLocation: sourceLocation)
        let line = "handlers:\n  shell.run of page on touchesEnded: \(counts)\n"
        #expect(outcome.output.hasSuffix(line), "\(outcome.output)", sourceLocation: sourceLocation)
        let first = "shell.run of page on touchesEnded"
        let message = "touchbridge: \(taps): 9 of 9 handler calls \(words); the first was \(first)\n"
        #expect(outcome.complaints.contains(message), "\(outcome.complaints)", sourceLocation: sourceLocation)
    }

    private let shell = "shell: { type: exec, queue: 64 }"

    @Test
    func `calls that their plugin delivered count as delivered, with status 0`() throws {
        let outcome = try replay(shell, "{ shell.run: [\"true\"] }")
        #expect(outcome.status == 0 && !outcome.complaints.contains("handler calls"), "\(outcome.complaints)")
        #expect(outcome.output.hasSuffix("handlers:\n  shell.run of page on touchesEnded: 9 delivered\n"))
    }

    @Test
    func `a program with a non-zero exit status counts as failed, and so does the replay`() throws {
        expect(try replay(shell, "{ shell.run: [sh, -c, \"exit 3\"] }"), "9 failed", "failed")
    }

    @Test
    func `a script that is stopped at an error counts as failed, and so does the replay`() throws {
        let script = "shell: { type: script, code: 'function run() tree.set(\"gone\", {alpha = 1}) end' }"
        let outcome = try replay(script, "shell.run")
        expect(outcome, "9 failed", "failed")
        #expect(outcome.complaints.contains("line 1: there is no view 'gone'"), "\(outcome.complaints)")
    }

    @Test
    func `a call of a missing program counts as failed`() throws {
        expect(try replay(shell, "{ shell.run: [no-such-program-here] }"), "9 failed", "failed")
    }

    @Test
    func `calls that are queued when the replay stops its plugins are dropped`() throws {
        let slow = "shell: { type: exec, queue: 8, concurrency: 1 }"
        let outcome = try replay(slow, "[{ shell.run: [sleep, \"1\"] }, { shell.run: [sleep, \"1\"] }]", "--json")
        let lines = try outcome.output.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let counts = lines.filter { $0["handler"] != nil }
        #expect(counts.count == 2)
        func sum(_ key: String) -> Int { counts.reduce(0) { $0 + ($1[key] as? Int ?? -1000) } }
        #expect(sum("calls") == 18)
        #expect(sum("delivered") > 0 && sum("dropped") > 0)
        // The plugin kills a program that is still running, and counts the call as failed.
        #expect(sum("failed") <= 1 && sum("delivered") + sum("failed") + sum("dropped") == 18)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains(" of 18 handler calls "), "\(outcome.complaints)")
        #expect(outcome.complaints.contains("; the first was shell.run"))
    }

    @Test
    func `calls of a process that never becomes ready are dropped`() throws {
        let silent = "shell: { type: process, command: [sleep, \"60\"] }"
        expect(try replay(silent, "shell.run"), "9 dropped", "were dropped")
    }

    @Test
    func `calls of a plugin that cannot be created are dropped`() throws {
        let broken = "shell: { type: stream, port: 0, tokenFile: /nowhere/token }"
        let outcome = try replay(broken, "{ shell.send: hello }")
        #expect(outcome.output.contains("shell.send of page on touchesEnded: 9 dropped"), "\(outcome)")
        #expect(outcome.status == 1)
    }

    @Test
    func `calls of a webhook without server fail, and calls of a missing broker are dropped`() throws {
        for (plugin, call, counts) in [
            ("bus: { type: mqtt, broker: \"mqtt://127.0.0.1:1\" }", "{ bus.publish: { topic: t } }", "9 dropped"),
            ("web: { type: webhook, url: \"http://127.0.0.1:1\", retries: 0 }", "{ web.post: { url: / } }", "9 failed"),
        ] {
            let outcome = try replay(plugin, call)
            #expect(outcome.status == 1)
            #expect(outcome.output.contains(" of page on touchesEnded: \(counts)\n"), "\(outcome.output)")
        }
    }

    @Test
    func `a dry run delivers no call and reports no failure`() throws {
        let scratch = try Scratch()
        let layout = "plugins: { \(shell) }\nroot: { id: page, on: { touchesEnded: { shell.run: [\"false\"] } } }\n"
        try scratch.write("lobby.yaml", Data(layout.utf8))
        let outcome = try Command.run("replay", taps, "--layout", "lobby.yaml", in: scratch)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasSuffix("  shell.run of page on touchesEnded: 9\n"))
    }

    @Test
    func `a handler of a gesture, a sequence or an action is listed with its source`() throws {
        let scratch = try Scratch()
        let layout = """
            plugins: { j: { type: log } }
            root:
              id: page
              gestures:
                - { id: call, type: tap, on: { ended: j.write } }
                - { type: tap, on: { ended: j.write }, simultaneousWith: "*" }
              sequences: [{ id: code, steps: [call, call, call], within: 5s, on: { ended: j.write } }]
            """
        try scratch.write("lobby.yaml", Data(layout.utf8))
        let text = try Command.run("replay", taps, "--layout", "lobby.yaml", in: scratch).output
        #expect(text.contains("\n  j.write of tap call of page on ended: 9\n"), "\(text)")
        #expect(text.contains("\n  j.write of tap of page on ended: 9\n"), "\(text)")
        #expect(text.contains("\n  j.write of sequence code of page on ended: 3\n"), "\(text)")
        let json = try Command.run("replay", taps, "--layout", "lobby.yaml", "--json", in: scratch).output
        #expect(json.contains(#""view":"page","gesture":"code","gestureType":"sequence","action":null,"on":"ended""#))
    }
}
