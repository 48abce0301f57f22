import Foundation
import Testing

/// docs/security.md claims nothing that no test proves, and names no test that is not there.
struct SecurityPageTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    /// What stands in brackets before a path below Tests.
    private func proofs(in page: String) -> [(name: String, file: String)] {
        page.replacing("\n  ", with: " ").matches(of: /\[([^\]]+)\]\(\.\.\/(Tests\/[^)#]+)\)/)
            .map { (String($0.output.1), String($0.output.2)) }
    }

    @Test(arguments: ["docs/security.md", "docs/sanitizers.md"])
    func `every test that a page names is there`(_ page: String) throws {
        let proofs = proofs(in: try text(page))
        #expect(proofs.count >= (page == "docs/security.md" ? 50 : 1))
        for (name, file) in proofs {
            let source = try text(file)
            let isThere =
                file.hasSuffix(".swift")
                ? source.contains("func `\(name)`") : source.contains("prove \"\(name)\"")
            #expect(isThere, "\(file) has no '\(name)'")
        }
    }

    @Test
    func `every claim names a test, or says that it has none`() throws {
        let page = try text("docs/security.md").split(separator: "## What is not defended")[0]
        let claims = page.split(separator: "\n- ").dropFirst()
        #expect(claims.count > 30)
        for claim in claims {
            let claim = claim.prefix { $0 != "#" }
            #expect(claim.contains("](../Tests/") || claim.contains("No test"), "\(claim)")
        }
    }

    @Test
    func `a test that is not there is missed`() {
        let found = proofs(in: "so [it is\n  so](../Tests/A/B.swift), and [that](page.md)")
        #expect(found.map(\.name) == ["it is so"])
        #expect(found.map(\.file) == ["Tests/A/B.swift"])
    }
}
