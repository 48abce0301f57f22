import Schema
import Testing

/// What people may have meant.
struct NamesTests {
    @Test(arguments: [
        ("fraem", "frame"), ("Frame", "frame"), ("subview", "subviews"), ("gesutres", "gestures"), ("hiden", "hidden"),
    ])
    func `the nearest known name is found`(_ wrong: String, _ right: String) {
        #expect(Names.nearest(to: wrong, in: ["frame", "subviews", "gestures", "hidden", "on"]) == right)
    }

    @Test
    func `what is half of the name at most may be wrong`() {
        #expect(Names.nearest(to: "b", in: ["w"]) == nil)
        #expect(Names.nearest(to: "abc", in: ["xyc"]) == nil)
        #expect(Names.nearest(to: "b", in: ["B", "w"]) == "B")
        #expect(Names.nearest(to: "o", in: ["w", "on"]) == "on")
        #expect(Names.nearest(to: "lapm", in: ["lump", "lamp"]) == "lamp")
    }

    @Test
    func `nothing is suggested when nothing is near, but all when they are few`() {
        #expect(Names.nearest(to: "colour", in: ["frame", "id"]) == nil)
        #expect(Names.suggestion(for: "colour", in: ["frame", "id"]) == "; there are frame, id")
        #expect(Names.suggestion(for: "colour", in: ["frame"]) == "; there is frame")
        #expect(Names.suggestion(for: "colour", in: (0..<20).map { "name\($0)" }) == "")
    }
}
