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
        private let gate: Gate
        private let file: Int32

        fileprivate init(_ gate: Gate, _ file: Int32) { (self.gate, self.file) = (gate, file) }

        deinit { gate.remove(file) }
    }

    /// What is served first when several things happened at once.
    package enum Priority: Int64 {
        case signals = -20
        case normal = 0
        case requests = 10
    }

    private let gate: Gate
    private let loop: OpaquePointer
    /// The loop behind the gate has been told to look out for everything that it is to serve.
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
        gate = try Gate(others: sd_event_get_fd(loop))
    }

    deinit {
        signals.removeAll()
        sd_event_unref(loop)
    }

    /// Ends a turn whenever the device can be read, or is gone.
    package func watch(device file: Int32) throws(SystemError) -> Device {
        try gate.add(file)
        return Device(gate, file)
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
        if try gate.wait(until: time) { try serve() }
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
