internal import Systemd

/// Sends watchdog notifications to the service manager while input is processed.
///
/// A timer only requests a notification. The loop sends it after input was read and processed, so a hang, a read error
/// or a busy loop on that path leads to a restart.
final class Heartbeat {
    private let send: () -> Void
    private var timer: EventLoop.Watch?
    private var isAskedFor = false

    /// Calls `send` at most once per interval, in microseconds.
    init(_ loop: EventLoop, every interval: UInt64, _ send: @escaping () -> Void) throws(SystemError) {
        self.send = send
        timer = try loop.every(interval) { [unowned self] in isAskedFor = true }
    }

    /// Notifies this process's service manager; nil if it expects no notifications.
    convenience init?(_ loop: EventLoop) throws(SystemError) {
        guard let limit = ServiceManager.watchdogTime else { return nil }
        try self.init(loop, every: limit / 2) { ServiceManager.notify("WATCHDOG=1") }
    }

    /// Records progress: all input is processed, or at least one frame was.
    func beat() {
        guard isAskedFor else { return }
        isAskedFor = false
        send()
    }
}
