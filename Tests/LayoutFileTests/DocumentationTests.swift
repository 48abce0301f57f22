import Foundation
internal import InputHub
import JSON
import LayoutFile
internal import LayoutPlans
import PageReading
import PluginAPI
import Schema
import Testing

/// Tests that the layouts in the documentation load without errors. A block marked `yaml` is a layout; a second word
/// after `yaml` marks other content.
struct DocumentationTests {
    private static let root = Fixtures.folder.deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ page: String) throws -> String {
        try String(contentsOf: root.appending(path: page), encoding: .utf8)
    }

    /// README.md and all pages in docs.
    private static let pages: [String] = {
        let names = FileManager.default.enumerator(atPath: root.appending(path: "docs").path)?.compactMap {
            $0 as? String
        }
        return ["README.md"] + (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
    }()

    private static let pagesWithLayouts = pages.filter { (try? text($0))?.contains("```yaml\n") == true }

    /// Pages for layout authors and operators.
    private static let pagesForOperators = pages.filter { page in
        [
            "docs/guide/panels", "docs/guide/explain", "docs/guide/install", "docs/guide/inspector",
            "docs/guide/pictures", "docs/guide/recordings", "docs/guide/recipes/", "docs/reference/layout",
            "docs/reference/metrics", "docs/reference/plugins/",
        ].contains { page.hasPrefix($0) }
    }

    /// All keys of layouts and plugin settings.
    private static let keys: Set<String> = {
        var keys: Set<String> = ["include", "touchUpInside"]
        func collect(_ value: JSONValue) {
            for member in value.members ?? [] {
                if member.key == "properties" { keys.formUnion((member.value.members ?? []).map(\.key)) }
                collect(member.value)
            }
            for element in value.list ?? [] { collect(element) }
        }
        collect(LayoutSchema.json(plugins: pluginTypes.map(\.settings)))
        return keys
    }()

    @Test(arguments: pagesWithLayouts) func `every layout on a page has no error`(page: String) throws {
        for block in CodeBlock.blocks(in: try Self.text(page)) where block.language == "yaml" {
            // Prepends empty lines, so that messages name the line of the page.
            let text = String(repeating: "\n", count: block.line - 1) + block.text
            let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: page)
            _ = layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }
            #expect(reading.sorted.filter { $0.severity == .error }.map(\.description) == [])
        }
    }

    @Test func `YAML that is no layout is marked with its kind`() throws {
        var others: Set<String> = []
        var count = 0
        for page in Self.pages {
            let blocks = CodeBlock.blocks(in: try Self.text(page)).filter { $0.language.hasPrefix("yaml") }
            count += blocks.count
            others.formUnion(blocks.map(\.language))
        }
        #expect(others == ["yaml", "yaml prometheus"])
        #expect(count > 20)
    }

    /// Returns the words in backticks in the `setting` and `key` columns of tables. Plugin pages have their own tests.
    private func namedSettings(in text: String) -> [Substring] {
        var settings: [Substring] = []
        var column: Int?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
            let names = cells.map { $0.drop { $0 == " " }.prefix { $0 != " " } }
            if cells.count < 3 {
                column = nil
            } else if let header = names.firstIndex(where: { ["setting", "key"].contains($0) }) {
                column = header
            } else if let column {
                settings += cells[column].matches(of: /`([A-Za-z]+)`/).map(\.1)
            }
        }
        return settings
    }

    @Test func `every setting in a table is a layout key`() throws {
        let settings = try ["docs/reference/layout.md", "docs/guide/panels.md"].flatMap {
            namedSettings(in: try Self.text($0))
        }
        #expect(settings.filter { !Self.keys.contains(String($0)) } == [])
        #expect(settings.count > 100)
    }

    @Test func `a word with a colon on an operators' page is a layout key`() throws {
        var words: [Substring] = []
        for page in Self.pagesForOperators {
            let prose = try Self.text(page).replacing(/```[^`]*```/, with: "")
            words += prose.matches(of: /`([a-z][A-Za-z]+):(?: [^`]*)?`/).map(\.1)
        }
        #expect(words.filter { !Self.keys.contains(String($0)) } == [])
        #expect(words.count > 30)
    }
}
