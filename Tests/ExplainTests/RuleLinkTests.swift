import Foundation
import GestureKinds
import Testing

@testable import Explain

/// Tests that the list of rules is complete, and that each rule's link leads to its text.
struct RuleLinkTests {
    private static let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// Base directory of the links. `scripts/package` installs its contents in `/usr/share/doc/touchbridge`.
    private static let documentation = project.appending(path: "docs")

    /// Returns the texts of a page's sections by heading anchor.
    private func sections(of page: String) throws -> [String: String] {
        let text = try String(contentsOf: Self.documentation.appending(path: page), encoding: .utf8)
        var sections: [String: String] = [:]
        var anchor = ""
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("#") {
                let heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                anchor = String(heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" })
                    .replacingOccurrences(of: " ", with: "-")
                sections[anchor] = ""
            } else {
                sections[anchor, default: ""] += line + "\n"
            }
        }
        return sections
    }

    /// Detects declared rules that are missing in `Rule.all`; the compiler already detects undeclared ones.
    @Test
    func `the list of rules is complete`() throws {
        let kinds = "Sources/Layout/GestureKinds/Kinds"
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.project.appending(path: kinds).path)
        var declared: [String] = []
        for file in files.map({ "\(kinds)/\($0)" }) + ["Sources/Diagnostics/Explain/Rule.swift"] {
            let text = try String(contentsOf: Self.project.appending(path: file), encoding: .utf8)
            declared += text.matches(of: /static let `?\w+`? = \w+\(\s*"([A-Za-z0-9]+)",/).map { String($0.1) }
        }
        let missing = declared.sorted().difference(from: Set(Rule.all).map(\.number).sorted()).insertions.map {
            if case .insert(_, let number, _) = $0 { number } else { "" }
        }
        #expect(missing.isEmpty, "add \(missing) to `Rule.all`, or to the `rules` of their kind of gesture")
        #expect(declared.count == Set(Rule.all).count)
    }

    @Test(arguments: Rule.all)
    func `every link leads to a heading with the rule below it`(_ rule: Rule) throws {
        let parts = rule.link.split(separator: "#").map(String.init)
        try #require(parts.count == 2, "\(rule.link)")
        let section = try #require(try sections(of: parts[0])[parts[1]], "\(rule.link)")
        if parts[0].hasPrefix("reference/behaviours/") {
            #expect(section.contains("- **\(rule.number)** "), "\(rule.number) does not stand at \(rule.link)")
        }
        #expect(rule.words.hasSuffix(".") && rule.words.count <= 125)
    }
}
