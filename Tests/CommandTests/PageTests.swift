import Foundation
import PageReading
import Testing
import YAML

/// Tests the documentation: the YAML in `yaml` blocks, the links, and the Prometheus alerts. Examples with intentional
/// errors are in `text` blocks, which are not tested.
struct PageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// README.md and all pages in docs.
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

    // MARK: Links

    /// Lines of a page outside of fenced code.
    private func prose(of page: String) -> [Substring] {
        var isCode = false
        return page.split(separator: "\n").filter { line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            return !isFence && !isCode
        }
    }

    /// Targets of a page's links to files in this repository.
    private func links(in page: String) -> [String] {
        prose(of: page).flatMap { line in
            line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
        }.filter { $0.firstMatch(of: /^[a-z]+:/) == nil }
    }

    /// Anchors of a page's headings, in the form that GitHub generates.
    private func anchors(of page: String) -> Set<String> {
        var counts: [String: Int] = [:]
        for line in prose(of: page) where line.hasPrefix("#") {
            let title = line.drop { $0 == "#" }.dropFirst().lowercased().replacing(/\]\([^)]*\)/, with: "]")
            let kept = title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            counts[kept.replacing(" ", with: "-"), default: 0] += 1
        }
        return Set(counts.flatMap { name, count in (0..<count).map { $0 == 0 ? name : "\(name)-\($0)" } })
    }

    private func brokenLinks(of path: String, _ page: String) throws -> [String] {
        let folder = URL(filePath: path, relativeTo: Self.root).deletingLastPathComponent()
        return try links(in: page).filter { link in
            let parts = link.split(separator: "#", omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? nil : folder.appending(path: parts[0]).standardizedFileURL
            if let target, !FileManager.default.fileExists(atPath: target.path) { return true }
            guard parts.count > 1, target?.pathExtension ?? "md" == "md" else { return false }
            return try !anchors(of: target.map { try String(contentsOf: $0, encoding: .utf8) } ?? page)
                .contains(parts[1])
        }
    }

    @Test
    func `every link on a page leads to a file and a heading`() throws {
        var count = 0
        for path in pages() + ["CONTRIBUTING.md", "CHANGELOG.md", "fixtures/README.md", "fixtures/puzzles/README.md"] {
            let page = try text(path)
            #expect(try brokenLinks(of: path, page) == [], "\(path)")
            count += links(in: page).count
        }
        #expect(count > 300)
    }

    @Test
    func `a link without a target is reported`() throws {
        let page = "# A `b`: c\n\n[x](#a-b-c) [x](#a-b) [x](README.md) [x](no.md) `[x](code.md)` [x](https://host/)\n"
        #expect(try brokenLinks(of: "page.md", page) == ["#a-b", "no.md"])
    }

    @Test
    func `the alerts are Prometheus rules with complete expressions`() throws {
        let page = "docs/reference/metrics.md"
        let block = try #require(blocks(in: try text(page)).first { $0.text.hasPrefix("groups:") })
        let document = try Document(Array(block.text.utf8), file: page, firstLine: block.line)
        let rules = try #require(document.root?["groups"]?.sequence?.first?["rules"]?.sequence)
        #expect(rules.count > 5)
        for rule in rules {
            // A comma or bracket that YAML parsed as syntax would cause other keys or a truncated expression.
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
