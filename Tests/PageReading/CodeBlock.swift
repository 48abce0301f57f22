/// A fenced code block on a Markdown page.
public struct CodeBlock {
    /// Info string of the opening fence: the language, optionally followed by a word that selects the block's type.
    public let language: String
    /// Number of spaces before the fence and all lines, as within a list.
    private let indent: Int
    /// First line of the text on the page, counted from 1.
    public let line: Int
    /// Lines without the indentation, each with a line feed.
    public private(set) var text = ""

    /// Returns the blocks of a page, in order; omits a block without a closing fence.
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
