import Foundation
import Glibc
import Testing

/// Tests that the service ends even if a plugin's callback never returns.
struct HangingPluginTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// Writes a layout with a shared object whose function `member` creates a file and then hangs.
    private func write(hangingIn member: String) throws {
        let source = """
            #include "touchbridge_plugin.h"
            #include <fcntl.h>
            #include <unistd.h>
            static void hang(void) {
                creat("\(scratch.path("hangs"))", 0600);
                for (;;) pause();
            }
            static void *create(const struct touchbridge_host *h, const char *s, char *e, size_t n) { return "here"; }
            static int32_t take(void *p, const struct touchbridge_binding *b, const struct touchbridge_handler_event *o) {
                return TOUCHBRIDGE_TAKEN;
            }
            static void destroy(void *p) {}
            static struct touchbridge_plugin plugin = {
                .version = TOUCHBRIDGE_PLUGIN_VERSION, .size = sizeof(struct touchbridge_plugin), .name = "hanging 1.0",
                .create = create, .take = take, .destroy = destroy,
            };
            const struct touchbridge_plugin *touchbridge_plugin_entry(void) {
                plugin.\(member) = (void *)hang;
                return &plugin;
            }
            """
        try scratch.write("hanging.c", Data(source.utf8))
        let headers = recording("", "../../Sources/C/CTouchbridgePlugin/include")
        let (object, file) = (scratch.path("hanging.so"), scratch.path("hanging.c"))
        try #require(system("gcc -std=gnu11 -w -fPIC -shared -I '\(headers)' -o '\(object)' '\(file)'") == 0)
        let layout = "{ plugins: { it: { type: library, path: \(object) } }, root: { on: { touchesBegan: it.any } } }"
        try scratch.write("layout.yaml", Data(layout.utf8))
    }

    private func start(_ arguments: [String]) throws -> RunningCommand {
        try RunningCommand(arguments, errors: .file(scratch.path("said")))
    }

    /// Waits until a file exists and contains `word`, or until the command has ended.
    private func wait(for name: String, _ command: RunningCommand, _ word: String = "") {
        while !command.hasEnded {
            let text = try? String(contentsOf: scratch.url(name), encoding: .utf8)
            if let text, text.contains(word) || word.isEmpty { return }
            usleep(10_000)
        }
    }

    private func said() throws -> String { try String(contentsOf: scratch.url("said"), encoding: .utf8) }

    @Test(arguments: ["stop", "destroy"])
    func `a service abandons a shared object that never stops, and ends`(_ member: String) throws {
        try write(hangingIn: member)
        let service = try RunningCommand(
            ["run", scratch.path("layout.yaml")],
            errors: .file(scratch.path("said")),
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=\(scratch.path("no-bus"))"]
        )
        // The sleep message is the last log line before the service waits for input.
        wait(for: "said", service, "sleep cannot be detected")
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        #expect(try said().contains("plugin 'it': hanging 1.0 did not stop in time; its thread is abandoned\n"))
    }

    @Test
    func `a service that blocks in a shared object still ends`() throws {
        try write(hangingIn: "status_changed")
        let service = try start(["run", scratch.path("layout.yaml")])
        wait(for: "hangs", service)
        service.send(SIGTERM)
        #expect(service.wait() == 1)
        #expect(try said().contains("the service did not stop within 2 s and is terminated\n"))
    }

    @Test
    func `a replay that blocks in a shared object still ends`() throws {
        try write(hangingIn: "take")
        let name = recording("wacom-isdv4-e6-finger-double-center-circle")
        let replay = try start(["replay", name, "--layout", scratch.path("layout.yaml"), "--run-handlers"])
        wait(for: "hangs", replay)
        replay.send(SIGTERM)
        #expect(replay.wait() == 1)
        #expect(try said().contains("a plugin did not stop within 2 s; the replay exits with status 1\n"))
    }

    @Test
    func `SIGTERM while a completed replay waits for its plugins stops them, with a message`() throws {
        let layout = """
            plugins: { shell: { type: exec, timeLimit: 1h } }
            root: { on: { touchesBegan: [shell.run: [sh, -c, 'echo $$ > "$0"; exec sleep 10000', \(scratch.path("id"))]] } }
            """
        try scratch.write("layout.yaml", Data(layout.utf8))
        let name = recording("wacom-isdv4-e6-finger-single-tap-center")
        let replay = try start(
            [
                "replay", name, "--layout", scratch.path("layout.yaml"), "--run-handlers", "--trace",
                scratch.path("trace"),
            ]
        )
        wait(for: "id", replay, "\n")
        // The command prints nothing when it waits for plugins, so the test sleeps until it probably does.
        usleep(500_000)
        replay.send(SIGTERM)
        #expect(replay.wait() == 1)
        #expect(try said().contains("interrupted; undelivered output of plugins was dropped\n"))
        let program = try #require(pid_t(String(contentsOf: scratch.url("id"), encoding: .utf8).dropLast()))
        #expect(kill(program, 0) != 0)
        let trace = try String(contentsOf: scratch.url("trace"), encoding: .utf8)
        #expect(trace.hasSuffix("\"change\":\"removed\"}\n"), "the trace is complete")
    }
}
