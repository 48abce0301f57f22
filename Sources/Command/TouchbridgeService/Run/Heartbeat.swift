internal import Systemd

/// Tells the service's manager that input still finds its way, as often as the manager wants to hear it.
///
/// A loop that turns proves nothing. A timer only asks for a sign of life; it is given when input has been read and handed
/// on since, so whatever hangs, fails to be read or turns in circles on that way ends in a restart.
final class Heartbeat {
    private let tell: () -> Void
    private var timer: EventLoop.Watch?
    private var isAskedFor = false

    /// One that calls `tell` at most that often, in microseconds.
    init(_ loop: EventLoop, every interval: UInt64, _ tell: @escaping () -> Void) throws(SystemError) {
        self.tell = tell
        timer = try loop.every(interval) { [unowned self] in isAskedFor = true }
    }

    /// One for this process's manager; nil when nobody wants to hear it.
    convenience init?(_ loop: EventLoop) throws(SystemError) {
        guard let limit = ServiceManager.watchdogTime else { return nil }
        try self.init(loop, every: limit / 2) { ServiceManager.notify("WATCHDOG=1") }
    }

    /// All devices have been read, and nothing is left to be done for them, or something of theirs has been done.
    func inputIsAlive() {
        guard isAskedFor else { return }
        isAskedFor = false
        tell()
    }
}
