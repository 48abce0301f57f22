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
    /// Limit typed-keys (Internal bounds): waiting key strokes of a virtual keyboard.
    ///
    /// Key strokes of one call are added whole.
    private static let limit = 4096

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
        /// Calls with unwritten events, each with the index behind its last event.
        var calls: [(end: Int, call: Call)] = []
        var isStopping = false

        mutating func reset() {
            waiting.removeAll(keepingCapacity: true)
            calls.removeAll(keepingCapacity: true)
            next = 0
        }

        /// Removes and returns the calls whose events were not written.
        mutating func takeUnwritten() -> [Call] {
            let calls = calls.filter { $0.end > next }.map(\.call)
            reset()
            return calls
        }

        mutating func write(at now: Int64) throws(EvdevError) {
            guard let keyboard, next < waiting.count, now >= readyAt else { return }
            let end = min(next + KeyInjector.batchSize, waiting.count)
            do throws(EvdevError) { try keyboard.device.write(waiting[next..<end]) } catch {
                self.keyboard = nil
                throw error
            }
            (next, readyAt) = (end, now + KeyInjector.interval)
            if next == waiting.count { reset() }
        }
    }

    enum Outcome {
        case done
        /// The thread writes the remaining events.
        case pending
        case tooMany, noKeyboard, failed
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let fail: @Sendable (EvdevError, [Call]) -> Void

    /// `fail` is called on the thread of the error, with the calls whose keys were not pressed; the keyboard is
    /// dropped.
    init(_ fail: @escaping @Sendable (EvdevError, [Call]) -> Void) throws(ServiceError) {
        self.fail = fail
        wakeup = try Wakeup()
        state.withLock { state in
            state.waiting.reserveCapacity(64)
            state.calls.reserveCapacity(64)
        }
    }

    /// Sets or, with nil, drops the keyboard; discards waiting events.
    func use(_ device: VirtualDevice?) {
        let keyboard = device.map(Keyboard.init)
        state.withLock { state in
            state.reset()
            state.keyboard = keyboard
        }
        wakeup.signal()
    }

    /// Appends the key strokes of a call, all or none.
    func press(_ events: [RawEvent], for call: Call) -> Outcome {
        let (outcome, failure) = state.withLock { state -> (Outcome, (EvdevError, [Call])?) in
            guard state.keyboard != nil else { return (.noKeyboard, nil) }
            let left = state.waiting.count - state.next
            guard left == 0 || left + events.count <= Self.limit else { return (.tooMany, nil) }
            state.waiting += events
            do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                return (.failed, (error, state.takeUnwritten()))
            }
            guard !state.waiting.isEmpty else { return (.done, nil) }
            state.calls.append((state.waiting.count, call))
            return (.pending, nil)
        }
        if let (error, calls) = failure { fail(error, calls) }
        if case .pending = outcome { wakeup.signal() }
        return outcome
    }

    /// Ends the thread after it has written the waiting events.
    func stop() {
        state.withLock { $0.isStopping = true }
        wakeup.signal()
    }

    /// Body of the thread.
    func run() {
        while true {
            let (isOver, due, failure) = state.withLock { state -> (Bool, Int64?, (EvdevError, [Call])?) in
                do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                    return (state.isStopping, nil, (error, state.takeUnwritten()))
                }
                let isEmpty = state.waiting.isEmpty
                return (state.isStopping && isEmpty, isEmpty ? nil : state.readyAt, nil)
            }
            if let (error, calls) = failure { fail(error, calls) }
            if isOver { return }
            wakeup.wait(until: due)
        }
    }
}
