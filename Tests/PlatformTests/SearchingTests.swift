import Platform
import Testing

struct SearchingTests {
    @Test(
        arguments: [
            ("a://b", "://", "a"), ("://", "://", ""), ("{{{x", "{{", ""), ("ab{ {{", "{{", "ab{ "), ("ääx", "x", "ää"),
            ("aab", "ab", "a"),
        ]
    )
    func `a text is found at its first occurrence`(text: String, other: String, before: String) throws {
        let range = try #require(text.utf8Range(of: other))
        #expect(text[..<range.lowerBound] == before[...])
        #expect(text[range] == other[...])
    }

    @Test(arguments: [("", "a"), ("a", "ab"), ("a:/ /", "://"), ("abc", "")])
    func `a missing or empty text is not found`(text: String, other: String) {
        #expect(text.utf8Range(of: other) == nil)
        #expect(!text.holds(other))
    }

    @Test func `a substring is searched alone, and returns indices of the whole text`() throws {
        let text = "x://y://z"
        let rest = text.dropFirst(3)
        let range = try #require(rest.utf8Range(of: "://"))
        #expect(text[range.upperBound...] == "z")
    }

    @Test func `a following combining mark does not hide a match`() {
        #expect("{{\u{301}x}}".holds("{{"))
    }

    @Test func `each occurrence of a character is replaced`() {
        #expect("a'b'".with("'\\''", for: "'") == "a'\\''b'\\''")
        #expect("".with("x", for: "a") == "")
    }
}
