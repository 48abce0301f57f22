internal import CSystemd
internal import Glibc
internal import Platform

/// Waits for devices and the clock, and behind them, on systemd's loop, for everything else: one thread, one thing at a time.
///
/// Systemd's loop spends on each turn as much as all of the reading, so it stands aside as long as only devices speak.
package final class EventLoop {
    /// What the loop watches; it does so until this is let go.
    package final class Watch {
        fileprivate let body: () -> Void
        fileprivate var source: OpaquePointer?
        /// Microseconds between two calls, of those that the clock calls.
        fileprivate var interval: UInt64 = 0

        fileprivate init(_ body: @escaping () -> Void) { self.body = body }

        // The corresponding C function is `sd_event_source_disable_unref`.
        deinit { sd_event_source_disable_unref(source) }
    }

    /// A device that wakes the loop, until this is let go; its owner finds out by itself what it says.
    package final class Device {
        private let poller: Poller
        private let file: Int32

        fileprivate init(_ poller: Poller, _ file: Int32) { (self.poller, self.file) = (poller, file) }

        deinit { poller.remove(file) }
    }

    /// What is served first when several things happened at once.
    package enum Priority: Int64 {
        case signals = -20
        case normal = 0
        case requests = 10
    }

    private let poller: Poller
    private let loop: OpaquePointer
    /// The loop behind the poller has been told to look out for everything that it is to serve.
    private var isPrepared = false
    /// It is to serve something since that it was not told of then.
    private var isStale = false
    private var signals: [Watch] = []
    /// One of the signals that end a program has come.
    package private(set) var isToldToEnd = false

    package init() throws(SystemError) {
        var loop: OpaquePointer?
        try Self.check("a loop of events", sd_event_new(&loop))
        guard let loop else { throw SystemError(what: "a loop of events", number: ENOMEM) }
        self.loop = loop
        poller = try Poller(others: sd_event_get_fd(loop))
    }

    deinit {
        signals.removeAll()
        sd_event_unref(loop)
    }

    /// Ends a turn whenever the device can be read, or is gone.
    package func watch(device file: Int32) throws(SystemError) -> Device {
        try poller.add(file)
        return Device(poller, file)
    }

    /// Calls `body` whenever the descriptor is readable, or broken.
    package func watch(_ file: Int32, _ priority: Priority, _ body: @escaping () -> Void) throws(SystemError) -> Watch {
        let watch = Watch(body)
        let context = Unmanaged.passUnretained(watch).toOpaque()
        let result = sd_event_add_io(
            loop,
            &watch.source,
            file,
            UInt32(EPOLLIN.rawValue),
            { _, _, _, context in
                EventLoop.call(context)
            },
            context
        )
        try Self.check("a device", result)
        sd_event_source_set_priority(watch.source, priority.rawValue)
        isStale = true
        return watch
    }

    /// Calls `body` again and again, with so many microseconds between, give or take a tenth.
    package func every(_ interval: UInt64, _ body: @escaping () -> Void) throws(SystemError) -> Watch {
        let watch = Watch(body)
        watch.interval = interval
        let context = Unmanaged.passUnretained(watch).toOpaque()
        // Not relative to the loop's own idea of the time, which is as old as the last time that it was asked.
        let result = sd_event_add_time(
            loop,
            &watch.source,
            CLOCK_MONOTONIC,
            UInt64(MonotonicClock.now) + interval,
            max(1, interval / 10),
            { source, _, context in
                guard let context else { return 0 }
                // Before it is called, as it may let go of the watch.
                let interval = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().interval
                sd_event_source_set_time_relative(source, interval)
                sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
                return EventLoop.call(context)
            },
            context
        )
        try Self.check("the clock", result)
        // Input that is always there must not keep it from being called.
        sd_event_source_set_priority(watch.source, Priority.signals.rawValue)
        isStale = true
        return watch
    }

    /// Lets what a bus says be served in its turn; a number below zero when that is not to be.
    package func serve(_ bus: OpaquePointer?) -> Int32 {
        isStale = true
        return sd_bus_attach_event(bus, loop, Int32(Priority.normal.rawValue))
    }

    /// Calls `body` when the process is sent the signal, which is no longer the end of it; threads that are started later
    /// leave it alone.
    package func onSignal(_ number: Int32, _ body: @escaping () -> Void) throws(SystemError) {
        try EndSignals.block([number])
        let watch = Watch(body)
        let context = Unmanaged.passUnretained(watch).toOpaque()
        let result = sd_event_add_signal(
            loop,
            &watch.source,
            number,
            { _, _, context in
                EventLoop.call(context)
            },
            context
        )
        try Self.check("signals", result)
        sd_event_source_set_priority(watch.source, Priority.signals.rawValue)
        isStale = true
        signals.append(watch)
    }

    /// From now on the signals that end a program only have `isToldToEnd` say so.
    package func takeEndSignals(_ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP]) throws(SystemError) {
        try EndSignals.hold(numbers)
        let watch = try watch(EndSignals.descriptor, .signals) { [unowned self] in isToldToEnd = true }
        signals.append(watch)
    }

    private static func call(_ context: UnsafeMutableRawPointer?) -> Int32 {
        if let context { Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().body() }
        return 0
    }

    /// Waits for something to happen, until a time of the monotonic clock at most, and serves what is not a device, one at a
    /// time: neither a device in a frenzy nor all others together keep the other from its turn.
    package func turn(until time: Int64?) throws(SystemError) {
        // Whatever has been served may have changed what the caller wants to wait for.
        if isPrepared, isStale { return try serve() }
        if !isPrepared {
            isStale = false
            let result = sd_event_prepare(loop)
            try Self.check("devices", result)
            if result > 0 { return try dispatch() }
            isPrepared = true
        }
        if try poller.wait(until: time) { try serve() }
    }

    private func serve() throws(SystemError) {
        isPrepared = false
        let result = sd_event_wait(loop, 0)
        if result == -EINTR { return }
        try Self.check("devices", result)
        if result > 0 { try dispatch() }
    }

    private func dispatch() throws(SystemError) { try Self.check("devices", sd_event_dispatch(loop)) }

    private static func check(_ what: String, _ result: Int32) throws(SystemError) {
        if result < 0 { throw SystemError(what: what, number: -result) }
    }
}

