import Platform
import Testing

struct ExcerptTests {
    @Test(arguments: [
        ("", 4, ""), ("abcd", 4, "abcd"), ("abcde", 4, "abcd…"), ("aüb", 4, "aüb"), ("aaaüb", 4, "aaa…"),
        ("😀😀", 7, "😀…"), ("😀", 3, "…"),
    ])
    func `a text is truncated by bytes, between scalars`(_ text: String, _ limit: Int, _ shown: String) {
        #expect(text.excerpt(limit) == shown)
    }

    @Test
    func `combining marks count as bytes too`() {
        let shown = ("a" + String(repeating: "\u{301}", count: 400_000)).excerpt(60)
        #expect(shown.utf8.count <= 60 + "…".utf8.count)
        #expect(!shown.unicodeScalars.contains("\u{fffd}"))
    }
}
