import Testing

@testable import Pictures

struct SVGTests {
    @Test(arguments: [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (-1.5, "-1.5"), (0.005, "0.01"), (-0.004, "0"), (2.104, "2.1"),
        (1234.567, "1234.57"), (.nan, "0"), (.infinity, "10000000"), (-1e300, "-10000000"),
        (.leastNormalMagnitude, "0"),
    ])
    func `numbers have at most two decimals and are always finite`(_ number: Double, _ text: String) {
        #expect(Decimal.text(number) == text)
    }

    @Test
    func `XML special characters are escaped`() throws {
        var svg = SVG()
        svg.begin("svg", ["class": .text("a\"b'<c>&\n\u{0}d")])
        svg.leaf("text", [:], "</text><script>alert('1')</script>&amp;\u{1b}\u{202e}\u{ffff}\r]]>")
        svg.end()
        let read = try #require(WellFormed(svg.bytes))
        #expect(read.elements == ["svg": 1, "text": 1])
        #expect(read.text.contains("</text><script>alert('1')</script>&amp;\u{fffd}\u{fffd}\u{fffd} ]]>"))
    }

    @Test
    func `a name is one line without control characters and limited in length`() {
        #expect(Words.clean("a\tb\nc\u{7}\u{202e}\u{2069}") == "a b c\u{fffd}\u{fffd}\u{fffd}")
        #expect(Words.clean(String(repeating: "x", count: 10_000)).count == 201)
        // A single `Character` in Swift, but drawn as a tall stack of accents.
        let stack = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(Words.clean(stack).unicodeScalars.count == 5)
    }

    @Test
    func `right-to-left names are isolated`() {
        #expect(Words.isolated("مرحبا") == "\u{2068}مرحبا\u{2069}")
        #expect(Words.isolated("call") == "call")
    }

    @Test
    func `a text that does not fit is truncated with an ellipsis`() {
        let short = Words.fitting(String(repeating: "wide ", count: 50), in: 100, 12)
        #expect(short.hasSuffix("…") && Words.width(short, 12) <= 100)
        #expect(Words.fitting("call", in: 100, 12) == "call")
    }
}
