internal import HandlerEvents
internal import InputHub

/// The request to light a screen, retried if no handler accepts it or all that accepted it have failed.
///
/// A timer retries with growing pauses, a few times; after that, only new touches do. A command that always
/// fails therefore does not run for ever on an unused screen.
final class WakeRequest: TimerOwner {
    private unowned let monitor: ActivityMonitor
    private let screen: Int
    /// The last request.
    @exclusivity(unchecked) private var request: PowerRequest?
    @exclusivity(unchecked) private var sentAt: Int64 = 0
    /// Microseconds until the next retry by timer.
    @exclusivity(unchecked) private var pause = firstPause
    /// The screen is still dark: the last request failed and was not retried.
    @exclusivity(unchecked) private var needsRetry = false

    private static let firstPause: Int64 = 250_000
    private static let longestPause: Int64 = 4_000_000
    /// Minimum interval between retries by touches, in microseconds.
    private static let touchPause: Int64 = 1_000_000

    init(_ monitor: ActivityMonitor, screen: Int) { (self.monitor, self.screen) = (monitor, screen) }

    /// Continues the retries of a former layout's request for the same screen.
    func continueRetries(of former: WakeRequest, at time: Int64) {
        request = former.request
        if former.needsRetry { retryLater(than: time) }
    }

    /// Starts over after a touch on the dark screen; `send(at:)` follows before the frame's touches are dispatched.
    func begin(at time: Int64) {
        pause = Self.firstPause
        prepare(at: time)
    }

    /// Whether a new touch retries the request; `send(at:)` then follows.
    func touched(at time: Int64) -> Bool {
        guard needsRetry, time - sentAt >= Self.touchPause else { return false }
        prepare(at: time)
        return true
    }

    /// Handles the failure of a handler that accepted a request.
    func failed(_ number: Int32, at time: Int64) {
        guard request?.number == number else { return }
        request?.pendingHandlers -= 1
        if !needsRetry, request?.allFailed ?? false { retryLater(than: time) }
    }

    /// Stops the retries, because the screen becomes dark again or is removed.
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
