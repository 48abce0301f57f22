internal import CommandSupport
internal import Glibc
internal import Platform
internal import PluginAPI

/// A progress bar on a terminal for operations that take more than half a second.
struct Progress {
    private let whole: Int64
    private let start = MonotonicClock.now
    private var steps = 0
    private var shown = -1

    private static let displayDelay: Int64 = 500_000
    private static let width = 40

    /// Creates a progress bar; nil if standard error is not a terminal or the total is unknown.
    init?(whole: Int64) {
        guard Console.isTerminal, whole > 0 else { return nil }
        self.whole = whole
    }

    /// Updates the progress bar; fast enough to be called for every frame.
    mutating func step(to done: @autoclosure () -> Int64) {
        steps += 1
        guard steps % 256 == 0, MonotonicClock.now - start > Self.displayDelay else { return }
        let percent = Int(Double(min(max(done(), 0), whole)) / Double(whole) * 100)
        guard percent != shown else { return }
        shown = percent
        let full = percent * Self.width / 100
        let bar = String(repeating: "█", count: full) + String(repeating: "·", count: Self.width - full)
        Console.progress("\(bar) \(percent) %")
    }

    /// Clears the progress bar.
    func finish() { if shown >= 0 { Console.progress("") } }
}