/// Sleeps until a device can be read, a time has come, or something else happens that is asked for behind it.
///
/// Nearly always it is a device, and then nobody else is asked.
private final class Poller {
    /// Who wakes it, which is all that the kernel keeps of each descriptor.
    private enum Caller: UInt64 {
        case device
        case clock
        case others
    }

    private let file: Int32
    private let clock: Int32
    /// When the clock wakes it, which may be earlier than anybody wants now: a time that moves on with every touch is
    /// looked at when it has come, and not each time that it moves.
    private var alarm = Int64.max
    private static let room = 16

    /// One that opens for a descriptor behind which others are waited for.
    init(others: Int32) throws(SystemError) {
        file = epoll_create1(Int32(EPOLL_CLOEXEC))
        clock = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard file >= 0, clock >= 0 else { throw SystemError(what: "devices", number: errno) }
        try add(clock, .clock)
        try add(others, .others)
    }

    deinit {
        close(file)
        close(clock)
    }

    /// From now on it opens when the device can be read, or is gone.
    func add(_ device: Int32) throws(SystemError) { try add(device, .device) }

    func remove(_ device: Int32) { epoll_ctl(file, EPOLL_CTL_DEL, device, nil) }

    private func add(_ other: Int32, _ caller: Caller) throws(SystemError) {
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: caller.rawValue))
        guard epoll_ctl(file, EPOLL_CTL_ADD, other, &event) == 0 else {
            throw SystemError(what: "a device", number: errno)
        }
    }

    /// Waits until it opens, or until a time of the monotonic clock; true when the others are among those who opened it.
    func wait(until time: Int64?) throws(SystemError) -> Bool {
        if let time, time > 0, time < alarm { setAlarm(time) }
        return try withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.room) {
            events throws(SystemError) in
            let count = epoll_wait(file, events.baseAddress, Int32(Self.room), time.map { $0 <= 0 } == true ? 0 : -1)
            guard count >= 0 else {
                guard errno == EINTR else { throw SystemError(what: "devices", number: errno) }
                return false
            }
            var isForOthers = false
            for event in events[..<Int(count)] {
                switch Caller(rawValue: event.data.u64) {
                case .clock: clearAlarm()
                case .others: isForOthers = true
                case .device, nil: break
                }
            }
            return isForOthers
        }
    }

    private func setAlarm(_ time: Int64) {
        setClock(time)
        alarm = time
    }

    private func clearAlarm() {
        setClock(0)
        alarm = .max
    }

    /// Sets when the clock wakes it, in microseconds of the monotonic clock; 0 for never.
    private func setClock(_ time: Int64) {
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: Int(time / 1_000_000), tv_nsec: Int(time % 1_000_000 * 1000))
        timerfd_settime(clock, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
