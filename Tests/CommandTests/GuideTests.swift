import Foundation
import PageReading
import Testing

/// Runs the commands on pages of the guide and reference with the built program, on files of the same page.
///
/// A `yaml` block whose first line is `# NAME.yaml` is such a file; a `sh` block is run; a `text` block after it shows
/// lines of its output, with `…` for omitted ones. Blocks marked `sh on-a-kiosk` need a touchscreen and are not run.
struct GuideTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL
    private static let pages = [
        "guide/first-layout", "guide/gestures", "guide/plugins", "guide/debugging-a-button", "reference/command-line",
        "reference/compatibility",
    ]

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

    /// First line of the block that the output lacks, or has in another order.
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
        let text = try String(contentsOf: Self.root.appending(path: "docs/\(page).md"), encoding: .utf8)
        var printed: String?
        var shown = 0
        for block in CodeBlock.blocks(in: text) {
            switch block.language {
            case "yaml":
                let name = block.text.prefix { $0 != "\n" }
                if name.hasPrefix("# "), name.hasSuffix(".yaml") {
                    try scratch.write(String(name.dropFirst(2)), Data(block.text.utf8))
                }
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
