import PluginAPI
import Testing

/// Tests the reasons for rejected commands in replies to plugins.
struct TreeRefusalTests {
    @Test
    func `a reason has at most 1000 bytes, truncated between scalars`() {
        let refusal = CommandRejection(String(repeating: "é", count: 30_000))
        #expect(refusal.reason == String(repeating: "é", count: 500) + "…")
        #expect(refusal.description == refusal.reason)
    }
}
