import Platform
import Testing

struct SearchingTests {
    @Test(
        arguments: [
            ("a://b", "://", "a"), ("://", "://", ""), ("{{{x", "{{", ""), ("ab{ {{", "{{", "ab{ "), ("ääx", "x", "ää"),
            ("aab", "ab", "a"),
        ]
    )
    func `a text is found where it stands first`(text: String, other: String, before: String) throws {
        let place = try #require(text.place(of: other))
        #expect(text[..<place.lowerBound] == before[...])
        #expect(text[place] == other[...])
    }

    @Test(arguments: [("", "a"), ("a", "ab"), ("a:/ /", "://"), ("abc", "")])
    func `what is not there, and nothing, is not found`(text: String, other: String) {
        #expect(text.place(of: other) == nil)
        #expect(!text.holds(other))
    }

    @Test func `a part of a text is searched alone, and its places are the text's`() throws {
        let text = "x://y://z"
        let rest = text.dropFirst(3)
        let place = try #require(rest.place(of: "://"))
        #expect(text[place.upperBound...] == "z")
    }

    @Test func `an accent that follows hides nothing`() {
        #expect("{{\u{301}x}}".holds("{{"))
    }

    @Test func `each of a character is replaced`() {
        #expect("a'b'".with("'\\''", for: "'") == "a'\\''b'\\''")
        #expect("".with("x", for: "a") == "")
    }
}
