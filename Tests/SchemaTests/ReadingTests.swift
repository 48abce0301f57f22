import JSON
import Schema
import TestTraits
import Testing
import YAML

/// Tests how a table of keys reads a mapping, and the errors that it reports.
struct ReadingTests {
    private struct Pair: Sendable {
        var first = 0.0
        var second: Bool?
        var end = 0
    }

    private let table = Table<Pair>("Pair", "Two values.", of: Pair()) {
        Key("first", .number, \.first, required: true, "A number.")
        Key("second", .boolean, \.second, "A truth value.")
        Key("end", .choice(["cut": 1, "keep": 2], formerly: ["drop": "cut"]), \.end, formerly: "edge", "What ends it.")
    }

    private func read(_ text: String) throws -> (value: Pair?, messages: [String]) {
        let reading = Reading()
        let document = try Document(Array(text.utf8), file: "f", source: reading.nextSource)
        reading.add(document)
        let value = table.read(try #require(document.root), reading)
        return (value, reading.sorted.map { "\($0.problem.mark.line): \($0.problem.message)" })
    }

    @Test
    func `a table reads known keys and reports others in the order of the text`() throws {
        let (value, messages) = try read("second: maybe\nfrist: 1\nfirst: 2\n")
        #expect(value?.first == 2)
        #expect(
            messages == [
                "1: 'second' must be true or false, not 'maybe'",
                "2: Pair has no key 'frist'; did you mean 'first'?",
            ]
        )
    }

    @Test
    func `a missing required key is reported with the expected value`() throws {
        let (value, messages) = try read("second: true\n")
        #expect(value == nil)
        #expect(messages == ["1: Pair needs 'first': a number"])
    }

    @Test
    func `a list of fixed length with an invalid value has no value`() throws {
        let reading = Reading()
        let document = try Document(Array("[1, x, 3]".utf8), file: "f")
        let root = try #require(document.root)
        #expect(Setting<[Double]>.list(of: .number, count: 3...3).read(root, reading) == nil)
        #expect(Setting<[Double]>.list(of: .number).read(root, reading) == [1, 3])
    }

    @Test(.atLimit("reported-errors"))
    func `errors past the limit are counted without being formatted`() {
        let reading = Reading()
        var texts = 0
        func text(_ number: Int) -> String {
            texts += 1
            return "mistake \(number)"
        }
        for number in 0..<1000 { reading.warning(text(number), .unused, at: Mark(line: number, column: 1)) }
        #expect(!reading.hasErrors)
        reading.error(text(0), .wrongValue, at: Mark(line: 1, column: 1))
        #expect(reading.diagnostics.count == Reading.limit)
        #expect(reading.omitted == 801)
        #expect(reading.hasErrors)
        #expect(texts == Reading.limit)
    }

    @Test
    func `former names of keys and values are read with a warning, and only one name is allowed`() throws {
        let (value, messages) = try read("first: 1\nedge: drop\n")
        #expect(value?.end == 1)
        #expect(
            messages == [
                "2: 'edge' was renamed to 'end' and is accepted until the next major version; write 'end'",
                "2: 'drop' was renamed to 'cut' and is accepted until the next major version; write 'cut'",
            ]
        )
        #expect(try read("first: 1\nend: keep\n").messages == [])
        let both = try read("first: 1\nend: keep\nedge: cut\n").messages
        #expect(both == ["3: 'edge' is the former name of 'end', which is also set; remove 'edge'"])
    }

    @Test
    func `a schema marks former names as deprecated, and accepts former values`() {
        var schema = JSONSchema()
        schema.define(table)
        let properties = schema.defined[0].value["properties"]
        #expect(properties?["edge"]?["deprecated"] == true && properties?["end"]?["deprecated"] == nil)
        #expect(properties?["edge"]?["enum"] == ["cut", "keep", "drop"])
    }
}
