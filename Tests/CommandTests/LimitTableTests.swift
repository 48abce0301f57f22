import Foundation
import Testing

/// docs/limits.md says what the sources have, and what tests prove.
struct LimitTableTests {
    private struct Row {
        let what: String
        let limit: Int
        let file: String
        let code: String
        /// The tests at the limit and past it.
        let tests: [String]
    }

    private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        .path

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    private func files(_ folder: String) -> [String] {
        let all = FileManager.default.enumerator(atPath: "\(root)/\(folder)")?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
    }

    private func rows() throws -> [Row] {
        try text("docs/limits.md").split(separator: "\n").compactMap { line in
            let cells = line.split(separator: " | ", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
            }
            guard line.hasPrefix("| "), let place = cells.firstIndex(where: { $0.hasPrefix("`Sources/") }) else {
                return nil
            }
            let parts = cells[place].split(separator: "`").map(String.init).filter { $0 != " " }
            try #require(parts.count == 2, "\(line)")
            let limit = try #require(number(inWords: cells[1]), "\(cells[1])")
            let tests = cells[(place + 1)...]
            return Row(what: cells[0], limit: limit, file: parts[0], code: parts[1], tests: Array(tests))
        }
    }

    /// `64 KiB`, `300 000`, `5 s`.
    private func number(inWords text: String) -> Int? {
        let units = ["KiB": 1 << 10, "MiB": 1 << 20, "s": 1_000_000]
        var digits = text.split(separator: " ").map(String.init)
        let unit = digits.last.flatMap { units[$0] }
        if unit != nil { digits.removeLast() }
        return Int(digits.joined()).map { $0 * (unit ?? 1) }
    }

    /// The number that a piece of Swift or C ends with: `1 << 20`, `64 * 1024`, `8...100_000`.
    private func number(inCode text: String) throws -> Int? {
        let expression = /([0-9][0-9_]*)(?: (<<|\*) ([0-9][0-9_]*)(?: - ([0-9]+))?)?/
        guard let match = text.matches(of: expression).last else { return nil }
        func value(_ digits: Substring?) -> Int { digits.flatMap { Int($0.replacing("_", with: "")) } ?? 0 }
        let (first, second) = (value(match.1), value(match.3))
        // In Swift a shift binds more strongly than a minus.
        return switch match.2 {
        case "<<": first << second - value(match.4)
        case "*": first * second - value(match.4)
        default: first
        }
    }

    @Test
    func `each number is the source's`() throws {
        let rows = try rows()
        #expect(rows.count > 70)
        for row in rows {
            let source = try text(row.file)
            #expect(source.contains(row.code), "\(row.what): \(row.file) has no '\(row.code)'")
            #expect(try number(inCode: row.code) == row.limit, "\(row.what): \(row.code)")
        }
    }

    @Test
    func `each test is there`() throws {
        let names = try Set(files("Tests").flatMap { try text($0).matches(of: /func `([^`]+)`/).map { String($0.1) } })
        for row in try rows() { for test in row.tests { #expect(names.contains(test), "\(row.what): '\(test)'") } }
    }

    @Test
    func `no limit of the sources is missing`() throws {
        let rows = try rows()
        // Texts and pictures for people, and times of our own ends.
        let others = ["Sources/Explain/", "Sources/Pictures/"]
        let declaration = /static let ([A-Za-z]*[lL]imit)(: [A-Za-z0-9]+)? = ([0-9][0-9_ <*\-]*)\n/
        for file in files("Sources") where !others.contains(where: file.hasPrefix) {
            for match in try text(file).matches(of: declaration) {
                let isTold = rows.contains { $0.file == file && match.0.dropLast().hasSuffix($0.code) }
                #expect(isTold, "docs/limits.md has no row for '\(match.0)' of \(file)")
            }
        }
    }
}
