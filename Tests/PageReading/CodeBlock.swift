/// A fenced block of code on a page in Markdown.
public struct CodeBlock {
    /// What stands after the fence: the language, and a word behind it that says what the block is about.
    public let language: String
    /// Indentation of its fence, as within a list; its lines have it too.
    private let indent: Int
    /// Line of the page at which its text begins, from 1.
    public let line: Int
    /// Its lines without the indentation, each with a line feed.
    public private(set) var text = ""

    /// Returns the blocks of a page, in order; one that has no end is left out.
    public static func blocks(in page: String) -> [CodeBlock] {
        var blocks: [CodeBlock] = []
        var open: CodeBlock?
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.drop { $0 == " " }
            if let block = open, words.hasPrefix("```") {
                blocks.append(block)
                open = nil
            } else if let block = open {
                open?.text += line.dropFirst(block.indent) + "\n"
            } else if words.hasPrefix("```") {
                let language = String(words.dropFirst(3))
                open = CodeBlock(language: language, indent: line.count - words.count, line: index + 2)
            }
        }
        return blocks
    }
}
