internal import Foundation

/// Time limits of tests. They detect hangs, and do not measure speed.
///
/// `TOUCHBRIDGE_TIME_SCALE` multiplies these limits and those of scripts (`scripts/time-limits.sh`).
public enum TimeLimits {
    /// Value of `TOUCHBRIDGE_TIME_SCALE`, 1 by default.
    public static let scale = scale(from: ProcessInfo.processInfo.environment["TOUCHBRIDGE_TIME_SCALE"] ?? "")

    /// Parses a scale: 1 for an empty text; an invalid text stops the process.
    public static func scale(from text: String) -> Int {
        guard !text.isEmpty else { return 1 }
        let number = Int(text) ?? 0
        precondition(
            1...999 ~= number && "\(number)" == text,
            "TOUCHBRIDGE_TIME_SCALE is '\(text)': write a whole number from 1 to 999"
        )
        return number
    }

    /// Maximum wait for another thread or program.
    public static let wait = Duration.seconds(60) * scale

    /// Maximum wait for a browser, which starts slowly.
    public static let browserWait = Duration.seconds(120) * scale

    /// Minutes until a test counts as hung, for the trait `timeLimit`.
    public static let testMinutes = 10 * scale
}
