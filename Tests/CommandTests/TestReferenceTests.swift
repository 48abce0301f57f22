import Foundation
import Testing

/// Tests the references to tests on pages, such as `[a layout without end is refused]`. Each must name an existing
/// test, and the end of the page must list the test's file.
struct TestReferenceTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// Returns the files of all tests, including the package and kiosk checks, by test name.
    private func files() throws -> [String: String] {
        var files: [String: String] = [:]
        let all = FileManager.default.enumerator(atPath: Self.root.appending(path: "Tests").path)
        for file in all?.compactMap({ $0 as? String }).sorted() ?? []
        where file.hasSuffix(".swift") || file.hasPrefix("Kiosk/") || file == "Package/check" {
            guard let source = try? text("Tests/\(file)") else { continue }
            for match in source.matches(of: /(?:func `([^`]+)`|\bprove "([^"]+)")/) {
                files[String(match.1 ?? match.2 ?? "")] = "../../Tests/\(file)"
            }
        }
        return files
    }

    /// Returns the texts in brackets that are not links.
    private func references(in page: Substring) -> Set<String> {
        Set(
            page.replacing(/\n */, with: " ").matches(of: /\[([^\[\]]+)\](?![(:])/).map { String($0.1) }
        )
    }

    /// Returns the page without its link definitions.
    private func body(of page: String) -> Substring {
        page.firstRange(of: "\n\n[").map { page[..<$0.lowerBound] } ?? page[...]
    }

    @Test(
        arguments: [
            ("docs/guide/security.md", 50), ("docs/internals/sanitizers.md", 1),
            ("docs/reference/compatibility.md", 10),
        ]
    )
    func `each test named on a page exists and is linked`(_ page: String, _ least: Int) throws {
        let current = try text(page)
        let body = body(of: current)
        let references = references(in: body)
        #expect(references.count >= least)
        let files = try files()
        let definitions = references.sorted().compactMap { name in files[name].map { "[\(name)]: \($0)" } }
        for name in references where files[name] == nil { Issue.record("\(page) names '\(name)', which is no test") }
        let updated = "\(body)\n\n\(definitions.joined(separator: "\n"))\n"
        guard ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == nil else {
            return try updated.write(to: Self.root.appending(path: page), atomically: true, encoding: .utf8)
        }
        #expect(current == updated, "run 'make record'")
    }

    @Test
    func `every claim about security names a test or says that it has none`() throws {
        let page = body(of: try text("docs/guide/security.md")).split(separator: "## What is not defended")[0]
        let claims = page.split(separator: "\n- ").dropFirst()
        #expect(claims.count > 30)
        for claim in claims {
            let claim = claim.prefix { $0 != "#" }
            #expect(!references(in: claim).isEmpty || claim.contains("No test"), "\(claim)")
        }
    }

    @Test(arguments: ["Sources", "packaging", "systemd", "udev-rules", "scripts", "Tests"])
    func `each documentation page named in a file exists`(_ folder: String) throws {
        let files = FileManager.default.enumerator(atPath: Self.root.appending(path: folder).path)
        var pages: Set<String> = []
        for file in files?.compactMap({ $0 as? String }) ?? [] {
            guard let source = try? text("\(folder)/\(file)") else { continue }
            for match in source.matches(of: /\bdocs\/[A-Za-z0-9_.\/-]+\.md\b/) {
                let page = String(match.0)
                guard pages.insert(page).inserted else { continue }
                let exists = FileManager.default.fileExists(atPath: Self.root.appending(path: page).path)
                #expect(exists, "\(folder)/\(file) names \(page)")
            }
        }
        if folder == "Sources" { #expect(pages.count >= 10) }
    }

    @Test
    func `references are found across line breaks, and links are ignored`() {
        #expect(references(in: "so [it is\n  so], and [that](page.md), [x]: y") == ["it is so"])
    }
}
