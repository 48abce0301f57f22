import TestTraits
import Testing
import YAML

@Suite struct DocumentTests {
    private func document(_ text: String, limits: Limits = Limits()) throws(YAMLError) -> Document {
        try Document(Array(text.utf8), file: "a.yaml", limits: limits)
    }

    private func error(_ text: String, limits: Limits = Limits()) throws -> YAMLError {
        try #require(throws: YAMLError.self) { try document(text, limits: limits) }
    }

    @Test func `values have their line and column`() throws {
        let root = try #require(try document("a: 1\nb:\n  - x\n  - {c: y}\n").root)
        #expect(root.mark == Mark(line: 1, column: 1))
        #expect(root["b"]?.mark == Mark(line: 3, column: 3))
        #expect(root["b"]?.sequence?[1]["c"]?.mark == Mark(line: 4, column: 9))
    }

    @Test func `columns count characters, not bytes`() throws {
        let root = try #require(try document("{ä: é, ü: ö}").root)
        #expect(root["ü"]?.mark == Mark(line: 1, column: 11))
    }

    @Test func `a mapping keeps its order`() throws {
        let root = try #require(try document("{z: 1, a: 2, m: 3}").root)
        #expect(root.mapping?.map { $0.key.scalar?.text } == ["z", "a", "m"])
    }

    @Test func `a quoted number is text`() throws {
        let values = try #require(try document("- 12\n- \"12\"\n- '12'\n- |-\n  12\n").root?.sequence)
        #expect(values.map { $0.scalar?.integer } == [12, nil, nil, nil])
    }

    @Test(arguments: [
        ("a", Scalar.Style.plain), ("'a'", .singleQuoted), ("\"a\"", .doubleQuoted), ("|-\n  a", .literal),
        (">-\n  a", .folded),
    ])
    func `a scalar has its style`(text: String, style: Scalar.Style) throws {
        #expect(try document(text).root?.scalar == Scalar("a", style: style))
    }

