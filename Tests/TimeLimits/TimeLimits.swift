internal import Foundation

/// Time limits of the tests. They catch hangs and judge no speed.
///
/// `TOUCHBRIDGE_TIME_SCALE` multiplies each of them, as it does those of the scripts (`scripts/time-limits.sh`).
public enum TimeLimits {
    /// What `TOUCHBRIDGE_TIME_SCALE` says, 1 without it.
    public static let scale = scale(from: ProcessInfo.processInfo.environment["TOUCHBRIDGE_TIME_SCALE"] ?? "")

    /// Returns the scale that a text stands for, which is 1 for an empty one; stops the process for any other text.
    public static func scale(from text: String) -> Int {
        guard !text.isEmpty else { return 1 }
        let number = Int(text) ?? 0
        precondition(
            1...999 ~= number && "\(number)" == text,
            "TOUCHBRIDGE_TIME_SCALE is '\(text)': it takes a whole number from 1 to 999"
        )
        return number
    }

    /// Longest wait for what another thread or program does.
    public static let wait = Duration.seconds(60) * scale

    /// Longest wait for a browser, which starts slowly.
    public static let browserWait = Duration.seconds(120) * scale

    /// Minutes after which a test hangs, for the trait `timeLimit`.
    public static let testMinutes = 10 * scale
}
