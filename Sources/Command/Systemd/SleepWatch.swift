internal import CSystemd
internal import Glibc
internal import Platform

/// Receives notifications of suspend and resume.
package protocol SleepWatchDelegate: AnyObject {
    /// Called when the machine is about to be suspended; exactly one `machineDidWake` follows.
    func machineWillSleep()
    /// Called when the machine has resumed, exactly once after each `machineWillSleep`, even if no resume signal
    /// arrives.
    func machineDidWake()
    /// Reports that the system bus was lost or is available again.
    func sleepWatchReports(_ message: String)
}

/// Observes suspend and resume of the machine through logind (rule L2).
///
/// If permitted, holds a delay inhibitor lock until the delegate's `machineWillSleep` has returned. If no system bus is
/// available, retries with a growing interval.
package final class SleepWatch {
    package weak var delegate: (any SleepWatchDelegate)?

    private let loop: EventLoop
    private var bus: OpaquePointer?
    /// File descriptor of the inhibitor lock; suspend is delayed while this descriptor is open. Nil without a lock.
    private var lock: Int32?
    /// Whether the machine is suspended or about to be suspended.
    private var isAsleep = false
    /// Timer after which a resume is assumed if no resume signal arrives; nil while the machine is awake.
    private var alarm: EventLoop.Watch?
    /// Timer of the next connection attempt; nil if no attempt is scheduled.
    private var retryTimer: EventLoop.Watch?
    private var backoff = Backoff(first: 1_000_000, limit: 300_000_000)
    /// Time at which logind confirmed the subscription to its signals; nil if not subscribed.
    private var connectedSince: Int64?
    private var isReported = false
    private let makeTimer: Timer

    /// Time in microseconds after which a resume is assumed if no resume signal arrives. The monotonic clock stops
    /// during suspend, so only the time awake counts.
    private static let resumeTimeout: UInt64 = 20_000_000

    private static let logind = "org.freedesktop.login1"
    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let local = "org.freedesktop.DBus.Local"

    /// Function that creates a repeating timer with an interval in microseconds.
    typealias Timer = (UInt64, @escaping () -> Void) throws(SystemError) -> EventLoop.Watch

    package convenience init(_ loop: EventLoop) {
        self.init(loop) { (interval, body) throws(SystemError) in try loop.every(interval, body) }
    }

    init(_ loop: EventLoop, timer: @escaping Timer) { (self.loop, makeTimer) = (loop, timer) }

    deinit { disconnect() }

    /// Connects to the system bus and subscribes to signals; has no effect if already connected.
    package func connect() {
        guard bus == nil else { return }
        retryTimer = nil
        var result = sd_bus_open_system(&bus)
        if result >= 0 { result = listen() }
        if result < 0 { connectionFailed(-result) }
    }

    private func listen() -> Int32 {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var result = loop.serve(bus)
        if result >= 0 {
            result = sd_bus_match_signal_async(
                bus,
                nil,
                Self.logind,
                Self.path,
                Self.manager,
                "PrepareForSleep",
                { message, context, _ in SleepWatch.call(context) { $0.take(message) } },
                { message, context, _ in SleepWatch.call(context) { $0.didSubscribe(message) } },
                context
            )
        }
        if result >= 0 {
            result = sd_bus_match_signal_async(
                bus,
                nil,
                Self.local,
                "/org/freedesktop/DBus/Local",
                Self.local,
                "Disconnected",
                { _, context, _ in SleepWatch.call(context) { $0.connectionFailed(ECONNRESET) } },
                nil,
                context
            )
        }
        return result
    }

    private static func call(_ context: UnsafeMutableRawPointer?, _ body: (SleepWatch) -> Void) -> Int32 {
        if let context { body(Unmanaged<SleepWatch>.fromOpaque(context).takeUnretainedValue()) }
        return 0
    }

    private func connectionFailed(_ number: Int32) {
        if !isReported {
            let reason = "the D-Bus system bus is not available (\(SystemError.words(number)))"
            delegate?.sleepWatchReports(
                "\(reason), so sleep cannot be detected; touchbridge reconnects automatically"
            )
        }
        isReported = true
        disconnect()
        wake()
        // Resets the retry interval only after a connection that lasted at least as long as the maximum interval.
        // Otherwise, the interval continues to grow.
        if let connectedSince, MonotonicClock.now - connectedSince >= backoff.limit { backoff.reset() }
        connectedSince = nil
        retryTimer = try? makeTimer(UInt64(backoff.wait())) { [unowned self] in connect() }
    }

    private func disconnect() {
        releaseLock()
        sd_bus_detach_event(bus)
        bus = sd_bus_close_unref(bus)
    }

    // MARK: Messages from logind

    private func didSubscribe(_ reply: OpaquePointer?) {
        let number = sd_bus_message_get_errno(reply)
        if number > 0 { return connectionFailed(number) }
        connectedSince = MonotonicClock.now
        if isReported { delegate?.sleepWatchReports("the D-Bus system bus is available again; sleep is detected") }
        isReported = false
        askForLock()
    }

    private func take(_ signal: OpaquePointer?) {
        var isSleep: Int32 = 0
        guard sd_bus_message_read_basic(signal, Self.boolean, &isSleep) > 0 else { return }
        if isSleep != 0 { sleep() } else { wake() }
    }

    func sleep() {
        if !isAsleep {
            isAsleep = true
            delegate?.machineWillSleep()
            alarm = try? makeTimer(Self.resumeTimeout) { [unowned self] in wake() }
        }
        releaseLock()
        // Assumes an immediate resume if the timer could not be created. Otherwise, touches would remain disabled
        // without a resume signal.
        if alarm == nil { wake() }
    }

    /// Called on a resume signal and after `resumeTimeout`; has no effect while the machine is awake.
    func wake() {
        guard isAsleep else { return }
        (isAsleep, alarm) = (false, nil)
        delegate?.machineDidWake()
        askForLock()
    }

    // MARK: Inhibitor lock

    private func askForLock() {
        guard let bus else { return }
        var call: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &call, Self.logind, Self.path, Self.manager, "Inhibit") >= 0 else {
            return
        }
        for word in ["sleep", "Touchbridge", "cancels touches before sleep", "delay"] {
            sd_bus_message_append_basic(call, Self.text, word)
        }
        let context = Unmanaged.passUnretained(self).toOpaque()
        sd_bus_call_async(
            bus,
            nil,
            call,
            { reply, context, _ in SleepWatch.call(context) { $0.takeLock(reply) } },
            context,
            0
        )
        sd_bus_message_unref(call)
    }

    /// Stores the inhibitor lock. Without a lock, the machine may suspend before touches are cancelled; the touches are
    /// then cancelled on resume.
    private func takeLock(_ reply: OpaquePointer?) {
        var file: Int32 = -1
        guard !isAsleep, sd_bus_message_read_basic(reply, Self.descriptor, &file) > 0 else { return }
        releaseLock()
        // The D-Bus message closes its own descriptor, so the descriptor is duplicated.
        let copy = fcntl(file, F_DUPFD_CLOEXEC, 3)
        if copy >= 0 { lock = copy }
    }

    private func releaseLock() {
        if let lock { close(lock) }
        lock = nil
    }

    // D-Bus type codes.
    private static let boolean = CChar(UInt8(ascii: "b"))
    private static let descriptor = CChar(UInt8(ascii: "h"))
    private static let text = CChar(UInt8(ascii: "s"))
}
