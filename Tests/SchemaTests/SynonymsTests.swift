import Testing

@testable import Schema

/// Tests that terms of other toolkits lead to suggestions of the layout's own terms.
struct SynonymsTests {
    @Test(arguments: [
        ("tapped", ["began", "recognized"], "; did you mean 'recognized'?"),
        ("children", ["subviews", "frame"], "; did you mean 'subviews'?"),
        ("on-click", ["touchDown", "touchUpInside"], "; did you mean 'touchUpInside'?"),
        ("Opacity", ["alpha"], "; did you mean 'alpha'?"),
        ("numberOfTapsRequired", ["taps", "touches"], "; did you mean 'taps'?"),
        ("debounce", ["input"], "; write it in 'filters:', as in 'input: { filters: { debounce: 20ms } }'"),
        ("port", ["broker", "user"], "; write the port after the host: 'broker: mqtt://HOST:1883'"),
        ("display", ["hidden"], "; write 'hidden: true' for 'display: none'"),
        ("anchors.fill", ["frame"], "; remove it to fill the superview, or write 'frame: [x, y, width, height]'"),
        ("text", ["topic", "payload"], "; did you mean 'payload'?"),
    ])
    func `a synonym leads to the valid name`(_ word: String, _ known: [String], _ remedy: String) {
        #expect(Names.suggestion(for: word, in: known) == remedy)
    }

    @Test
    func `a synonym without a valid name here leads to none`() {
        #expect(Synonyms.remedy(for: "tapped", in: ["frame"]) == nil)
        #expect(Synonyms.remedy(for: "nonsense", in: ["frame", "subviews"]) == nil)
        #expect(Synonyms.remedy(for: String(repeating: "x", count: 1000), in: ["frame"]) == nil)
    }

    @Test
    func `no row has its own name among its words, and no word appears twice`() {
        for synonym in Synonyms.all {
            let words = synonym.words.split(separator: " ").map { Synonyms.folded(String($0)) }
            #expect(Set(words).count == words.count, "\(synonym.name): \(synonym.words)")
            // A word that matches the name except for case requires a row with its own remedy.
            let isOwn = words.contains(Synonyms.folded(synonym.name))
            #expect(!isOwn || synonym.remedy != nil, "\(synonym.name): \(synonym.words)")
        }
    }
}
