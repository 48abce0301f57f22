import Foundation
import JSON
import Schema
import Testing

/// Tests the error codes, spans and fixes of `touchbridge check --json`.
struct CheckCodeTests {
    /// One layout for each code, with the span of the problem and the beginning of its fix.
    private static let problems: [(code: Diagnostic.Code, layout: String, span: [Int], fix: String?)] = [
        (.unreadableFile, "include: nowhere.yaml", [1, 10, 1, 22], nil),
        (.syntax, "root: [", [2, 1, 2, 1], nil),
        (.limitExceeded, "root: { subviews: [{ repeat: 1..1000000 }] }", [1, 30, 1, 40], "write fewer items"),
        (.scriptError, "plugins: { a: { type: script, code: 'function' } }", [1, 37, 1, 47], nil),
        (.unknownKey, "root:\n  fraem: [0, 0]", [2, 3, 2, 8], nil),
        (.duplicateKey, "root: { id: a, id: b }", [1, 16, 1, 18], "remove one of these keys"),
        (.missingKey, "root: { gestures: [{ id: a }] }", [1, 20, 1, 29], nil),
        (.missingKey, "root: { with: { a: 1 } }", [1, 9, 1, 13], "add 'template: NAME'"),
        (.misplacedKey, "root: { value: 1 }", [1, 9, 1, 14], "use a Slider"),
        (.unknownName, "root: { on: { touches: nothing.write } }", [1, 24, 1, 37], nil),
        (.duplicateName, "root: { id: a, subviews: [{ id: a }] }", [1, 33, 1, 34], "use a different id"),
        (.formerName, "screens: [{ input: { silenceLimit: 9s } }]", [1, 22, 1, 34], "write 'staleContactTimeout'"),
        (.wrongName, "plugins: { tree: { type: log } }", [1, 12, 1, 16], "use a different name"),
        (
            .circularReference, "root: { gestures: [{ id: a, type: tap, requireToFail: a }] }", [1, 55, 1, 56],
            "remove 'a' from 'requireToFail'"
        ),
        (.wrongValue, "root: { frame: [0,\n  {}] }", [1, 16, 2, 6], nil),
        (.wrongValue, "root: { alpha: 'two' }", [1, 16, 1, 21], nil),
        (.wrongExpression, "templates: { t: { view: { id: '${' } } }\nroot: { template: t }", [1, 31, 1, 35], nil),
        (.wrongPlaceholder, "root: { on: { touches: { tree.show: '{{vieww}}' } } }", [1, 38, 1, 38], "did you mean"),
        (.unsafeValue, "screens: [{ input: { accept: true } }]", [1, 30, 1, 34], "identify the device"),
        (.wrongEvent, "root: { on: { touchUpInside: copy } }\nactions: { copy: [] }", [1, 15, 1, 28], "use a Control"),
        (
            .wrongTarget, "root: { id: a, on: { touches: { tree.send: { view: a, event: touchDown } } } }",
            [1, 52, 1, 53], "write the id of a control"
        ),
        (.conflict, "root: { frame: [0, 0, 1, 1], edges: {} }", [1, 30, 1, 35], "remove one of them"),
        (
            .unreachable, "root: { subviews: [{ class: Button, hidden: true }] }", [1, 20, 1, 51],
            "remove 'hidden: true'"
        ),
        (
            .excessiveDelay,
            "root: { gestures: [{ type: touchLimit, edges: left, decideWithin: 2s }] }", [1, 67, 1, 69],
            "write at most 500ms"
        ),
        (.noEffect, "root: { class: Button, on: { touchDown: [] } }", [1, 30, 1, 39], "write a call"),
        (.unused, "plugins: { a: { type: log } }", [1, 12, 1, 13], nil),
        (
            .notInstalled,
            "plugins: { a: { type: exec } }\nroot: { on: { touchesBegan: { a.run: [/no/such] } } }",
            [2, 39, 2, 47], nil
        ),
        (
            .blockedProgram, "plugins: { a: { type: exec } }\nroot: { on: { touchesBegan: { a.run: [su] } } }",
            [2, 39, 2, 41], nil
        ),
    ]

    @Test
    func `JSON contains a code and the span of each problem`() throws {
        let scratch = try Scratch()
        for (index, problem) in Self.problems.enumerated() {
            try scratch.write("\(index).yaml", Data(problem.layout.utf8))
            let output = try Command.run("check", "--json", "\(index).yaml", in: scratch).output
            let found = try output.split(separator: "\n").map { try JSONValue(parsing: Array($0.utf8)) }
            let one = found.first { $0["code"]?.text == problem.code.rawValue }
            let span = ["line", "column", "endLine", "endColumn"].map { one?[$0]?.number ?? 0 }
            #expect(span == problem.span.map(Double.init), "\(output)")
            if let fix = problem.fix { #expect(one?["fix"]?.text?.hasPrefix(fix) == true, "\(output)") }
        }
        #expect(Set(Self.problems.map(\.code)) == Set(Diagnostic.Code.allCases))
    }

    @Test
    func `the reference page lists exactly the codes`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let page = try String(contentsOf: root.appending(path: "docs/reference/command-line.md"), encoding: .utf8)
        let table = try #require(page.split(separator: "\n| code | problem |\n|---|---|\n").dropFirst().first)
        let rows = table.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("| `") }
        let documented = rows.compactMap { $0.dropFirst(3).split(separator: "`").first.map(String.init) }
        #expect(documented == Diagnostic.Code.allCases.map(\.rawValue))
    }
}
