internal import Foundation

/// Time limits of the tests. They catch hangs and judge no speed.
///
/// `TOUCHBRIDGE_TIME_SCALE` multiplies each of them, as it does those of the scripts (`scripts/time-limits.sh`).
public enum TimeLimits {
    /// What `TOUCHBRIDGE_TIME_SCALE` says, 1 without it.
    public static let scale = ProcessInfo.processInfo.environment["TOUCHBRIDGE_TIME_SCALE"].flatMap(Int.init) ?? 1

    /// Longest wait for what another thread or program does.
    public static let wait = Duration.seconds(60) * scale

    /// Longest wait for a browser, which starts slowly.
    public static let browserWait = Duration.seconds(120) * scale

    /// Minutes after which a test hangs, for the trait `timeLimit`.
    public static let testMinutes = 10 * scale
}
