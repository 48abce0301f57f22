import Foundation
import TestTraits
import Testing

struct TortureTests {
    @Test
    func `a run on a user's layout reports its steps, is reproducible and runs no command`() throws {
        let scratch = try Scratch()
        let layout = """
            screens: [{ size: [800, 600], idle: { after: 1s, do: { shell.run: [touch, idle-was-here] } } }]
            plugins: { shell: { type: exec }, bridge: { type: process, command: [touch, process-was-here] } }
            root: { id: page, on: { touches: [shell.run: [touch, exec-was-here], bridge.tell: hello] } }
            """
        try scratch.write("layout.yaml", Data(layout.utf8))
        let words = ["torture", "layout.yaml", "--seed", "7", "--events", "5000"]
        let first = try Command.run(words, in: scratch)
        #expect(first.status == 0, "\(first)")
        #expect(first.output.hasPrefix("seed 7: 50") && first.output.hasSuffix("no invariant failed\n"))
        #expect(try Command.run(words, in: scratch).output == first.output)
        #expect(scratch.names == ["layout.yaml"])
    }

    @Test
    func `steps from a file are repeated`() throws {
        let scratch = try Scratch()
        let text = """
            # touchbridge torture 1: by hand
            {"seed":"1","round":0,"broken":"contact","detail":"as it was"}
            {"step":"plug","device":0}
            {"step":"events","device":0}
            E: 5.000000 0003 0039 1
            E: 5.000000 0000 0000 0
            {"step":"settle"}
            """
        try scratch.write("tap.steps", Data(text.utf8))
        let again = try Command.run("torture", "--again", "tap.steps", in: scratch)
        #expect(again.status == 0)
        #expect(again.output == "3 steps ran, and no invariant failed; the recorded failure was: contact: as it was\n")
        try scratch.write("bad.steps", Data(text.replacing("settle", with: "dance").utf8))
        let bad = try Command.run("torture", "--again", "bad.steps", in: scratch)
        #expect(bad.status == 1 && bad.complaints.contains("bad.steps: line 7: unknown or invalid step"))
        let none = try Command.run("torture", "--again", "none.steps", in: scratch)
        #expect(none.status == 1 && none.complaints.contains("none.steps: cannot be read"))
    }

    @Test(.atLimit("torture-file-bytes"), .pastLimit("torture-file-bytes"))
    func `a file of steps has at most 64 MiB`() throws {
        let scratch = try Scratch()
        for (extra, message) in [(0, "long.steps: line 1:"), (1, "specify a file of at most 64 MB")] {
            try scratch.write("long.steps", Data("none\n".utf8))
            try #require(truncate(scratch.path("long.steps"), 64 << 20 + extra) == 0)
            let outcome = try Command.run("torture", "--again", "long.steps", in: scratch)
            #expect(outcome.status == 1 && outcome.complaints.contains(message), "\(outcome.complaints.prefix(200))")
        }
    }

    @Test(arguments: [
        (["--events", "0"], "invalid --events '0'; write a whole number that is 1 or greater"),
        (["--seed", "-1"], "invalid --seed '-1'; write a whole number that is 0 or greater"),
        (["a.yaml", "b.yaml"], "too many arguments; specify only one layout"),
        (["--again", "x.steps", "--seed", "1"], "--again reads all settings from its file; remove the other options"),
    ])
    func `a usage error is reported`(_ words: [String], _ message: String) throws {
        let outcome = try Command.run(["torture"] + words)
        #expect(outcome.status == 2 && outcome.complaints.contains(message), "\(outcome)")
    }

    @Test
    func `a layout with mistakes is not run`() throws {
        let scratch = try Scratch()
        try scratch.write("layout.yaml", Data("root: { ids: page }".utf8))
        let outcome = try Command.run("torture", "layout.yaml", in: scratch)
        #expect(outcome.status == 1 && outcome.complaints.contains("the layout has errors"))
    }
}
