import Foundation
import Testing

/// Tests `init`, which writes a layout, a touch script and a systemd drop-in.
struct InitTests {
    private func text(_ name: String, in scratch: Scratch) throws -> String {
        try String(contentsOfFile: scratch.path(name), encoding: .utf8)
    }

    /// Checks the written layout and runs the written script.
    private func check(_ folder: String, in scratch: Scratch) throws {
        let check = try Command.run("check", "--strict", "\(folder)/layout.yaml", in: scratch)
        #expect(check.status == 0, "\(check)")
        let test = try Command.run("test", "\(folder)/layout.touch", in: scratch)
        #expect(test.status == 0 && test.output == "\(folder)/layout.touch: passed, 2 expectations\n", "\(test)")
    }

    @Test(arguments: [
        [], ["--size", "1080x1920", "--screen", "a: \"b\" #c"], ["--size", "1x1"], ["--size", "333.5x77"],
        ["--run", "echo a \"b\" c:d"], ["--panel", "*Touch \\ 'x'*", "--allow", "tap, set"],
    ])
    func `the layout has no warnings, and the script passes`(_ options: [String]) throws {
        let scratch = try Scratch()
        let outcome = try Command.run(["init", "lobby", "--defaults"] + options, in: scratch)
        #expect(outcome.status == 0 && outcome.complaints == "", "\(outcome)")
        #expect(
            outcome.output.hasPrefix("wrote lobby/layout.yaml\nwrote lobby/layout.touch\nwrote lobby/layout.conf\n")
        )
        try check("lobby", in: scratch)
    }

    @Test
    func `answers are read from standard input, and an invalid answer repeats the question`() throws {
        let scratch = try Scratch()
        try scratch.write("answers", Data("hall\nbig\n800x480\n\necho ding\ntap\n".utf8))
        try scratch.write("ask", Data("exec \"$1\" init hall <answers".utf8))
        let outcome = try Command.run(
            [scratch.path("ask"), Command.binary.path],
            of: URL(filePath: "/bin/sh"),
            in: scratch
        )
        #expect(outcome.status == 0, "\(outcome)")
        let questions = outcome.complaints
        #expect(questions.components(separatedBy: "Size of the screen in points [1920x1080]: ").count == 3)
        #expect(questions.contains("invalid answer 'big'; write width x height in points"))
        let layout = try text("hall/layout.yaml", in: scratch)
        for line in ["name: \"hall\"", "size: [800, 480]", "shell.run: [\"echo\",\"ding\"]", "allow: [\"tap\"]"] {
            #expect(layout.contains(line), "\(layout)")
        }
        #expect(!layout.contains("input:"))
        try check("hall", in: scratch)
    }

    @Test
    func `the program is split into words as by a shell`() throws {
        let scratch = try Scratch()
        let command = #"sh -c 'echo "hi" there' "a \"b\" \c" d\ e"#
        #expect(try Command.run(["init", "hall", "--defaults", "--run", command], in: scratch).status == 0)
        let layout = try text("hall/layout.yaml", in: scratch)
        let words = #"["sh","-c","echo \"hi\" there","a \"b\" \\c","d e"]"#
        #expect(layout.contains("shell.run: \(words)"), "\(layout)")
        let open = try Command.run(["init", "lobby", "--defaults", "--run", "echo 'a"], in: scratch)
        #expect(open.status == 2 && open.complaints.contains("invalid --run 'echo 'a'; close each quote"))
    }

    @Test
    func `the end of standard input means the defaults`() throws {
        let scratch = try Scratch()
        // Standard input is /dev/null.
        #expect(try Command.run("init", in: scratch).status == 0)
        try check(".", in: scratch)
        let dropIn = try text("layout.conf", in: scratch)
        let path = scratch.folder.resolvingSymlinksInPath().path + "/layout.yaml"
        #expect(dropIn.contains("[Service]\nExecStart=\nExecStart=/usr/bin/touchbridge run \"\(path)\"\n"))
    }

    @Test
    func `a program that answers without end is rejected`() throws {
        let scratch = try Scratch()
        try scratch.write("ask", Data("yes | \"$1\" init hall".utf8))
        let outcome = try Command.run(
            [scratch.path("ask"), Command.binary.path],
            of: URL(filePath: "/bin/sh"),
            in: scratch
        )
        #expect(outcome.status == 2 && outcome.complaints.contains("5 invalid answers; pass the answer with --size"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path("hall")))
    }

    @Test
    func `systemd reads the drop-in`() throws {
        let scratch = try Scratch()
        let name = "100% \"of\" $HOME"
        #expect(try Command.run("init", name, "--defaults", in: scratch).status == 0)
        let dropIn = try text("\(name)/layout.conf", in: scratch)
        let escaped = "100%% \\\"of\\\" $$HOME/layout.yaml\""
        #expect(dropIn.components(separatedBy: escaped).count == 3, "\(dropIn)")
        let unit =
            "[Unit]\nDescription=x\n" + dropIn.replacingOccurrences(of: "/usr/bin/touchbridge", with: "/bin/true")
        try scratch.write("touch.service", Data(unit.utf8))
        let verify = try Command.run(
            ["verify", scratch.path("touch.service")],
            of: URL(filePath: "/usr/bin/systemd-analyze")
        )
        #expect(!verify.complaints.contains("touch.service:"), "\(verify)")
    }

    @Test(arguments: ["layout.yaml", "layout.touch", "layout.conf"])
    func `an existing file is never overwritten`(_ name: String) throws {
        let scratch = try Scratch()
        try scratch.write(name, Data("mine".utf8))
        let outcome = try Command.run("init", "--defaults", in: scratch)
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("'\(name)' exists; specify a different folder, or remove the file"))
        #expect(scratch.names.filter { !$0.hasPrefix(".") } == [name])
        #expect(try text(name, in: scratch) == "mine")
        // `init` also refuses to write through a dangling symbolic link.
        try FileManager.default.removeItem(atPath: scratch.path(name))
        try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: "elsewhere")
        #expect(try Command.run("init", "--defaults", in: scratch).status == 1)
        #expect(!FileManager.default.fileExists(atPath: scratch.path("elsewhere")))
    }

    @Test(arguments: [
        (["--allow", "fly"], 1, "layout.yaml:", "change the answers"),
        (["--run", "echo {{nonsense}}"], 1, "{{nonsense}}", "change the answers"),
        (["--size", "big"], 2, "invalid --size 'big'", "for instance 1080x1920"),
        (["lobby"], 2, "too many arguments", "specify only one folder"),
    ])
    func `impossible answers write nothing`(_ options: [String], _ status: Int32, _ what: String, _ fix: String) throws
    {
        let scratch = try Scratch()
        let outcome = try Command.run(["init", "hall", "--defaults"] + options, in: scratch)
        #expect(outcome.status == status && outcome.complaints.contains(what) && outcome.complaints.contains(fix))
        #expect(scratch.names.filter { !$0.hasPrefix(".") } == [], "\(outcome)")
    }

    @Test
    func `a missing program is reported`() throws {
        let scratch = try Scratch()
        let outcome = try Command.run("init", "--defaults", "--run", "no-such-program x", in: scratch)
        #expect(outcome.status == 0 && outcome.complaints.contains("no-such-program"), "\(outcome)")
    }

    @Test
    func `run says what it runs, and that it waits for a touchscreen`() throws {
        let service = try ControlledService(
            """
            screens: [{ name: door, size: [800, 480] }, { name: hall, size: [100, 50.5], position: [800, 0] }]
            plugins: { journal: { type: log }, shell: { type: exec } }
            """
        )
        service.stop()
        let path = service.scratch.path("door.yaml")
        #expect(
            try service.log.contains(
                "touchbridge: running \(path); screens: door (800x480), hall (100x50.5); plugins: journal, shell\n"
            )
        )
        #expect(
            try service.log.contains("waiting for a touchscreen that matches a screen; 'touchbridge devices' lists")
        )
    }
}