    @Test func `every duplicate key is reported, and the first one counts`() throws {
        let document = try document("a: 1\nb: 2\na: 3\nc: {d: 1, d: 2}\n")
        #expect(document.root?["a"]?.scalar?.text == "1")
        #expect(document.problems.map(\.mark) == [Mark(line: 3, column: 1), Mark(line: 4, column: 11)])
        #expect(
            document.problems[0].description == """
                a.yaml:3:1: the key 'a' appears twice, first on line 1; remove one of these keys
                    a: 3
                    ^
                """
        )
    }

    @Test func `an alias has its anchor's value`() throws {
        let root = try #require(try document("a: &x [1, 2]\nb: *x\n").root)
        #expect(root["b"]?.sequence?.map { $0.scalar?.integer } == [1, 2])
        #expect(root["b"]?.mark.line == 1)
    }

    @Test func `merge keys add the keys that a mapping lacks`() throws {
        let text = """
            - &a {x: 1, y: 1}
            - &b {y: 2, z: 2}
            - {<<: *a, y: 3}
            - {y: 3, <<: [*b, *a]}
            - &c {<<: *a, w: 4}
            - <<: *c
              "<<": quoted
            """
        let list = try #require(try document(text).root?.sequence)
        func pairs(_ index: Int) -> String {
            let pairs = list[index].mapping ?? []
            return pairs.map { "\($0.key.scalar?.text ?? ""): \($0.value.scalar?.text ?? "")" }.joined(separator: ", ")
        }
        #expect(pairs(2) == "x: 1, y: 3")
        #expect(pairs(3) == "z: 2, x: 1, y: 3")
        #expect(pairs(4) == "x: 1, y: 1, w: 4")
        #expect(pairs(5) == "x: 1, y: 1, w: 4, <<: quoted")
        #expect(list[2]["x"]?.mark == Mark(line: 1, column: 10))
        #expect(try document("{a: &a {b: 1}, <<: *a, <<: *a}").problems.count == 1)
    }

    @Test(arguments: [
        ("{<<: 5}", "not '5'"), ("{a: &a [1], <<: *a}", "not a list"), ("{<<: }", "not an empty value"),
        ("{<<: []}", "not a list"),
    ])
    func `a merge key needs mappings`(text: String, actual: String) throws {
        let error = try error(text)
        #expect(error.message == "'<<' must be a mapping such as '*base', or a list of mappings, \(actual)")
        #expect(error.mark.line == 1)
    }

    @Test func `the error of a merge key is at the alias, not at its anchor`() throws {
        #expect(try error("a: &a 1\nb: {<<: *a}\n").mark == Mark(line: 2, column: 9))
    }

    @Test func `nested aliases are counted before they are expanded`() throws {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...20 {
            text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "]\n"
        }
        let remedy = "use fewer values or fewer aliases"
        #expect(try error(text).message == "more than 1000000 values after resolving aliases; \(remedy)")
    }

    @Test(arguments: [
        ("&x [*x]", "the alias '*x' refers to itself; remove the alias"),
        ("a: *y", "the alias '*y' has no anchor; write '&y' at an earlier value"),
    ])
    func `an unknown or circular alias is rejected`(text: String, message: String) throws {
        #expect(try error(text).message == message)
    }

    @Test func `nesting depth is limited`() throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(try error(deep).message == "more than 128 nested lists and mappings; use fewer levels")
    }

    @Test func `an error shows its line with a caret`() throws {
        let error = try error("a: 1\nb: [1, 2\nc: 3\n")
        #expect(error.mark.line == 3)
        #expect(error.line == "c: 3")
        #expect(error.description.hasPrefix("a.yaml:3:2: "))
        #expect(error.description.hasSuffix("\n    c: 3\n     ^"))
    }

    @Test func `a tab as indentation is reported`() throws {
        for text in ["a:\n\tb: 1\n", "a: 1\n\tb: 2\n"] {
            #expect(try error(text).message.hasPrefix("YAML does not allow a tab here; indent with spaces"))
        }
    }

    @Test func `the excerpt of a long line contains the caret`() throws {
        let long = String(repeating: "x", count: 500)
        let error = YAMLError(file: "f", mark: Mark(line: 1, column: 401), message: "m", line: long)
        let lines = try #require(error.excerpt).split(separator: "\n")
        #expect(lines.map(\.count) == [124, 45])
    }

    @Test func `a character with thousands of combining marks is replaced in the excerpt`() throws {
        let line = "a: e" + String(repeating: "\u{301}", count: 10_000) + " x"
        let error = YAMLError(file: "f", mark: Mark(line: 1, column: 4), message: "m", line: line)
        let text = try #require(error.excerpt)
        #expect(text == "    a: \u{FFFD} x\n       ^")
    }

    @Test(.atLimit("shown-line"), .pastLimit("shown-line"))
    func `a line of 4096 characters is shown completely, and of a longer one the part around the position`() throws {
        let whole = "a: " + String(repeating: "x", count: 4092) + "y"
        #expect(try document(whole).error("m", at: Mark(line: 1, column: 1)).line == whole)
        #expect(try document(whole).error("m", at: Mark(line: 1, column: 4096)).line == whole)
        let longer = "a: x" + whole.dropFirst(3)
        #expect(try document(longer).error("m", at: Mark(line: 1, column: 1)).line == String(longer.dropLast()))
        let part = try #require(try document(longer).error("m", at: Mark(line: 1, column: 4097)).line)
        #expect(part.hasSuffix("xy") && longer.hasSuffix(part) && part.count < 4096)
    }

    @Test func `invalid UTF-8 is an error with its position`() throws {
        let bytes = Array("a: 1\nb: ".utf8) + [0xff, 0x0a]
        let error = try #require(throws: YAMLError.self) { try Document(bytes, file: "a.yaml") }
        #expect(error.mark == Mark(line: 2, column: 4))
    }

    @Test func `a text without a value has no root, and a second document is rejected`() throws {
        #expect(try document("# nothing\n").root == nil)
        let message = "the file has a second YAML document; remove '---' and all lines after it"
        #expect(try error("--- a\n--- b\n").message == message)
    }

    @Test func `a text can start in the middle of a file`() throws {
        let document = try Document(Array("a: 1".utf8), file: "f", firstLine: 40)
        #expect(document.root?.mark.line == 40)
        #expect(document.error("m", at: Mark(line: 40, column: 4)).line == "a: 1")
    }

    @Test func `more than 30 combining marks in a row are rejected in values, keys and anchors`() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 15)
        _ = try document("e\(marks): e\(marks)")
        for text in ["a: e\(marks)\u{301}", "e\(marks)\u{301}: a", "a: \"\(String(repeating: "\\u0301", count: 31))\""]
        {
            #expect(try error(text).message == "more than 30 consecutive combining marks (Unicode); remove them")
        }
    }

    @Test(arguments: [
        ("a: { b: c d: e }", "',' or '}' is missing before this position; the '{' is at line 1, column 4"),
        ("a: { b: c [d] }", "',', ':' or '}' is missing before this position; the '{' is at line 1, column 4"),
        ("a: [\n  { b: c }\nd: e\n", "',' or ']' is missing before this position; the '[' is at line 1, column 4"),
        ("a:\n  b: c\n d: e\n", "a key is missing before this position, in the mapping that begins at line 1, column"),
        ("a:\n  - b: c\n d: e\n", "a key is missing before this position, in the mapping that begins at line 1"),
    ])
    func `missing brackets and wrong indentation are reported with their start`(
        text: String,
        words: String
    ) throws {
        let message = try error(text).message
        #expect(message.hasPrefix(words), "\(message)")
    }
}
