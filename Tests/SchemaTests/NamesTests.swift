import TestTraits
import Testing

@testable import Schema

/// Tests suggestions for misspelled names.
struct NamesTests {
    @Test(arguments: [
        ("fraem", "frame"), ("Frame", "frame"), ("subview", "subviews"), ("gesutres", "gestures"), ("hiden", "hidden"),
    ])
    func `the nearest known name is found`(_ wrong: String, _ right: String) {
        #expect(Names.nearest(to: wrong, in: ["frame", "subviews", "gestures", "hidden", "on"]) == right)
    }

    @Test
    func `at most half of the name can differ`() {
        #expect(Names.nearest(to: "b", in: ["w"]) == nil)
        #expect(Names.nearest(to: "abc", in: ["xyc"]) == nil)
        #expect(Names.nearest(to: "b", in: ["B", "w"]) == "B")
        #expect(Names.nearest(to: "o", in: ["w", "on"]) == "on")
        #expect(Names.nearest(to: "lapm", in: ["lump", "lamp"]) == "lamp")
    }

    @Test
    func `without a near name the known names are listed if they are few`() {
        #expect(Names.nearest(to: "colour", in: ["frame", "id"]) == nil)
        #expect(Names.suggestion(for: "colour", in: ["frame", "id"]) == "; available: frame, id")
        #expect(Names.suggestion(for: "colour", in: ["frame"]) == "; available: frame")
        #expect(Names.suggestion(for: "colour", in: (0..<20).map { "name\($0)" }) == "")
    }

    @Test(.atLimit("suggestion-bytes"), .pastLimit("suggestion-bytes"))
    func `a name of more than 100 bytes gets no suggestion and is not compared`() {
        let long = String(repeating: "a", count: 101)
        let looked = LookedAt()
        #expect(Names.nearest(to: long, in: looked) == nil)
        #expect(looked.count == 0)
        #expect(Names.nearest(to: String(long.dropLast()), in: [long]) == long)
    }

    @Test
    func `of names with a very different length only the length is compared`() {
        var search = NameSearch(for: "volume")
        let long = String(repeating: "volume", count: 1000)
        // After a match with one edit, only an exact match is better, so the search skips names of other lengths.
        for candidate in ["lamp", long, "Volum", "lamp", long] { search.consider(candidate) }
        #expect(search.best == "Volum")
        #expect(search.readCount == 2)
    }

    @Test
    func `names are compared case-insensitively, by scalars`() {
        #expect(Names.nearest(to: "KÜCHE", in: ["flur", "küche"]) == "küche")
        #expect(Names.nearest(to: "客厅", in: ["卧室", "客厅灯"]) == "客厅灯")
    }

    @Test(arguments: [
        ("", "", 0), ("abcd", "abdc", 1), ("abcdefghi", "bacdefgih", 2), ("abcdefghijkl", "abcdefghijkl", 0),
        ("kitten-lamp", "sitting-lamp", 3), ("abcdefghi", "cdefghi", 2), ("cdefghi", "abcdefghi", 2),
        ("abcdefghijkl", "xbcxefghijx", 4), ("abcdefghijkl", "xbcxefgxijx", nil),
    ])
    func `edits are counted, up to a limit`(_ wrong: String, _ right: String, _ edits: Int?) {
        var search = NameSearch(for: wrong)
        #expect(search.edits(to: right, upTo: 4) == edits)
    }

    @Test
    func `long names in a list are truncated`() {
        let long = String(repeating: "a", count: 1000)
        #expect(Names.suggestion(for: "colour", in: [long]).utf8.count < 100)
    }
}

/// A sequence of names that counts its iterated elements.
private final class LookedAt: Sequence, IteratorProtocol {
    private(set) var count = 0

    func next() -> String? {
        count += 1
        return count > 100 ? nil : "name"
    }
}
