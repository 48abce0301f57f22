public import Testing

/// Names the rules that a test verifies: behaviours in `docs/reference/behaviours/`, and documented edge cases of
/// panels and kernels.
public struct ProvenRules: TestTrait, SuiteTrait {
    public let names: [String]
}

/// Names the limits in `docs/reference/limits.md` that a test verifies, with input at or above each limit.
public struct ProvenLimits: TestTrait, SuiteTrait {
    public let names: [String]
}

extension Trait where Self == ProvenRules {
    /// The test verifies that these rules hold.
    public static func rule(_ names: String...) -> ProvenRules { ProvenRules(names: names) }
}

extension Trait where Self == ProvenLimits {
    /// The test verifies that input exactly at each of these limits is accepted.
    public static func atLimit(_ names: String...) -> ProvenLimits { ProvenLimits(names: names) }

    /// The test verifies that input above each of these limits is rejected.
    public static func pastLimit(_ names: String...) -> ProvenLimits { ProvenLimits(names: names) }
}

/// Topics of tests, for selection and grouping in an editor.
extension Tag {
    /// The test counts heap allocations on the path of touches.
    @Tag public static var allocation: Self
    /// The test verifies that objects or memory are released.
    @Tag public static var leaks: Self
    /// The test sends input that could come from an attacker.
    @Tag public static var hostileInput: Self
    /// The test compares traces byte for byte.
    @Tag public static var determinism: Self
    /// The test needs `/dev/uinput` of a real kernel.
    @Tag public static var realKernel: Self
    /// The test starts a real MQTT broker.
    @Tag public static var broker: Self
    /// The test starts a real browser.
    @Tag public static var browser: Self
}
