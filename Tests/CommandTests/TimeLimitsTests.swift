import Testing
import TimeLimits

/// Tests that `TOUCHBRIDGE_TIME_SCALE` has the same meaning in tests and scripts (`scripts/time-limits.sh`).
struct TimeLimitsTests {
    @Test(arguments: [("", 1), ("1", 1), ("3", 3), ("999", 999)])
    func `a scale is a whole number from 1 to 999`(_ text: String, _ scale: Int) {
        #expect(TimeLimits.scale(from: text) == scale)
    }

    @Test(arguments: ["0", "1000", "-1", "+5", "01", "fast"])
    func `any other scale stops the tests`(_ text: String) async {
        await #expect(processExitsWith: .failure) { [text] in _ = TimeLimits.scale(from: text) }
    }
}
