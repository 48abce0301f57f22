internal import HandlerEvents
internal import InputHub

/// A request to turn a screen on. Retried if no handler accepts the request, or if all accepting handlers fail.
///
/// A timer retries the request a few times, at increasing intervals; afterwards, only new touches retry it. A failing
/// command therefore does not run forever on an unused screen.
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

    /// Continues the retries of the previous layout for the same screen.
    func continueRetries(of former: WakeRequest, at time: Int64) {
        request = former.request
        if former.needsRetry { retryLater(than: time) }
    }

    /// Restarts the retries after a touch on the dark screen. The caller must call `send(at:)` before dispatching the
    /// frame's touches.
    func begin(at time: Int64) {
        pause = Self.firstPause
        prepare(at: time)
    }

    /// Returns whether a new touch retries the request; the caller must then call `send(at:)`.
    func touched(at time: Int64) -> Bool {
        guard needsRetry, time - sentAt >= Self.touchPause else { return false }
        prepare(at: time)
        return true
    }

    /// Counts a failed handler of a request. Schedules a retry after the failure of all accepting handlers.
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
