internal import CSystemd
internal import Glibc

/// Waits for descriptors, signals and the clock, on systemd's loop: one thread, one thing at a time.
final class EventLoop {
    /// What the loop watches; it does so until this is let go.
    final class Watch {
        fileprivate let body: () -> Void
        fileprivate var source: OpaquePointer?
        /// Microseconds between two calls, of those that the clock calls.
        fileprivate var interval: UInt64 = 0

        fileprivate init(_ body: @escaping () -> Void) { self.body = body }

        // The corresponding C function is `sd_event_source_disable_unref`.
        deinit { sd_event_source_disable_unref(source) }
    }

    /// What is served first when several things happened at once.
    enum Priority: Int64 {
        /// A device in a frenzy cannot keep the process from ending.
        case signals = -20
        case input = -10
        case normal = 0
        /// What others ask for never keeps a touch waiting.
        case requests = 10
    }

    private let loop: OpaquePointer
    private var timer: OpaquePointer?
    private var signals: [Watch] = []
    /// One of the signals that end a program has come.
    private(set) var isToldToEnd = false

    init() throws(SystemError) {
        var loop: OpaquePointer?
        try Self.check("a loop of events", sd_event_new(&loop))
        guard let loop else { throw SystemError(what: "a loop of events", number: ENOMEM) }
        self.loop = loop
        try Self.check("a timer", sd_event_add_time(loop, &timer, CLOCK_MONOTONIC, .max, 1, { _, _, _ in 0 }, nil))
        sd_event_source_set_enabled(timer, Int32(SD_EVENT_OFF))
    }

    deinit {
        signals.removeAll()
        sd_event_source_disable_unref(timer)
        sd_event_unref(loop)
    }

    /// Calls `body` whenever the descriptor is readable, or broken.
    func watch(_ file: Int32, _ priority: Priority, _ body: @escaping () -> Void) throws(SystemError) -> Watch {
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
        return watch
    }

    /// Calls `body` again and again, with so many microseconds between, give or take a tenth.
    func every(_ interval: UInt64, _ body: @escaping () -> Void) throws(SystemError) -> Watch {
        let watch = Watch(body)
        watch.interval = interval
        let context = Unmanaged.passUnretained(watch).toOpaque()
        let result = sd_event_add_time_relative(
            loop,
            &watch.source,
            CLOCK_MONOTONIC,
            interval,
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
        return watch
    }

    /// Lets what a bus says be served in its turn; a number below zero when that is not to be.
    func serve(_ bus: OpaquePointer?) -> Int32 { sd_bus_attach_event(bus, loop, Int32(Priority.normal.rawValue)) }

    /// Calls `body` when the process is sent the signal, which is no longer the end of it; threads that are started later
    /// leave it alone.
    func onSignal(_ number: Int32, _ body: @escaping () -> Void) throws(SystemError) {
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
        signals.append(watch)
    }

    /// From now on the signals that end a program only have `isToldToEnd` say so.
    func takeEndSignals(_ numbers: [Int32] = [SIGINT, SIGTERM, SIGHUP]) throws(SystemError) {
        try EndSignals.hold(numbers)
        let watch = try watch(EndSignals.descriptor, .signals) { [unowned self] in isToldToEnd = true }
        signals.append(watch)
    }

    private static func call(_ context: UnsafeMutableRawPointer?) -> Int32 {
        if let context { Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().body() }
        return 0
    }

    /// Waits for something to happen, until a time of the monotonic clock at most, and lets it be served.
    func turn(until time: Int64?) throws(SystemError) {
        if let time {
            sd_event_source_set_time(timer, UInt64(max(time, 0)))
            sd_event_source_set_enabled(timer, Int32(SD_EVENT_ONESHOT))
        } else {
            sd_event_source_set_enabled(timer, Int32(SD_EVENT_OFF))
        }
        let result = sd_event_run(loop, .max)
        if result != -EINTR { try Self.check("devices", result) }
    }

    private static func check(_ what: String, _ result: Int32) throws(SystemError) {
        if result < 0 { throw SystemError(what: what, number: -result) }
    }
}

/// The system refused something that nothing works without.
struct SystemError: Error, CustomStringConvertible {
    let what: String
    let number: Int32
    var description: String { "cannot wait for \(what): \(Console.words(number))" }
}
