import Foundation
import PageReading
import Testing

/// Runs the commands on pages of the guide and reference with the built program, on files from the same page.
///
/// A `yaml`, `evemu`, `getevent` or `touch` block is a file if its first line is a name such as `# lobby.yaml`. A `sh`
/// block contains commands. A `text` block after it contains lines of their output, and `…` for omitted lines. The test
/// skips blocks with these info strings:
/// - `sh on-a-kiosk` needs a touchscreen.
/// - `sh in-the-clone` needs files of the repository.
/// - `sh until-ctrl-c` contains commands that do not end.
struct GuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
    private static let pages = [
        "guide/first-layout", "guide/gestures", "guide/plugins", "guide/debugging-a-button", "guide/recordings",
        "guide/touch-scripts", "guide/explain",
        "guide/recipes/other-touches", "reference/command-line", "reference/compatibility", "reference/plugins/script",
    ]
    /// Pages whose commands use the files of another page.
    private static let sources = ["guide/recordings": "guide/first-layout", "guide/explain": "guide/first-layout"]

    private func blocks(of page: String) throws -> [CodeBlock] {
        let text = try String(contentsOf: Self.root.appending(path: "docs/\(page).md"), encoding: .utf8)
        return CodeBlock.blocks(in: text)
    }

    /// Writes the file in a `yaml`, `evemu`, `getevent` or `touch` block whose first line is a file name.
    private func write(_ block: CodeBlock, to scratch: Scratch) throws {
        let name = block.text.prefix { $0 != "\n" }
        guard ["yaml", "evemu", "getevent", "touch"].contains(block.language), name.hasPrefix("# "),
            name.hasSuffix(".\(block.language)")
        else { return }
        try scratch.write(String(name.dropFirst(2)), Data(block.text.utf8))
    }

    private func output(of block: CodeBlock, in scratch: Scratch) throws -> String {
        var output = ""
        for line in block.text.split(separator: "\n") {
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            try #require(words.first == "touchbridge", "line \(block.line): only touchbridge can be run here")
            let outcome = try Command.run(Array(words.dropFirst()), in: scratch)
            #expect(outcome.complaints == "", "line \(block.line)")
            output += outcome.output
        }
        return output
    }

    /// Returns the block's first line that the output lacks or has in another order; nil if all lines match.
    private func missing(_ block: CodeBlock, in output: String) -> Substring? {
        var rest = output.split(separator: "\n", omittingEmptySubsequences: false)[...]
        for line in block.text.split(separator: "\n") where line != "…" {
            guard let index = rest.firstIndex(of: line) else { return line }
            rest = rest[(index + 1)...]
        }
        return nil
    }

    @Test(arguments: pages)
    func `the commands of a page print the output shown there`(page: String) throws {
        let scratch = try Scratch()
        if let source = Self.sources[page] {
            for block in try blocks(of: source) { try write(block, to: scratch) }
        }
        var printed: String?
        var shown = 0
        for block in try blocks(of: page) {
            try write(block, to: scratch)
            switch block.language {
            case "sh": printed = try output(of: block, in: scratch)
            case "text":
                let printed = try #require(printed, "line \(block.line): no command stands before it")
                #expect(missing(block, in: printed) == nil, "line \(block.line)")
                shown += 1
            default: break
            }
        }
        #expect(shown > 0)
    }
}
