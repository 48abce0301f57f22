internal import Systemd

/// Sends watchdog notifications to the service manager as long as input is processed.
///
/// A timer only requests a notification. The event loop sends the notification after input has been read and processed.
/// A hang, a read error or an endless loop while input is read and processed therefore causes a restart.
final class Heartbeat {
    private let send: () -> Void
    private var timer: EventLoop.Watch?
    private var isAskedFor = false

    /// Calls `send` at most once per interval; the interval is in microseconds.
    init(_ loop: EventLoop, every interval: UInt64, _ send: @escaping () -> Void) throws(SystemError) {
        self.send = send
        timer = try loop.every(interval) { [unowned self] in isAskedFor = true }
    }

    /// Creates a heartbeat that notifies the service manager of this process; nil if the watchdog is disabled.
    convenience init?(_ loop: EventLoop) throws(SystemError) {
        guard let limit = ServiceManager.watchdogTime else { return nil }
        try self.init(loop, every: limit / 2) { ServiceManager.notify("WATCHDOG=1") }
    }

    /// Records progress. Called when all input, or at least one frame, has been processed.
    func beat() {
        guard isAskedFor else { return }
        isAskedFor = false
        send()
    }
}
