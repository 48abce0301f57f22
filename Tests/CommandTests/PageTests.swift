import Foundation
import PageReading
import Testing
import YAML

/// Every `yaml` block of a page is valid YAML, a file or a part of one. Intentional errors are in `text`
/// blocks.
struct PageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// The README and everything below docs.
    private func pages() -> [String] {
        let docs = FileManager.default.enumerator(atPath: Self.root.appending(path: "docs").path)
        let names = docs?.compactMap { $0 as? String } ?? []
        return ["README.md"] + names.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }

    private func blocks(in page: String) -> [CodeBlock] {
        CodeBlock.blocks(in: page).filter { $0.language.hasPrefix("yaml") }
    }

    private func mistakes(in block: CodeBlock, of page: String) -> [String] {
        do {
            let document = try Document(Array(block.text.utf8), file: page, firstLine: block.line)
            return document.problems.map { "\($0)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test
    func `every YAML block on a page is valid`() throws {
        var count = 0
        for page in pages() {
            for block in blocks(in: try text(page)) {
                #expect(mistakes(in: block, of: page) == [])
                count += 1
            }
        }
        #expect(count > 20)
    }

    @Test
    func `an invalid YAML block is reported with its line`() {
        let page = "```yaml\na: 1\n```\n- b\n\n  ```yaml\n  c:\n    { d: e[1] }\n  ```\n\n```text\n}\n```\n"
        let blocks = blocks(in: page)
        #expect(blocks.map(\.text) == ["a: 1\n", "c:\n  { d: e[1] }\n"])
        #expect(blocks.map { mistakes(in: $0, of: "page.md").count } == [0, 1])
        #expect(blocks.last.map { mistakes(in: $0, of: "page.md")[0].hasPrefix("page.md:8:") } == true)
    }

    @Test
    func `the alerts are Prometheus rules with complete expressions`() throws {
        let page = "docs/reference/metrics.md"
        let block = try #require(blocks(in: try text(page)).first { $0.text.hasPrefix("groups:") })
        let document = try Document(Array(block.text.utf8), file: page, firstLine: block.line)
        let rules = try #require(document.root?["groups"]?.sequence?.first?["rules"]?.sequence)
        #expect(rules.count > 5)
        for rule in rules {
            // YAML that parses a comma or bracket of an expression has another key or a truncated text.
            let keys = rule.mapping?.compactMap { $0.key.scalar?.text } ?? []
            #expect(keys == ["alert", "expr"] || keys == ["alert", "expr", "for"])
            let expression = rule["expr"]?.scalar?.text ?? ""
            #expect(expression.contains("touchbridge_"))
            for (left, right) in ["()", "[]", "{}"].map({ ($0.first, $0.last) }) {
                #expect(expression.count { $0 == left } == expression.count { $0 == right }, "\(expression)")
            }
        }
    }
}
