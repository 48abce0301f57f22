import Foundation
import Glibc
import Testing

/// Tests the commands' help, and the completions and manual generated from it.
struct HelpTests {
    private static let commands = [
        "calibrate", "completion", "devices", "doctor", "drag", "events", "explain", "get", "hit-test", "init",
        "manual", "pinch", "record", "replay", "reset", "tap", "test",
        "tree",
    ]
    private static let developerCommands = ["completion", "make-test", "manual", "torture"]

    @Test(arguments: commands + ["make-test", "torture"])
    func `help has a line for every option in its usage`(_ command: String) throws {
        let help = try Command.run(command, "--help").output
        let usage = help.components(separatedBy: "\n\n")[0]
        for word in usage.split(whereSeparator: { " []\n".contains($0) }) where word.hasPrefix("-") {
            #expect(help.contains("\n  \(word) "), "\(command) \(word)")
        }
    }

    /// Maximum width of help lines: source lines, including the indentation, have at most 120 columns.
    private static let widest = 112

    @Test
    func `no line of help is wider than 112 columns`() throws {
        for program in [Command.binary, Command.developerBinary] {
            let list = try Command.run(["--help"], of: program).output
            let commands = list.matches(of: #/\n  ([a-z-]+) /#).map { String($0.1) }
            #expect(commands.count >= 4)
            for text in try [list] + commands.map({ try Command.run([$0, "--help"], of: program).output }) {
                for line in text.split(separator: "\n") where line.count > Self.widest { Issue.record("\(line)") }
            }
        }
    }

    @Test
    func `bash completes commands, options and option values`() throws {
        #expect(try bash("touchbridge", "rep") == ["replay"])
        #expect(try bash("touchbridge", "replay", "--sp") == ["--speed"])
        #expect(try bash("touchbridge", "replay", "--speed", "") == ["max", "1x"])
        #expect(try bash("touchbridge", "record", "--grab", "a") == ["auto", "always"])
        #expect(try bash("touchbridge", "completion", "z") == ["zsh"])
        #expect(try bash("touchbridge", "completion", "") == ["bash", "zsh", "fish"])
        // bash itself completes file names.
        #expect(try bash("touchbridge", "check", "") == ["-o default"])
        #expect(try bash("touchbridge", "replay", "-").contains("--speed"))
        #expect(try bash("touchbridge", "nonsense", "--") == [])
    }

    /// Creates a program that appends its arguments to the file `asked`, and returns its folder. If a shell expands the
    /// program's completions, it creates the file `pwned`.
    private static func hostileProgram(_ scratch: Scratch) throws -> String {
        let program = """
            #!/bin/sh
            echo "$*" >>'\(scratch.path("asked"))'
            printf '%s\\n' ring 'ri $(touch \(scratch.path("pwned")))' other value=
            """
        try scratch.write("touchbridge", Data(program.utf8))
        chmod(scratch.path("touchbridge"), 0o755)
        return scratch.url(".").path
    }

    @Test
    func `shells complete the candidates that the program prints, and do not expand them`() throws {
        let scratch = try Scratch()
        let path = "PATH=\(try Self.hostileProgram(scratch)):$PATH"
        func candidates(_ words: String...) throws -> [String] {
            try bash(words: ["touchbridge"] + words, before: path)
        }
        let hostile = #"ri\ \$\(touch\ \#(scratch.path("pwned"))\)"#
        #expect(try candidates("get", "ri") == ["ring", hostile])
        #expect(try candidates("tap", "--live", "ri") == ["ring", hostile])
        #expect(try candidates("explain", "--layout", "=", #""a b""#, "--view", "=", "ri") == ["ring", hostile])
        #expect(try candidates("explain", "--view", "=") == ["-o nospace", "ring", hostile, "other", "value="])
        #expect(try candidates("get", #"ri\ "#) == [hostile])
        #expect(try candidates("get", #"my\ bell"#, "va") == ["-o nospace", "value="])
        #expect(try candidates("get", "--js") == ["--json"])

        let fish = try Command.run("completion", "fish").output
        let questions = ["get --socket s ri", "explain --view=ri"].map { "complete -C 'touchbridge \($0)'" }
        let script = "\(fish)\nset \(path.replacing("=", with: " ").replacing(":", with: " "))\n"
        let found = try shell("/usr/bin/fish", "-c", script + questions.joined(separator: "\n"))
        let word = "ri $(touch \(scratch.path("pwned")))"
        let expected = ["--view=\(word)", "--view=ring", word, "ring"]
        // fish appends each option's description, after a tab.
        let completed = found.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
        #expect(completed.sorted() == expected.sorted())
        #expect(try shell("/usr/bin/fish", "-c", fish, errorsOnly: true) == "")

        let zsh = try zsh(
            in: scratch,
            [
                (words: "set ring v", tabs: 1, seen: "value="), ("explain --view=o", 1, "other"),
                ("get ri", 2, "touch*pwned"),
            ]
        )
        for word in ["value=", "other", "pwned"] { #expect(zsh.contains(word), "\(word) in \(zsh)") }

        let asked = try String(contentsOfFile: scratch.path("asked"), encoding: .utf8).split(separator: "\n")
        for words in [
            "get", "tap --live", "explain --layout a b --view", "explain --view", "get my bell", "get --socket s",
            "set ring",
        ] {
            #expect(asked.contains("completion candidates -- \(words)"), "\(words) in \(asked)")
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("pwned")))
    }

    private func bash(of program: URL = Command.binary, _ words: String...) throws -> [String] {
        try bash(of: program, words: words)
    }

    private func bash(of program: URL = Command.binary, words: [String], before: String = "") throws -> [String] {
        let script = try Command.run(["completion", "bash"], of: program).output
        let list = words.map { "'\($0)'" }.joined(separator: " ")
        let asked = """
            \(script)
            \(before)
            compopt() { echo "$*"; }
            COMP_WORDS=(\(list)) COMP_CWORD=\(words.count - 1)
            _\(words[0])
            ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try shell("/bin/bash", "-c", asked).split(separator: "\n").map(String.init)
    }

    @Test
    func `fish completes commands, options and option values`() throws {
        let script = try Command.run("completion", "fish").output
        let questions = "complete -C 'touchbridge re'; complete -C 'touchbridge replay --speed '"
        let asked = try shell("/usr/bin/fish", "-c", "\(script)\n\(questions)").split(separator: "\n")
        #expect(asked.map { $0.split(separator: "\t")[0] } == ["record", "reload", "replay", "reset", "1x", "max"])
    }

    @Test
    func `zsh completes commands, options and option values`() throws {
        let scratch = try Scratch()
        let asked = try zsh(
            in: scratch,
            [
                (words: "replay --speed ", tabs: 2, seen: "max*1x|1x*max"),
                ("re", 2, "record*replay|replay*record"),
            ]
        )
        for word in ["max", "1x", "record", "replay"] { #expect(asked.contains(word), "\(word) in \(asked)") }
    }

    /// Types words after `touchbridge` in a real zsh with its completion system, and presses Tab. Waits until the
    /// output matches the pattern `seen`, and returns the output. Programs in `scratch` precede others in PATH.
    private func zsh(in scratch: Scratch, _ lines: [(words: String, tabs: Int, seen: String)]) throws -> String {
        try scratch.write("_touchbridge", Data(try Command.run("completion", "zsh").output.utf8))
        // The last key clears the line.
        let typed = lines.map { line in
            let keys = "'touchbridge \(line.words)'$'\(String(repeating: #"\t"#, count: line.tabs))'"
            return "zpty -w -n z \(keys)\nuntil_seen '\(line.seen)'\nzpty -w -n z $'\\x15'"
        }
        let script = """
            zmodload zsh/zpty
            zpty z zsh -f -i
            # Waits for the words to show up, for as long as a slow machine may need.
            until_seen() {
                local seen= line
                for round in {1..300}; do
                    while zpty -r -t z line; do seen+=$line; done
                    [[ $seen == *($~1)* ]] && break
                    sleep 0.1
                done
                print -r -- $seen
            }
            zpty -w z "PS1=; PATH=$PWD:\\$PATH; fpath=($PWD \\$fpath); autoload -Uz compinit"
            zpty -w z "compinit -u -D; print rea''dy"
            until_seen ready
            """
        try scratch.write("ask", Data(([script] + typed).joined(separator: "\n").utf8))
        return try shell("/usr/bin/env", "-C", scratch.url(".").path, "zsh", "-f", "ask")
    }

    @Test
    func `man renders the manual page without warnings, with every command and option`() throws {
        let scratch = try Scratch()
        try scratch.write("page.1", Data(try Command.run("manual").output.utf8))
        #expect(try shell("/usr/bin/man", "--warnings", "-Tutf8", "-l", scratch.path("page.1"), errorsOnly: true) == "")
        let page = try shell("/usr/bin/man", "-l", scratch.path("page.1"))
        for command in Self.commands { #expect(page.contains("touchbridge \(command)"), "\(command)") }
        #expect(page.contains("--speed max|1x"))
        #expect(!page.contains("torture"))
    }

    @Test
    func `the developer tools have their own manual page and completions`() throws {
        let scratch = try Scratch()
        let manual = try Command.run(["manual"], of: Command.developerBinary).output
        try scratch.write("page.1", Data(manual.utf8))
        #expect(try shell("/usr/bin/man", "--warnings", "-Tutf8", "-l", scratch.path("page.1"), errorsOnly: true) == "")
        let page = try shell("/usr/bin/man", "-l", scratch.path("page.1"))
        // The terminal's width determines the line breaks.
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("touchbridge-dev - developer tools of touchbridge"), "\(page)")
        for command in Self.developerCommands { #expect(page.contains("touchbridge-dev \(command)"), "\(command)") }
        #expect(!page.contains("touchbridge-dev replay"))
        #expect(try bash(of: Command.developerBinary, "touchbridge-dev", "t") == ["torture"])
        #expect(try bash(of: Command.developerBinary, "touchbridge-dev", "torture", "--a") == ["--again"])
        for shell in ["zsh", "fish"] {
            let script = try Command.run(["completion", shell], of: Command.developerBinary).output
            let dashes = shell == "fish" ? "-l " : "--"
            #expect(script.contains("\(dashes)events") && !script.contains("\(dashes)speed"), "\(shell)")
        }
    }

    private func shell(_ words: String..., errorsOnly: Bool = false) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": "/", "LC_ALL": "C.UTF-8", "TERM": "dumb"]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = errorsOnly ? FileHandle.nullDevice : output
        process.standardError = errorsOnly ? errors : FileHandle.nullDevice
        try process.run()
        let text = (errorsOnly ? errors : output).fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
