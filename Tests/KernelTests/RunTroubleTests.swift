import Glibc
import TestTraits
import Testing

/// Tests the built command with a live panel and misbehaving plugins.
@Suite(.serialized, .tags(.realKernel)) struct RunTroubleTests {
    /// Programs that report readiness and then misbehave, each differently.
    private static let programs = [
        "deaf": "import time; ready(); time.sleep(1000)",
        "loud": "ready()\nwhile True: print('rubbish', flush=True)",
        "frail": "ready(); sys.stdin.readline(); sys.exit(3)",
        "greedy":
            "ready()\nwhile True: say(type='set', view='page', properties={'alpha': 1})",
        "absent": "sys.exit(1)",
    ]

    private static let opening =
        "import sys, json\ndef say(**m): print(json.dumps(m), flush=True)\ndef ready(): say(type='ready', protocol=1)\n"

    /// A layout with one view that forwards every touch to all programs, and last to the journal.
    private static var layout: String {
        let plugins = programs.sorted { $0.key < $1.key }.map { name, text in
            let words = (opening + text).replacing("\n", with: "\\n")
            return "  \(name): { type: process, command: [python3, -c, \"\(words)\"], queue: 64 }"
        }
        let calls = programs.keys.sorted().map { "\($0).show" } + ["journal.write: page"]
        return """
            screens: [{ name: kiosk, size: [400, 200] }]
            plugins:
              journal: { type: log }
            \(plugins.joined(separator: "\n"))
            root: { id: page, on: { touches: [\(calls.map { $0.contains(":") ? "{ \($0) }" : $0 }.joined(separator: ", "))] } }
            """
    }

    /// Returns the begin and end events in the journal.
    private func own(_ calls: [String]) -> [String] {
        calls.filter { $0.contains(" page ") && !$0.contains("touchesMoved") }
    }

    @Test func `touches reach other handlers completely while plugins hang, flood, crash and send garbage`() throws {
        let panel = try Panel()
        let service = try ServiceProcess(Self.layout)
        for touch in 1...20 {
            try panel.down(slot: 0, id: Int32(touch), 1000, 1000)
            for step in 1...10 as ClosedRange<Int32> { try panel.move(slot: 0, 1000 + step, 1000) }
            try panel.up(slot: 0)
            // Waits after each touch, because the kernel queues few frames per reader, and all programs share one
            // processor.
            let ends = try own(service.calls { own($0).count == 2 * touch })
            try #require(ends.suffix(2) == ["touchesBegan page accepted", "touchesEnded page accepted"], "\(touch)")
        }
        let (said, status) = service.end()
        #expect(status == 0)
        for name in Self.programs.keys where name != "deaf" {
            #expect(said.contains("plugin '\(name)'"), "no message names '\(name)'")
        }
        let lines = said.split(separator: "\n").filter { $0.contains("plugin '") && !$0.contains("'journal'") }
        #expect(lines.count < 40, "\(lines)")
    }
}
