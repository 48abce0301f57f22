internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Presses keys at a rate that readers can follow.
///
/// The kernel buffers 64 events per reader of a keyboard and drops all of them on overflow. Events are written at once
/// if the rate allows it, otherwise by a thread, which is started on demand.
final class KeyInjector: Sendable {
    /// Maximum number of events written at once; a key press or release takes two.
    private static let batchSize = 16
    /// Minimum time between writes in microseconds: a reader may sleep for four intervals without an overflow.
    private static let interval: Int64 = 20_000
    /// Limit typed-keys (Internal bounds): waiting events of a virtual keyboard.
    ///
    /// The events of one call are added whole.
    private static let limit = 4096
    /// Number of written events that are removed at once.
    private static let removalBatch = 1024

    /// Used only while the lock is held.
    private struct Keyboard: @unchecked Sendable {
        let device: VirtualDevice
    }

    private struct State {
        var keyboard: Keyboard?
        var waiting: [RawEvent] = []
        /// Index of the first unwritten event.
        var next = 0
        /// Monotonic time of the next write, in microseconds.
        var readyAt: Int64 = 0
        /// Calls, oldest first, each with the index behind its last event.
        var calls: [(end: Int, call: Call)] = []
        /// Index of the first call with unwritten events.
        var nextCall = 0
        /// Number of calls whose events are all written.
        var pressedCount = 0
        var isStopping = false

        /// Appends a call's events. Written ones are removed in batches, so that the arrays stay bounded.
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

        /// Removes and returns the calls whose events are not all written.
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

        /// Removes the broken keyboard and the calls that it did not press.
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
        /// The thread writes the remaining events.
        case pending
        case tooMany, noKeyboard, failed
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let fail: @Sendable (EvdevError, VirtualDevice?, [Call]) -> Void

    /// `fail` is called on the thread of the error, with the broken keyboard and the accepted calls whose keys were not
    /// all pressed.
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

    /// Sets the keyboard for all waiting and later events.
    func use(_ device: VirtualDevice) {
        let keyboard = Keyboard(device: device)
        state.withLock { $0.keyboard = keyboard }
        wakeup.signal()
    }

    /// Appends the key strokes of a call, all or none.
    func press(_ events: [RawEvent], for call: Call) -> Outcome {
        let (outcome, failure) = state.withLock { state -> (Outcome, Failure?) in
            guard state.keyboard != nil else { return (.noKeyboard, nil) }
            let left = state.waiting.count - state.next
            guard left == 0 || left + events.count <= Self.limit else { return (.tooMany, nil) }
            state.append(events, for: call)
            do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                var failure = state.takeFailure(error)
                // This call is refused instead.
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

    /// Ends the thread after it has written the waiting events.
    func stop() {
        state.withLock { $0.isStopping = true }
        wakeup.signal()
    }

    /// Drops the keyboard; returns the calls whose keys were not all pressed.
    func end() -> [Call] {
        let (keyboard, calls) = state.withLock { (exchange(&$0.keyboard, with: nil), $0.takeUnwritten()) }
        wakeup.signal()
        _ = keyboard
        return calls
    }

    /// Body of the thread.
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
