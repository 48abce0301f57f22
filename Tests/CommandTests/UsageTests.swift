import Foundation
import Testing

/// Tests exit statuses and messages for command-line arguments.
struct UsageTests {
    @Test
    func `help exists for every command, with status 0`() throws {
        for words in [["--help"], ["-h"], ["help"]] {
            let outcome = try run(words)
            #expect(outcome.status == 0)
            for name in ["check", "schema", "replay", "record", "devices"] {
                #expect(outcome.output.contains("  \(name) "))
            }
        }
        for name in ["check", "schema", "replay", "record", "devices"] {
            for word in ["--help", "-h"] {
                let outcome = try run([name, word])
                #expect(outcome.status == 0)
                #expect(outcome.output.hasPrefix("usage: touchbridge \(name) "))
                #expect(outcome.complaints == "")
            }
        }
    }

    @Test
    func `help takes a command, and a misspelled word gets a suggestion`() throws {
        #expect(try run(["help", "replay"]).output == run(["replay", "--help"]).output)
        #expect(try run(["help", "replya"]).status == 2)
        #expect(try run(["replya"]).complaints.contains("unknown command 'replya'; did you mean 'replay'?"))
        let option = try run(["replay", "a", "--layuot", "b"])
        #expect(option.complaints.contains("unknown option '--layuot'; did you mean '--layout'?"))
    }

    @Test
    func `both programs print the same version`() throws {
        let outcome = try run(["--version"])
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("touchbridge "))
        let developer = try Command.run(["--version"], of: Command.developerBinary)
        #expect(developer.output == outcome.output.replacing("touchbridge ", with: "touchbridge-dev "))
    }

    @Test(arguments: [["torture", "--seed", "1"], ["make-test", "a.evemu"], ["help", "torture"]])
    func `a command of the developer tools is answered with their program's name`(_ words: [String]) throws {
        let outcome = try Command.run(words, of: Command.binary)
        #expect(outcome.status == 2 && outcome.output == "")
        let name = words[0] == "help" ? words[1] : words[0]
        #expect(outcome.complaints.hasPrefix("touchbridge: '\(name)' is a command of 'touchbridge-dev'; install the "))
        #expect(outcome.complaints.contains("run 'touchbridge-dev \(name)"))
        #expect(try !run(["--help"]).output.contains(name))
    }

    @Test
    func `the developer tools name 'touchbridge' for each of its own commands`() throws {
        func commands(_ program: URL) throws -> Set<String> {
            let help = try Command.run(["--help"], of: program).output
            return Set(help.matches(of: #/\n  ([a-z-]+) /#).map { String($0.1) })
        }
        let others = try commands(Command.binary).subtracting(commands(Command.developerBinary))
        #expect(others.isSuperset(of: ["run", "replay", "schema"]))
        for name in others.sorted() {
            let outcome = try Command.run([name, "a.yaml"], of: Command.developerBinary)
            #expect(outcome.status == 2 && outcome.output == "")
            let message = "'\(name)' is a command of 'touchbridge'; install the package touchbridge, and run"
            #expect(outcome.complaints.hasPrefix("touchbridge-dev: \(message) 'touchbridge \(name) a.yaml'"))
        }
    }

    @Test
    func `a usage error of the developer tools names their program`() throws {
        let outcome = try Command.run(["tortur"], of: Command.developerBinary)
        #expect(outcome.status == 2)
        let message = "touchbridge-dev: unknown command 'tortur'; did you mean 'torture'?"
        #expect(outcome.complaints == "\(message)\nTry 'touchbridge-dev --help'.\n")
    }

    @Test(arguments: [
        ["nonsense"], ["replay"], ["replay", "a", "b"], ["replay", "a", "--nonsense"], ["replay", "a", "-x"],
        ["replay", "a", "--speed", "2x"], ["replay", "a", "--speed"], ["replay", "a", "--trace", "--json"],
        ["replay", "a", "--size", "0x10"], ["replay", "a", "--size", "wide"], ["replay", "a", "--size", "1x2x3"],
        ["replay", "a", "--size", "nanx5"], ["replay", "a", "--json=yes"], ["replay", "a", "--json", "--trace", "-"],
        ["replay", "a", "---json"], ["replay", "a", "-trace", "b"],
        ["record"], ["record", "/dev/input/event0"], ["record", "-o", "x"],
        ["record", "a", "-o", "x", "--grab", "now"],
        ["record", "a", "-o", "x", "--for", "-1"], ["record", "a", "-o", "x", "--format", "mp3"],
        ["record", "a", "a", "-o", "x"], ["record", "a", "b", "-o", "x", "--format", "evemu"], ["replay", ""],
        ["record", "", "-o", "x"], ["record", "a", "-o", "x", "--grab", ""],
        ["record", "a", "-o", "x", "--grab", "Auto"],
        ["record", "a", "b", "-o", "x", "--format", "midi"], ["record", "a", "-o", "x", "--trace", "-"],
        ["replay", "a", "--inspect"], ["replay", "a", "--layout", "b", "--port", "7070"],
        ["replay", "a", "--layout", "b", "--inspect", "--port", "70000"],
        ["devices", "all"], ["devices", "--help=me"],
    ])
    func `a usage error has status 2, a reason and a hint`(_ words: [String]) throws {
        let scratch = try Scratch()
        let outcome = try run(words, in: scratch)
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        #expect(outcome.complaints.hasPrefix("touchbridge: "))
        #expect(outcome.complaints.contains("--help'."))
        #expect(scratch.names == [])
    }

    @Test
    func `no arguments are a usage error and print the help`() throws {
        let outcome = try run([])
        #expect(outcome.status == 2)
        #expect(outcome.output.contains("usage: touchbridge COMMAND"))
    }

    @Test
    func `a word after two dashes is a name, whatever its form`() throws {
        let outcome = try run(["replay", "--", "--json"])
        #expect(outcome.status == 1)
        #expect(outcome.complaints.hasPrefix("touchbridge: --json"))
    }

    @Test
    func `a missing device is reported, and no file is created`() throws {
        let scratch = try Scratch()
        for name in ["/dev/input/event9999", "no such panel", "/dev/null", "/"] {
            let outcome = try run(["record", name, "-o", "x", "--trace", "y"], in: scratch)
            #expect(outcome.status == 1, "\(name)")
            #expect(outcome.complaints.contains(name), "\(outcome.complaints)")
        }
        #expect(scratch.names == [])
    }

    @Test
    func `a full standard output is a failure`() throws {
        let process = Process()
        process.executableURL = Command.binary
        process.arguments = ["--version"]
        process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
        let complaints = Pipe()
        process.standardError = complaints
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 1)
        let text = String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.contains("standard output: cannot be written"))
    }

    private func run(_ words: [String], in folder: Scratch? = nil) throws -> Command.Outcome {
        try Command.run(words, in: folder)
    }
}
