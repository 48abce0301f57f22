internal import CSystemd
internal import Glibc
internal import Platform

/// Hears from logind when the machine is about to sleep, and when it is awake again (L2).
///
/// Where logind lets it, it has the machine wait until `willSleep` is done. Without a system bus nothing is heard; it is
/// looked for again and again, ever more rarely.
package final class SleepWatch {
    /// Called once before each `didWake`.
    package var willSleep: () -> Void = {}
    /// Called once after each `willSleep`, also when nobody is left who could say that the machine is awake.
    package var didWake: () -> Void = {}
    /// Told why nothing is heard, and when that is over.
    package var complain: (String) -> Void = { _ in }

    private let loop: EventLoop
    private var bus: OpaquePointer?
    /// As long as it is open, sleep waits for us.
    private var lock: Int32?
    /// The machine is about to sleep or asleep.
    private var isAsleep = false
    /// Ends that when no word of the waking comes.
    private var alarm: EventLoop.Watch?
    /// Looks for the bus again, while there is none.
    private var retry: EventLoop.Watch?
    private var backoff = Backoff(first: 1_000_000, limit: 300_000_000)
    /// Since when the bus is heard.
    private var heardSince: Int64?
    private var isTold = false
    private let makeTimer: Timer

    /// So long the machine may be awake after it was about to sleep; the clock stands still while it sleeps.
    private static let patience: UInt64 = 20_000_000

    private static let logind = "org.freedesktop.login1"
    private static let place = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let local = "org.freedesktop.DBus.Local"

    /// Has the loop call something after so many microseconds, again and again.
    typealias Timer = (UInt64, @escaping () -> Void) throws(SystemError) -> EventLoop.Watch

    package convenience init(_ loop: EventLoop) {
        self.init(loop) { (interval, body) throws(SystemError) in try loop.every(interval, body) }
    }

    init(_ loop: EventLoop, timer: @escaping Timer) { (self.loop, makeTimer) = (loop, timer) }

    deinit { disconnect() }

    /// Begins to listen, unless it does so already.
    package func connect() {
        guard bus == nil else { return }
        retry = nil
        var result = sd_bus_open_system(&bus)
        if result >= 0 { result = listen() }
        if result < 0 { giveUp(-result) }
    }

    private func listen() -> Int32 {
        let context = Unmanaged.passUnretained(self).toOpaque()
        var result = loop.serve(bus)
        if result >= 0 {
            result = sd_bus_match_signal_async(
                bus,
                nil,
                Self.logind,
                Self.place,
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
                { _, context, _ in SleepWatch.call(context) { $0.giveUp(ECONNRESET) } },
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

    private func giveUp(_ number: Int32) {
        if !isTold {
            complain(
                "the system bus tells nothing of sleep (\(SystemError.words(number))); it is tried again by itself"
            )
        }
        isTold = true
        disconnect()
        wake()
        // A bus that comes and goes all the time is asked as rarely as one that is not there.
        if let heardSince, MonotonicClock.now - heardSince >= backoff.limit { backoff.reset() }
        heardSince = nil
        retry = try? makeTimer(UInt64(backoff.wait())) { [unowned self] in connect() }
    }

    private func disconnect() {
        releaseLock()
        sd_bus_detach_event(bus)
        bus = sd_bus_close_unref(bus)
    }

    // MARK: What logind says

    private func didSubscribe(_ reply: OpaquePointer?) {
        let number = sd_bus_message_get_errno(reply)
        if number > 0 { return giveUp(number) }
        heardSince = MonotonicClock.now
        if isTold { complain("the system bus tells of sleep again") }
        isTold = false
        askForLock()
    }

    private func take(_ signal: OpaquePointer?) {
        var isSleep: Int32 = 0
        guard sd_bus_message_read_basic(signal, Self.boolean, &isSleep) > 0 else { return }
        if isSleep != 0 { sleep() } else { wake() }
    }

    /// The machine is about to sleep.
    func sleep() {
        if !isAsleep {
            isAsleep = true
            willSleep()
            alarm = try? makeTimer(Self.patience) { [unowned self] in wake() }
        }
        releaseLock()
        // Deaf until a word comes that may never do is worse than a touch too many.
        if alarm == nil { wake() }
    }

    /// The machine is awake, or must be by now.
    func wake() {
        guard isAsleep else { return }
        (isAsleep, alarm) = (false, nil)
        didWake()
        askForLock()
    }

    // MARK: The lock

    private func askForLock() {
        guard let bus else { return }
        var call: OpaquePointer?
        guard sd_bus_message_new_method_call(bus, &call, Self.logind, Self.place, Self.manager, "Inhibit") >= 0 else {
            return
        }
        for word in ["sleep", "Touchbridge", "touches are cancelled first", "delay"] {
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

    /// Without a lock the machine may be asleep before touches are cancelled; then they are when it wakes.
    private func takeLock(_ reply: OpaquePointer?) {
        var file: Int32 = -1
        guard !isAsleep, sd_bus_message_read_basic(reply, Self.descriptor, &file) > 0 else { return }
        releaseLock()
        // The message's own is closed with it.
        let copy = fcntl(file, F_DUPFD_CLOEXEC, 3)
        if copy >= 0 { lock = copy }
    }

    private func releaseLock() {
        if let lock { close(lock) }
        lock = nil
    }

    // How D-Bus names types.
    private static let boolean = CChar(UInt8(ascii: "b"))
    private static let descriptor = CChar(UInt8(ascii: "h"))
    private static let text = CChar(UInt8(ascii: "s"))
}
