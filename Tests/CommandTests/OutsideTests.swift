import Foundation
import Glibc
import TestSupport
import Testing
import TimeLimits

/// Tests that programs of plugins cannot forge log lines of the service, and do not inherit its descriptors.
struct OutsideTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    private func start(_ layout: String) throws -> RunningCommand {
        try scratch.write("layout.yaml", Data(layout.utf8))
        // Closes descriptors that the service would otherwise inherit from other tests.
        let script = "import os, sys; os.closerange(3, 65536); os.execv(sys.argv[1], sys.argv[1:])"
        let words = ["run", scratch.path("layout.yaml"), "--trace", scratch.path("trace")]
        return try RunningCommand(
            ["-c", script, Command.binary.path] + words,
            of: "/usr/bin/python3",
            errors: .file(scratch.path("said")),
            in: scratch,
            environment: ["PATH": "/usr/bin:/bin", "XDG_RUNTIME_DIR": scratch.folder.path]
        )
    }

    private func said() throws -> String { try String(contentsOf: scratch.url("said"), encoding: .utf8) }

    private func wait(_ what: String, _ isSo: () throws -> Bool) throws {
        let end = ContinuousClock.now + TimeLimits.wait
        while try !isSo() {
            let isInTime = ContinuousClock.now < end
            let said = try said()
            try #require(isInTime, "timeout; expected: \(what); said: \(said)")
            usleep(10_000)
        }
    }

    private func program(_ lines: [String]) throws -> String {
        let text = lines.joined(separator: "\n")
        try scratch.write("program.py", Data(text.utf8))
        return "[python3, \(scratch.path("program.py"))]"
    }

    @Test
    func `output of a program never looks like a message of Touchbridge in the log`() throws {
        let command = try program([
            "import sys, json, time",
            "def say(bytes): sys.stderr.buffer.write(bytes); sys.stderr.buffer.flush()",
            #"print(json.dumps({"type": "ready", "protocol": 1}), flush=True)"#,
            #"say(b"<0>one\n<3>touchbridge: two\r\ntouchbridge: three\rtouchbridge: four\n")"#,
            #"say(b"\x1b[2J\x1b]0;five\x07\x9b31m \xe2\x80\xae six \xe2\x80\xa8touchbridge: seven\x00\x85eight\n")"#,
            #"view = "nine\ntouchbridge: ten\r\x1b[31m\u2029<0>eleven""#,
            #"print(json.dumps({"type": "command", "do": "set", "view": view, "properties": {}}), flush=True)"#,
            #"print("\x1b[31mrubbish\rtouchbridge: c", flush=True)"#,
            #"say(b"that is all\n")"#,
            "sys.stdin.read()",
        ])
        let service = try start("plugins: { evil: { type: process, command: \(command) } }")
        try wait("all messages are logged") {
            let said = try said()
            return ["that is all", "nine", "there is no view", "rubbish"].allSatisfy(said.contains)
        }
        service.send(SIGTERM)
        #expect(service.wait() == 0)
        let bytes = Array(try said().utf8)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        for line in lines {
            #expect(line.hasPrefix("touchbridge: "), "\(line)")
            // No text of a plugin follows the prefix directly.
            for word in ["two", "three", "four", "seven", "eight", "ten", "eleven", "c", "<"] {
                #expect(!line.hasPrefix("touchbridge: \(word)"), "\(line)")
            }
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
            #expect(!line.unicodeScalars.contains { "\u{202e}\u{2028}\u{2029}".unicodeScalars.contains($0) }, "\(line)")
        }
        #expect(!bytes.contains(0x1b))
    }

    /// Programs start with three descriptors; exec closes all others.
    @Test
    func `every descriptor of a service except the standard ones is close-on-exec`() throws {
        let command = try program([
            "import sys, json",
            #"print(json.dumps({"type": "ready", "protocol": 1}), flush=True)"#,
            #"sys.stderr.write("ready to hear\n"); sys.stderr.flush(); sys.stdin.read()"#,
        ])
        let service = try start(
            """
            inspect: { port: 0 }
            metrics: { port: \(try Loopback.freePort()) }
            plugins:
              a: { type: mqtt, broker: 'mqtt://127.0.0.1:9' }
              b: { type: stream, socket: \(scratch.path("socket")) }
              c: { type: stream, port: 0, origins: ['https://kiosk.example'] }
              d: { type: tuio }
              e: { type: webhook, url: 'http://127.0.0.1:9' }
              f: { type: exec }
              g: { type: process, command: \(command) }
            root: { on: { touches: [d.forward, e.post: /x, f.run: ['true'], a.publish: { topic: t, payload: p }] } }
            """
        )
        try wait("both plugins are ready") { try said().contains("ready to hear") && said().contains("ws://") }
        let folder = "/proc/\(service.processID)/fdinfo"
        var (count, open) = (0, [String]())
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) where Int(name)! > 2 {
            guard let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8) else { continue }
            let flags = text.split(separator: "\n").first { $0.hasPrefix("flags:") }
            let number = Int(flags?.split(separator: "\t").last ?? "", radix: 8) ?? 0
            let file = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/\(service.processID)/fd/\(name)"
            )
            if number & Int(O_CLOEXEC) == 0 { open.append(file ?? name) }
            count += 1
        }
        #expect(count > 15)
        // libmosquitto creates a private wake-up socket pair; the plugin cannot set close-on-exec on it.
        #expect(open.count <= 2 && open.allSatisfy { $0.hasPrefix("socket:") }, "\(open)")
        service.send(SIGTERM)
        #expect(service.wait() == 0)
    }
}
