internal import HandlerEvents
internal import InputHub

/// The request to light a screen, repeated when no handler accepted it or all that did have failed.
///
/// A few times the clock repeats it, then touches that begin do, so that a command that always fails is not run for ever
/// before a screen that is not touched.
final class WakeRequest: TimerOwner {
    private unowned let monitor: ActivityMonitor
    private let screen: Int
    /// The one that was sent last.
    @exclusivity(unchecked) private var request: PowerRequest?
    @exclusivity(unchecked) private var sentAt: Int64 = 0
    /// Microseconds between the next one that fails and its repetition.
    @exclusivity(unchecked) private var pause = firstPause
    /// The screen is still dark: the last request failed and was not repeated.
    @exclusivity(unchecked) private var needsRetry = false

    private static let firstPause: Int64 = 250_000
    private static let longestPause: Int64 = 4_000_000
    /// Microseconds between two requests by touches.
    private static let touchPause: Int64 = 1_000_000

    init(_ monitor: ActivityMonitor, screen: Int) { (self.monitor, self.screen) = (monitor, screen) }

    /// Takes over what is still to be done for a screen whose layout was read anew.
    func goOn(for former: WakeRequest, at time: Int64) {
        request = former.request
        if former.needsRetry { retryLater(than: time) }
    }

    /// The screen is touched while it is dark; `send(at:)` is called before the touches of the frame are dispatched.
    func begin(at time: Int64) {
        pause = Self.firstPause
        prepare(at: time)
    }

    /// A touch begins after the screen was to be lit; true when `send(at:)` is to be called.
    func touched(at time: Int64) -> Bool {
        guard needsRetry, time - sentAt >= Self.touchPause else { return false }
        prepare(at: time)
        return true
    }

    /// A handler that accepted a request has failed.
    func failed(_ number: Int32, at time: Int64) {
        guard request?.number == number else { return }
        request?.pendingHandlers -= 1
        if !needsRetry, request?.allFailed ?? false { retryLater(than: time) }
    }

    /// The screen is to be dark again, or is gone.
    func end() {
        (request, needsRetry) = (nil, false)
        monitor.timers.set(self, to: nil)
    }

    func timerFired() {
        guard let now = monitor.timers.now else { return }
        prepare(at: now)
        send(at: now)
    }

    private func prepare(at time: Int64) {
        (sentAt, needsRetry) = (time, false)
        monitor.timers.set(self, to: nil)
    }

    func send(at time: Int64) {
        let request = monitor.requestPower(.wake, of: screen, at: time)
        self.request = request
        if request.allFailed { retryLater(than: time) }
    }

    private func retryLater(than time: Int64) {
        needsRetry = true
        guard pause <= Self.longestPause else { return }
        monitor.timers.set(self, to: time + pause)
        pause *= 2
    }
}
