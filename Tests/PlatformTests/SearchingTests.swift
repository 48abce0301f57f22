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
        let range = try #require(text.utf8Range(of: other))
        #expect(text[..<range.lowerBound] == before[...])
        #expect(text[range] == other[...])
    }

    @Test(arguments: [("", "a"), ("a", "ab"), ("a:/ /", "://"), ("abc", "")])
    func `what is not there, and nothing, is not found`(text: String, other: String) {
        #expect(text.utf8Range(of: other) == nil)
        #expect(!text.holds(other))
    }

    @Test func `a part of a text is searched alone, and its places are the text's`() throws {
        let text = "x://y://z"
        let rest = text.dropFirst(3)
        let range = try #require(rest.utf8Range(of: "://"))
        #expect(text[range.upperBound...] == "z")
    }

    @Test func `an accent that follows hides nothing`() {
        #expect("{{\u{301}x}}".holds("{{"))
    }

    @Test func `each of a character is replaced`() {
        #expect("a'b'".with("'\\''", for: "'") == "a'\\''b'\\''")
        #expect("".with("x", for: "a") == "")
    }
}
