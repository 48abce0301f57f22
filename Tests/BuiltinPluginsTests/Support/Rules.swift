import Testing

/// Names the rules of `docs/behaviours/` that a test proves.
struct Rules: TestTrait, SuiteTrait {
    let names: [String]
}

extension Trait where Self == Rules {
    /// The test fails when one of these rules is broken.
    static func rule(_ names: String...) -> Rules { Rules(names: names) }
}
