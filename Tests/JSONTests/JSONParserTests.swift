import JSON
import TestTraits
import Testing

/// Tests the JSON parser against RFC 8259. The numbers in parentheses in test names are sections of the RFC.
struct `Reading JSON` {
    private func value(_ text: String) throws -> JSONValue { try JSONValue(parsing: text.utf8) }

    private func mistake(_ bytes: some Sequence<UInt8>) -> JSONError? {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test(
        arguments: [
            ("null", nil), ("true", true), ("false", false), ("\"\"", ""), ("0", 0), (" [ ] ", []), ("{}", [:]),
            ("\t\n\r [1,\n2]\n", [1, 2]), ("[[[]],{}]", [[[]], [:]]),
            ("{\"a\":{\"b\":[null]}}", ["a": ["b": [nil]]]),
        ] as [(String, JSONValue)]
    )
    func `any value can be the root, with whitespace around its parts (2, 3)`(text: String, expected: JSONValue) throws
    {
        #expect(try value(text) == expected)
    }

    @Test func `members keep their order, and the first of duplicates is found (4)`() throws {
        let object = try value("{\"b\":1,\"a\":2,\"b\":3}")
        #expect(object.members?.map(\.key) == ["b", "a", "b"])
        #expect(object["b"] == 1 && object["c"] == nil)
    }

    @Test(
        arguments: [
            ("-0", -0.0), ("10", 10), ("-1.5", -1.5), ("1e3", 1000), ("1E+3", 1000), ("1.25e-2", 0.0125),
            ("123456789012345678", 123_456_789_012_345_680), ("5e-324", .leastNonzeroMagnitude),
            ("1.7976931348623157e308", .greatestFiniteMagnitude), ("1e-999", 0),
        ]
    )
    func `numbers are parsed (6)`(text: String, expected: Double) throws {
        #expect(try value(text).number == expected)
    }

    @Test(
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\ud83d\ude00""#, "😀"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"), (#""\u0000""#, "\0"),
            ("\"é😀\u{7f}\"", "é😀\u{7f}"),
            (#""\uFFFF""#, "\u{FFFF}"),
        ]
    )
    func `strings are parsed with escapes and surrogate pairs (7)`(text: String, expected: String) throws {
        #expect(try value(text) == .text(expected))
    }

    @Test(
        arguments: [
            ("", 0, "a value is missing"), (" ", 1, "a value is missing"), ("[1,]", 3, "not a JSON value"),
            ("[1 2]", 3, "',' or ']' is missing"), ("[", 1, "a value is missing"), ("[1", 2, "',' or ']' is missing"),
            ("{\"a\":1,}", 7, "a key in quotes is missing"), ("{a:1}", 1, "a key in quotes is missing"),
            ("{\"a\" 1}", 5, "':' is missing"), ("{\"a\":1", 6, "',' or '}' is missing"),
            ("1 2", 2, "unexpected text"),
            ("nul", 0, "not a JSON value"), ("True", 0, "not a JSON value"), ("nullx", 4, "unexpected text"),
            ("'a'", 0, "not a JSON value"), ("// x\n1", 0, "not a JSON value"), ("NaN", 0, "not a JSON value"),
            ("\u{FEFF}1", 0, "not a JSON value"), ("\u{a0}1", 0, "not a JSON value"), ("]", 0, "not a JSON value"),
        ]
    )
    func `an invalid value is rejected with its offset`(text: String, offset: Int, message: String) {
        let mistake = mistake(text.utf8)
        #expect(mistake?.offset == offset, "\(String(describing: mistake))")
        #expect(mistake?.message.hasPrefix(message) == true, "\(String(describing: mistake))")
    }

    @Test(arguments: [
        "01", "-", "+1", ".5", "1.", "1.e3", "1e", "1e+", "-01", "0x10", "1e999", "-1e999", "Infinity", "00",
    ])
    func `an invalid number is rejected (6)`(text: String) {
        #expect(mistake(text.utf8) != nil)
    }

    @Test(
        arguments: [
            #"""#, #""a"#, #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\u+123""#, #""\u-123""#, #""\ud800""#,
            #""\ud800\u0041""#, #""\ud800x""#, #""\udc00""#, #""\ud800\ud800""#, "\"\n\"", "\"\t\"", "\"\0\"",
        ]
    )
    func `an invalid string is rejected (7)`(text: String) {
        #expect(mistake(text.utf8) != nil)
    }

    @Test(
        arguments: [
            [0x80], [0xc3], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xff],
            [0xf0, 0x9f, 0x98],
        ] as [[UInt8]]
    )
    func `a string that is not UTF-8 is rejected (8.1)`(bytes: [UInt8]) {
        #expect(mistake([0x22] + bytes + [0x22])?.message == "the string is not UTF-8")
    }

    @Test(.atLimit("json-depth"), .pastLimit("json-depth")) func `depth is limited, and so is the stack`() throws {
        let nested = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try JSONValue(parsing: nested.utf8) }
        #expect(mistake(("[" + nested + "]").utf8)?.message == "values nested too deeply")
        #expect(mistake(String(repeating: "[", count: 1_000_000).utf8)?.offset == 64)
        #expect(mistake(String(repeating: "{\"a\":", count: 1_000_000).utf8) != nil)
        // Adjacent values do not increase the depth.
        #expect(throws: Never.self) { try JSONValue(parsing: "[[1],[[2]],{\"a\":[3]}]".utf8, depth: 3) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: "[[[1]]]".utf8, depth: 2) }
    }

    @Test func `truncated or changed bytes never trap`() {
        let text = Array(#"{"a":[1.5e3,"\ud83d\ude00é",true,null,{"b":-0}],"c":"x"}"#.utf8)
        for count in 0..<text.count { #expect(mistake(text.prefix(count)) != nil) }
        for place in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[place] = byte
                _ = try? JSONValue(parsing: changed)
            }
        }
    }

    @Test func `more than 30 combining marks in a row are rejected, also escaped`() throws {
        let marks = String(repeating: "\u{301}\u{316}", count: 15)
        #expect(try value("\"e\(marks)\"") == .text("e\(marks)"))
        let escaped = String(repeating: "\\u0301", count: 31)
        for text in ["\"e\(marks)\u{301}\"", "{\"e\(marks)\u{316}\": 1}", "\"e\(escaped)\""] {
            #expect(mistake(text.utf8)?.message == "more than 30 consecutive combining marks (Unicode); remove them")
        }
    }
}
