import Foundation
import HandlerEvents
import Platform
import PluginAPI
import PluginWorkers
import Testing

@testable import BuiltinCore

/// Tests the arguments, environment and log lines of programs.
@Suite struct ExecRunTests {
    private let folder: TemporaryFolder
    /// Path of a program that records its arguments, each terminated by NUL, and its environment, one variable per
    /// line.
    private let recorder: String

    init() throws {
        folder = try TemporaryFolder()
        recorder = try folder.write(
            """
            #!/bin/sh
            : > '\(folder.path("new"))'
            for each in "$@"; do printf '%s\\0' "$each" >> '\(folder.path("new"))'; done
            tr '\\0' '\\n' < /proc/self/environ > '\(folder.path("environment"))'
            mv '\(folder.path("new"))' '\(folder.path("arguments"))'
            """,
            to: "recorder",
            executable: true
        )
    }

    @Test func `an argument is passed unchanged, without a shell`() async throws {
        let strange = ["a b", "'", "\"", "$(reboot)", "`reboot`", "$HOME", "*", "", "-n", "a\nb", "ü;|&>", "\\"]
        let stand = try PluginStand("exec")
        let list = strange.map { quoted($0) }.joined(separator: ", ")
        stand.take(.touchDown, try stand.binding("run", "[\(recorder), \(list)]"))
        #expect(await eventually { folder.text("arguments") != nil })
        let arguments = folder.text("arguments")?.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
        #expect(arguments?.map(String.init) == strange)
    }

    @Test func `placeholders are inserted without splitting the argument`() async throws {
        let stand = try PluginStand("exec")
        let binding = try stand.binding("run", "[\(recorder), 'x={{x:1}} {{view}}', '{{host}}']", view: "a; b")
        stand.take(.touchesBegan, binding) { $0.x = 3.14 }
        #expect(await eventually { folder.text("arguments") != nil })
        #expect(folder.text("arguments") == "x=3.1 a; b\0kiosk-7\0")
    }

    @Test func `an inserted text never becomes an option`() async throws {
        let stand = try PluginStand("exec")
        let refused = try stand.binding("run", "[\(recorder), '{{view}}']", view: "--rm")
        stand.take(.touchesBegan, refused, stream: 1)
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(folder.text("arguments") == nil)
        #expect(stand.log.lines.contains { $0.contains("'{{view}}' expanded to '--rm'") && $0.contains("write '--'") })
        // A number may be negative, text from the layout may be an option, and `--` ends the options.
        let arguments = "[\(recorder), '{{x}}', '-v', 'at={{view}}', '--', '{{view}}']"
        stand.take(.touchesBegan, try stand.binding("run", arguments, view: "--rm"), stream: 2) { $0.x = -3 }
        #expect(await eventually { folder.text("arguments") != nil })
        #expect(folder.text("arguments") == "-3\0-v\0at=--rm\0--\0--rm\0")
    }

    @Test func `a program's environment contains the event`() async throws {
        let stand = try PluginStand("exec", "{environment: {MODE: kiosk, WHERE: '{{screen}}'}, withhold: [HOME]}")
        let binding = try stand.binding("run", "{command: [\(recorder)], environment: {MODE: own, AT: '{{x:0}}'}}")
        stand.take(.touchesBegan, binding) { ($0.x, $0.y, $0.screenX) = (12, 34.5, 99) }
        #expect(await eventually { folder.text("arguments") != nil })
        let variables = folder.text("environment")?.split(separator: "\n").map(String.init) ?? []
        for expected in [
            "TOUCHBRIDGE_EVENT=touchesBegan", "TOUCHBRIDGE_VIEW=door", "TOUCHBRIDGE_X=12", "TOUCHBRIDGE_Y=34.5",
            "TOUCHBRIDGE_SCREEN_X=99", "TOUCHBRIDGE_SCREEN=lobby", "TOUCHBRIDGE_HOST=kiosk-7", "MODE=own", "AT=12",
            "WHERE=lobby",
        ] {
            #expect(variables.contains(expected))
        }
        #expect(variables.contains { $0.hasPrefix("PATH=") })
        #expect(!variables.contains { $0.hasPrefix("HOME=") || $0 == "MODE=kiosk" })
    }

