internal import HandlerEvents
internal import InputHub

/// A request to turn a screen on. The request is retried if no handler accepts it, or if all handlers that accepted it
/// have failed.
///
/// A timer retries the request a few times, at increasing intervals. After these retries, only new touches retry the
/// request. A command that always fails therefore does not keep running while a screen is unused.
final class WakeRequest: TimerOwner {
    private unowned let monitor: ActivityMonitor
    private let screen: Int
    /// The last request; nil before the first request and after `end()`.
    @exclusivity(unchecked) private var request: PowerRequest?
    @exclusivity(unchecked) private var sentAt: Int64 = 0
    /// Time in microseconds until the next retry by the timer.
    @exclusivity(unchecked) private var pause = firstPause
    /// Whether the last request has failed and was not retried yet. The screen is then still dark.
    @exclusivity(unchecked) private var needsRetry = false

    private static let firstPause: Int64 = 250_000
    private static let longestPause: Int64 = 4_000_000
    /// Minimum interval between retries by touches, in microseconds.
    private static let touchPause: Int64 = 1_000_000

    init(_ monitor: ActivityMonitor, screen: Int) { (self.monitor, self.screen) = (monitor, screen) }

    /// Continues the retries of a request that the previous layout made for the same screen.
    func continueRetries(of former: WakeRequest, at time: Int64) {
        request = former.request
        if former.needsRetry { retryLater(than: time) }
    }

    /// Restarts the retries after a touch on the dark screen. The caller must then call `send(at:)` before the frame's
    /// touches are dispatched.
    func begin(at time: Int64) {
        pause = Self.firstPause
        prepare(at: time)
    }

    /// Handles a new touch. Returns whether the touch retries the request; if so, the caller must then call
    /// `send(at:)`.
    func touched(at time: Int64) -> Bool {
        guard needsRetry, time - sentAt >= Self.touchPause else { return false }
        prepare(at: time)
        return true
    }

    /// Counts a failed handler of a request. If all handlers that accepted the request have failed, schedules a retry.
    func failed(_ number: Int32, at time: Int64) {
        guard request?.number == number else { return }
        request?.pendingHandlers -= 1
        if !needsRetry, request?.allFailed ?? false { retryLater(than: time) }
    }

    /// Stops the retries; called when the screen becomes dark again or is removed.
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
