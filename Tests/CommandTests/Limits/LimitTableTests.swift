import Foundation
import Testing

/// Tests that docs/reference/limits.md lists the limits in the sources, and that each limit has tests.
struct LimitTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL.path
    private let page = "\(root)/docs/reference/limits.md"

    private func files(_ folder: String, _ suffixes: [String]) -> [String] {
        let all = FileManager.default.enumerator(atPath: "\(Self.root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return all.filter { file in suffixes.contains(where: file.hasSuffix) }.map { "\(folder)/\($0)" }.sorted()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Self.root)/\(path)", encoding: .utf8)
    }

    private func limits() throws -> [LimitAnnotation] {
        try files("Sources", [".swift", ".c"]).flatMap { try LimitAnnotation.all(in: text($0), file: $0) }
    }

    /// Returns the page with an updated table below each heading, and with all other text unchanged.
    private func updated(_ page: String, _ limits: [LimitAnnotation]) -> String {
        var lines: [Substring] = []
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("|---") {
                let section = lines.last { $0.hasPrefix("## ") }?.dropFirst(3) ?? ""
                lines.append(line)
                lines += limits.filter { $0.section == section }.map { row($0)[...] }
            } else if !line.hasPrefix("| ") || lines.last?.isEmpty == true {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ limit: LimitAnnotation) -> String {
        let cells = [limit.what, limit.words, limit.consequence, "`\(limit.id)`"].filter { !$0.isEmpty }
        return "| \(cells.joined(separator: " | ")) |"
    }

    @Test
    func `the page shows the limits declared in the sources`() throws {
        let limits = try limits()
        #expect(limits.count > 90)
        #expect(Set(limits.map(\.id)).count == limits.count, "two limits have one id")
        let current = try String(contentsOfFile: page, encoding: .utf8)
        let updated = updated(current, limits)
        for limit in limits { #expect(updated.contains("## \(limit.section)\n"), "\(limit.file): no such section") }
        guard ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == nil else {
            return try updated.write(toFile: page, atomically: true, encoding: .utf8)
        }
        #expect(current == updated, "run 'make record'")
    }

    @Test
    func `each limit has a test at the limit and one past it`() throws {
        var proven: [String: Set<Substring>] = ["atLimit": [], "pastLimit": []]
        for file in files("Tests", [".swift"]) where !file.contains("/Limits/") && !file.contains("/TestTraits/") {
            for match in try text(file).matches(of: /\.(atLimit|pastLimit)\(([^)]*)\)/) {
                let ids = match.2.split(separator: "\"").filter { !$0.contains(",") }
                proven[String(match.1), default: []].formUnion(ids)
            }
        }
        let limits = try limits()
        for limit in limits where limit.section != "Internal bounds" {
            for (trait, ids) in proven where !ids.contains(limit.id[...]) {
                Issue.record("\(limit.file): no test has .\(trait)(\"\(limit.id)\")")
            }
        }
        let known = Set(limits.map { $0.id[...] })
        for ids in proven.values {
            let unknown = ids.subtracting(known)
            #expect(unknown.isEmpty, "no such limits: \(unknown.sorted())")
        }
    }

    @Test
    func `each constant named a limit is annotated`() throws {
        // Limits in these folders only shorten texts and pictures, and need no annotation.
        let others = ["Sources/Diagnostics/Explain/", "Sources/Diagnostics/Pictures/"]
        let declaration = /static let ([A-Za-z]*[lL]imit)(: [A-Za-z0-9]+)? = ([0-9][0-9_ <*\-]*)\n/
        for file in files("Sources", [".swift"]) where !others.contains(where: file.hasPrefix) {
            let source = try text(file)
            let count = source.matches(of: declaration).count
            let annotated = try LimitAnnotation.all(in: source, file: file)
            #expect(annotated.count >= count, "\(file) has a limit without 'Limit ID (limits.md, …' in front of it")
        }
    }

    @Test(arguments: [
        ("static let limit = 64 * 1024", 65536), ("capacity: Int = 1 << 18, firstLine: Int = 1", 262_144),
        (".integer(8...100_000), \"1024 unless given\"", 100_000), ("names.count <= 1000 else {", 1000),
        ("parsing: line, depth: 32)", 32), ("static let limit = 1 << 17 - 1", 131_071),
    ])
    func `the number of a limit is parsed from its line`(_ code: String, _ number: Int) {
        #expect(LimitAnnotation.number(in: code[...]) == number)
    }

    @Test
    func `an annotation without a number is reported`() {
        #expect(throws: LimitAnnotation.Malformed.self) {
            try LimitAnnotation.all(in: "/// Limit a (limits.md, B): c. If exceeded: d.\nlet e = f\n", file: "")
        }
    }
}
