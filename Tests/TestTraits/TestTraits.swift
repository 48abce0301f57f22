public import Testing

/// Names the rules that a test proves: those of `docs/reference/behaviours/` and the hard cases of panels and
/// kernels.
public struct ProvenRules: TestTrait, SuiteTrait {
    public let names: [String]
}

/// Names the limits of `docs/reference/limits.md` that a test proves, at the limit or beyond.
public struct ProvenLimits: TestTrait, SuiteTrait {
    public let names: [String]
}

extension Trait where Self == ProvenRules {
    /// The test fails when one of these rules is violated.
    public static func rule(_ names: String...) -> ProvenRules { ProvenRules(names: names) }
}

extension Trait where Self == ProvenLimits {
    /// The test fails when input of exactly this size is rejected.
    public static func atLimit(_ names: String...) -> ProvenLimits { ProvenLimits(names: names) }

    /// The test fails when input beyond this size is accepted.
    public static func pastLimit(_ names: String...) -> ProvenLimits { ProvenLimits(names: names) }
}

/// Topics of tests, for selection and grouping in an editor.
extension Tag {
    /// Counts allocations on the touch path.
    @Tag public static var allocation: Self
    /// Checks for leaks after release.
    @Tag public static var leaks: Self
    /// Sends malicious input.
    @Tag public static var hostileInput: Self
    /// Compares traces byte for byte.
    @Tag public static var determinism: Self
    /// Needs `/dev/uinput` of a real kernel.
    @Tag public static var realKernel: Self
    /// Starts a real MQTT broker.
    @Tag public static var broker: Self
    /// Starts a real browser.
    @Tag public static var browser: Self
}
