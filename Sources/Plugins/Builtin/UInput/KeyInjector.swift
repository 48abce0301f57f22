internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Presses keys at a rate that reading programs can follow.
///
/// The kernel buffers 64 events per reader of a keyboard and drops all buffered events on overflow. Events are written
/// immediately if the rate allows it. Otherwise a thread, which is started on demand, writes the events later.
final class KeyInjector: Sendable {
    /// Maximum number of events per write; each press or release of a key is two events.
    private static let batchSize = 16
    /// Minimum time between writes, in microseconds. A reader can be delayed by four intervals without an overflow.
    private static let interval: Int64 = 20_000
    /// Limit typed-keys (limits.md, Internal bounds): maximum number of waiting key events of a virtual keyboard.
    ///
    /// If the events of a call do not fit, none of the events is added.
    private static let limit = 4096
    /// Minimum number of written events that are removed from `waiting` at once.
    private static let removalBatch = 1024

    /// The virtual keyboard; used only while the lock is held.
    private struct Keyboard: @unchecked Sendable {
        let device: VirtualDevice
    }

    private struct State {
        var keyboard: Keyboard?
        var waiting: [RawEvent] = []
        /// Index of the first event that is not yet written.
        var next = 0
        /// Monotonic time at which the next write is allowed, in microseconds.
        var readyAt: Int64 = 0
        /// Waiting calls, oldest first. `end` is the index after the call's last event.
        var calls: [(end: Int, call: Call)] = []
        /// Index of the first call with unwritten events.
        var nextCall = 0
        /// Number of calls whose events have all been written.
        var pressedCount = 0
        var isStopping = false

        /// Appends the events of a call. Removes written events in batches, which bounds the array sizes.
        mutating func append(_ events: [RawEvent], for call: Call) {
            if next >= KeyInjector.removalBatch {
                waiting.removeFirst(next)
                calls.removeFirst(nextCall)
                for index in calls.indices { calls[index].end -= next }
                (next, nextCall) = (0, 0)
            }
            waiting += events
            calls.append((waiting.count, call))
        }

        /// Removes all calls and events, and returns the calls with unwritten events.
        mutating func takeUnwritten() -> [Call] {
            defer { reset() }
            return calls[nextCall...].map(\.call)
        }

        private mutating func reset() {
            waiting.removeAll(keepingCapacity: true)
            calls.removeAll(keepingCapacity: true)
            (next, nextCall) = (0, 0)
        }

        mutating func write(at now: Int64) throws(EvdevError) {
            guard let keyboard, next < waiting.count, now >= readyAt else { return }
            let end = min(next + KeyInjector.batchSize, waiting.count)
            try keyboard.device.write(waiting[next..<end])
            (next, readyAt) = (end, now + KeyInjector.interval)
            while nextCall < calls.count, calls[nextCall].end <= next {
                nextCall += 1
                pressedCount += 1
            }
            if next == waiting.count { reset() }
        }

        /// Removes the failed keyboard and all calls, and returns the calls with unwritten events.
        mutating func takeFailure(_ error: EvdevError) -> Failure {
            Failure(error: error, keyboard: exchange(&keyboard, with: nil), calls: takeUnwritten())
        }
    }

    private struct Failure {
        let error: EvdevError
        let keyboard: Keyboard?
        var calls: [Call]
    }

    enum Outcome {
        case done
        /// The thread will write the remaining events.
        case pending
        case tooMany, noKeyboard, failed
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let fail: @Sendable (EvdevError, VirtualDevice?, [Call]) -> Void

    /// Creates an injector without a keyboard. After a write error, the writing thread calls `fail` with the failed
    /// keyboard and the accepted calls with unwritten events.
    init(_ fail: @escaping @Sendable (EvdevError, VirtualDevice?, [Call]) -> Void) throws(ServiceError) {
        self.fail = fail
        wakeup = try Wakeup()
        state.withLock { state in
            state.waiting.reserveCapacity(64)
            state.calls.reserveCapacity(64)
        }
    }

    /// Number of calls whose keys were all pressed.
    var pressedCount: Int { state.withLock(\.pressedCount) }

    /// Sets the keyboard to which waiting and later events are written.
    func use(_ device: VirtualDevice) {
        let keyboard = Keyboard(device: device)
        state.withLock { $0.keyboard = keyboard }
        wakeup.signal()
    }

    /// Appends all events of a call, or none if the waiting events leave too little room. Releases are always appended;
    /// otherwise a key could remain pressed. Each release follows an accepted press, so the number of releases is
    /// bounded.
    func write(_ events: [RawEvent], isRelease: Bool = false, for call: Call) -> Outcome {
        let (outcome, failure) = state.withLock { state -> (Outcome, Failure?) in
            guard state.keyboard != nil else { return (.noKeyboard, nil) }
            let left = state.waiting.count - state.next
            guard left == 0 || isRelease || left + events.count <= Self.limit else { return (.tooMany, nil) }
            state.append(events, for: call)
            do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                var failure = state.takeFailure(error)
                // The current call is rejected instead of being reported as failed.
                failure.calls.removeLast()
                return (.failed, failure)
            }
            return (state.waiting.isEmpty ? .done : .pending, nil)
        }
        if let failure { report(failure) }
        if case .pending = outcome { wakeup.signal() }
        return outcome
    }

    private func report(_ failure: Failure) { fail(failure.error, failure.keyboard?.device, failure.calls) }

    /// Ends the thread after the waiting events have been written.
    func stop() {
        state.withLock { $0.isStopping = true }
        wakeup.signal()
    }

    /// Removes the keyboard, and returns the calls with unwritten events.
    func end() -> [Call] {
        let (keyboard, calls) = state.withLock { (exchange(&$0.keyboard, with: nil), $0.takeUnwritten()) }
        wakeup.signal()
        _ = keyboard
        return calls
    }

    /// Body of the thread: writes waiting events at the allowed rate.
    func run() {
        while true {
            let (isOver, due, failure) = state.withLock { state -> (Bool, Int64?, Failure?) in
                do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                    return (state.isStopping, nil, state.takeFailure(error))
                }
                let isEmpty = state.waiting.isEmpty
                return (state.isStopping && isEmpty, isEmpty ? nil : state.readyAt, nil)
            }
            if let failure { report(failure) }
            if isOver { return }
            wakeup.wait(until: due)
        }
    }
}