    @Test(arguments: [
        ("mqtt", "broker: 'mqtt://localhost:1', user: it, passwordEnvironment"),
        ("webhook", "url: 'http://localhost', tokenEnvironment"),
    ])
    func `a program does not receive the secrets of other plugins`(
        type: String,
        settings: String
    ) throws {
        let name = "SECRET_OF_\(type)"
        let environment = ProgramEnvironment(of: ["PLAIN_\(type)=1", "\(name)=hush"], settings: ExecSettings())
        let stand = try PluginStand("exec", isStarted: false)
        let entry = DeliveryQueue.Entry(
            orderingKey: OrderingKey(group: 1, stream: 1),
            handlerEvent: HandlerEvent(.idle, at: 5),
            binding: try stand.binding("run", "['true']")
        )
        #expect(environment.variables(entry, []).contains("\(name)=hush"))
        // A reload adds the secret after the plugin has already run programs.
        #expect(try PluginStand.mistakes(type, "{\(settings): \(name)}").isEmpty)
        let variables = environment.variables(entry, [])
        #expect(variables.contains("PLAIN_\(type)=1"))
        #expect(!variables.joined().contains(name))
    }

    @Test func `a program gets no variables of systemd, and each variable once`() throws {
        let stand = try PluginStand("exec", isStarted: false)
        let binding = try stand.binding("run", "[true]")
        let environment = ProgramEnvironment(
            of: ["A=1", "NOTIFY_SOCKET=/run/it", "B=2=3", "LISTEN_FDS=1", "TOUCHBRIDGE_EVENT=old"],
            settings: ExecSettings(withhold: ["A"])
        )
        let entry = DeliveryQueue.Entry(
            orderingKey: OrderingKey(group: 1, stream: 1),
            handlerEvent: HandlerEvent(.idle, at: 5),
            binding: binding
        )
        let variables = environment.variables(entry, [])
        #expect(variables.first == "B=2=3")
        #expect(variables.filter { $0.hasPrefix("TOUCHBRIDGE_EVENT=") } == ["TOUCHBRIDGE_EVENT=idle"])
        #expect(!variables.contains { $0.hasPrefix("NOTIFY_") || $0.hasPrefix("LISTEN_") || $0.hasPrefix("A=") })
    }

    @Test func `a program has three descriptors, no blocked or ignored signal, and its own process group`() async throws
    {
        signal(SIGUSR1, SIG_IGN)
        defer { signal(SIGUSR1, SIG_DFL) }
        // Simulates other code in the service that leaks descriptors without close-on-exec.
        let careless = (0..<5).map { _ in open("/dev/null", O_RDONLY) }
        defer { for file in careless { close(file) } }
        let script = """
            import os
            print("files", sorted(os.listdir("/proc/self/fd"), key=int)[:-1], os.readlink("/proc/self/fd/0"))
            print("leads", os.getpgid(0) == os.getpid())
            wanted = ("SigBlk", "SigIgn")
            print([line.split()[1] for line in open("/proc/self/status") if line.startswith(wanted)])
            """
        let stand = try PluginStand("exec")
        stand.take(.touchDown, try stand.binding("run", "[python3, -c, \(quoted(script))]"))
        #expect(await eventually { stand.plugin.health.delivered == 1 })
        #expect(stand.log.lines.contains("python3: files ['0', '1', '2'] /dev/null"))
        #expect(stand.log.lines.contains("python3: leads True"))
        // The two ignored signals are SIGPIPE and SIGXFSZ, which Python itself ignores.
        #expect(stand.log.lines.contains("python3: ['0000000000000000', '0000000001001000']"))
    }

    @Test func `a program starts in the configured directory`() async throws {
        let stand = try PluginStand("exec", "{directory: /usr}")
        stand.take(.touchDown, try stand.binding("run", "[pwd]"), stream: 1)
        stand.take(.touchDown, try stand.binding("run", "{command: [pwd], directory: /etc}"), stream: 2)
        #expect(await eventually { stand.plugin.health.delivered == 2 })
        #expect(Set(stand.log.lines) == ["pwd: /usr", "pwd: /etc"])
    }

    @Test func `a program's output and exit status are logged`() async throws {
        let stand = try PluginStand("exec")
        let script = #"printf 'one\n\033[31mtwo\tthree\r\n'; echo wrong >&2; printf half; exit 3"#
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, \(quoted(script))]"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(stand.log.lines.contains("sh: one"))
        #expect(stand.log.lines.contains("sh: [31mtwo three"))
        #expect(stand.log.lines.contains("sh: half"))
        #expect(stand.log.entries.contains { $0.message == "sh: wrong" && $0.level == .notice })
        #expect(stand.log.lines.last == "'sh' ended with status 3")
    }

    @Test func `a fatal signal of a program is reported`() async throws {
        let stand = try PluginStand("exec")
        stand.take(.touchDown, try stand.binding("run", "[sh, -c, 'kill -SEGV $$']"))
        #expect(await eventually { stand.plugin.health.failures == 1 })
        #expect(stand.log.lines == ["'sh' was terminated by signal 11"])
    }
}

/// Quotes text as a YAML string.
func quoted(_ text: String) -> String {
    let data = try? JSONEncoder().encode(text)
    return data.map { String(decoding: $0, as: UTF8.self).replacing("\\/", with: "/") } ?? ""
}
