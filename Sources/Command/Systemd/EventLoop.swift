internal import CSystemd
internal import Glibc
internal import Platform

/// Event loop of the input thread. Devices and the clock use epoll directly; all other sources use systemd's event
/// loop.
///
/// An iteration of systemd's event loop is as expensive as reading the input, and therefore runs only when one of its
/// sources is ready.
package final class EventLoop {
    /// A source of the event loop; deallocation removes the source.
    package final class Watch {
        fileprivate let body: () -> Void
        fileprivate var source: OpaquePointer?
        /// Interval of the timer in microseconds.
        fileprivate var interval: UInt64 = 0

        fileprivate init(_ body: @escaping () -> Void) { self.body = body }

        deinit { sd_event_source_disable_unref(source) }
    }

    /// A watched device; deallocation removes the device from the event loop. The owner of this object reads the
    /// device.
    package final class Device {
        private let poller: Poller
        private let file: Int32

        fileprivate init(_ poller: Poller, _ file: Int32) { (self.poller, self.file) = (poller, file) }

        deinit { poller.remove(file) }
    }

    /// Dispatch order of sources that are ready at the same time.
    package enum Priority: Int64 {
        case signals = -20
        case normal = 0
        case requests = 10
    }

    private let poller: Poller
    private let loop: OpaquePointer
    /// Whether systemd's event loop has been prepared with `sd_event_prepare`.
    private var isPrepared = false
    /// Whether sources were added since systemd's event loop was prepared.
    private var isStale = false
    private var signals: [Watch] = []
    /// Whether one of the signals that were passed to `takeEndSignals` has arrived.
    package private(set) var isEndRequested = false

    package init() throws(SystemError) {
        var loop: OpaquePointer?
        try Self.check("events", sd_event_new(&loop))
        guard let loop else { throw SystemError(what: "events", number: ENOMEM) }
        self.loop = loop
        poller = try Poller(others: sd_event_get_fd(loop))
    }

    deinit {
        signals.removeAll()
        sd_event_unref(loop)
    }

    /// Watches a device; `turn` returns when the device becomes readable or is removed.
    package func watch(device file: Int32) throws(SystemError) -> Device {
        try poller.add(file)
        return Device(poller, file)
    }

    /// Calls `body` when the descriptor is readable or has an error.
    package func watch(_ file: Int32, _ priority: Priority, _ body: @escaping () -> Void) throws(SystemError) -> Watch {
        try watch(file, EPOLLIN.rawValue, priority, body)
    }

    /// Ends the wait of `turn` when the pipe `file` has no reader.
    package func watch(readerOf file: Int32) throws(SystemError) -> Watch {
        // Requests no event, because epoll always reports EPOLLERR, which is set on a pipe without a reader.
        try watch(file, 0, .normal) {}
    }

    private func watch(
        _ file: Int32,
        _ events: UInt32,
        _ priority: Priority,
        _ body: @escaping () -> Void
    ) throws(SystemError) -> Watch {
        let watch = Watch(body)
        let context = Unmanaged.passUnretained(watch).toOpaque()
        let result = sd_event_add_io(
            loop,
            &watch.source,
            file,
            events,
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

    /// Calls `body` periodically. The interval is in microseconds and has a tolerance of 10 %.
    package func every(_ interval: UInt64, _ body: @escaping () -> Void) throws(SystemError) -> Watch {
        let watch = Watch(body)
        watch.interval = interval
        let context = Unmanaged.passUnretained(watch).toOpaque()
        // Uses an absolute time, because the timestamp of systemd's event loop may be outdated.
        let result = sd_event_add_time(
            loop,
            &watch.source,
            CLOCK_MONOTONIC,
            UInt64(MonotonicClock.now) + interval,
            max(1, interval / 10),
            { source, _, context in
                guard let context else { return 0 }
                // Rearms the timer before calling `body`, because `body` may release the watch.
                let interval = Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().interval
                sd_event_source_set_time_relative(source, interval)
                sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
                return EventLoop.call(context)
            },
            context
        )
        try Self.check("a timer", result)
        // Timers have the priority of signals; otherwise, continuous input could starve them.
        sd_event_source_set_priority(watch.source, Priority.signals.rawValue)
        isStale = true
        return watch
    }

    /// Attaches a bus to systemd's event loop; returns a negative error number on failure.
    package func serve(_ bus: OpaquePointer?) -> Int32 {
        isStale = true
        return sd_bus_attach_event(bus, loop, Int32(Priority.normal.rawValue))
    }

    /// Calls `body` when the signal arrives. Blocks the signal in the current thread and in all threads that are
    /// started later.
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

    /// Makes the given signals set `isEndRequested` instead of ending the process.
    package func takeEndSignals(_ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP]) throws(SystemError) {
        try EndSignals.hold(numbers)
        let watch = try watch(EndSignals.descriptor, .signals) { [unowned self] in isEndRequested = true }
        signals.append(watch)
    }

    private static func call(_ context: UnsafeMutableRawPointer?) -> Int32 {
        if let context { Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().body() }
        return 0
    }

    /// Waits for a ready source, at the latest until `time`. Dispatches at most one source other than devices, so that
    /// devices and other sources cannot starve each other.
    package func turn(until time: Int64?) throws(SystemError) {
        // Sources were added since the preparation, so this call only completes the former iteration. It does not wait,
        // because a dispatched source can change the caller's next deadline.
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

/// Waits for devices, the clock and systemd's event loop with epoll.
///
/// In most iterations only a device is ready, and systemd's event loop is not called.
private final class Poller {
    /// Type of a ready descriptor, stored in the epoll data.
    private enum Caller: UInt64 {
        case device
        case clock
        case others
    }

    private let file: Int32
    private let clock: Int32
    /// Time for which the timer is armed; may be earlier than the deadline. If the deadline moves to a later time, the
    /// timer is rearmed only after it has expired. This saves a system call for each touch that postpones the deadline.
    private var alarm = Int64.max
    private static let room = 16
    /// Buffer for ready descriptors; deallocated in `deinit`.
    private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: room)

    /// Creates a poller that also waits for `others`, the file descriptor of systemd's event loop.
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
        events.deallocate()
    }

    /// Adds a device.
    ///
    /// The device is edge-triggered; otherwise, the kernel would poll the device again in the next `epoll_wait`,
    /// although all events were read.
    func add(_ device: Int32) throws(SystemError) { try add(device, .device, EPOLLET.rawValue) }

    func remove(_ device: Int32) { epoll_ctl(file, EPOLL_CTL_DEL, device, nil) }

    private func add(_ other: Int32, _ caller: Caller, _ trigger: UInt32 = 0) throws(SystemError) {
        var event = epoll_event(events: EPOLLIN.rawValue | trigger, data: epoll_data_t(u64: caller.rawValue))
        guard epoll_ctl(file, EPOLL_CTL_ADD, other, &event) == 0 else {
            throw SystemError(what: "a device", number: errno)
        }
    }

    /// Waits until a descriptor is ready or a monotonic time is reached; returns true if systemd's event loop is ready.
    func wait(until time: Int64?) throws(SystemError) -> Bool {
        if let time, time > 0, time < alarm { setAlarm(time) }
        let count = epoll_wait(file, events, Int32(Self.room), time.map { $0 <= 0 } == true ? 0 : -1)
        guard count >= 0 else {
            guard errno == EINTR else { throw SystemError(what: "devices", number: errno) }
            return false
        }
        var isForOthers = false
        for index in 0..<Int(count) {
            switch Caller(rawValue: events[index].data.u64) {
            case .clock: clearAlarm()
            case .others: isForOthers = true
            case .device, nil: break
            }
        }
        return isForOthers
    }

    private func setAlarm(_ time: Int64) {
        setClock(time)
        alarm = time
    }

    private func clearAlarm() {
        setClock(0)
        alarm = .max
    }

    /// Arms the timer for a monotonic time in microseconds; 0 disarms the timer.
    private func setClock(_ time: Int64) {
        var setting = itimerspec()
        setting.it_value = timespec(tv_sec: Int(time / 1_000_000), tv_nsec: Int(time % 1_000_000 * 1000))
        timerfd_settime(clock, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }
}
