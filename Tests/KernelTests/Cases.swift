import Testing

/// Names the hard cases that a test proves: K for the stream, V for devices, L for their life, U for virtual panels.
struct Cases: TestTrait, SuiteTrait {
    let names: [String]
}

extension Trait where Self == Cases {
    /// The test fails when one of these cases goes wrong.
    static func proves(_ names: String...) -> Cases { Cases(names: names) }
}
