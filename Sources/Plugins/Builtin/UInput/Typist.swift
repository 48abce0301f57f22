internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Presses keys no faster than whoever reads them can follow.
///
/// The kernel keeps 64 events for the reader of a keyboard, and forgets all of them when there are more. What may be
/// written now is written at once, the rest by a thread, which nobody needs for a key or two.
final class Typist: Sendable {
    /// So many events go out together: two for each key that goes down or up.
    private static let portion = 16
    /// So long nothing goes out then: a reader may sleep for four such pauses.
    private static let pause: Int64 = 20_000
    /// Limit typed-keys (Internal bounds): waiting key strokes of a virtual keyboard.
    ///
    /// Key strokes of one call are added whole.
    private static let limit = 4096

    /// Only ever used by who has the lock.
    private struct Keyboard: @unchecked Sendable {
        let device: VirtualDevice
    }

    private struct State {
        var keyboard: Keyboard?
        var waiting: [RawEvent] = []
        /// The first that was not written.
        var next = 0
        /// When more may be written.
        var readyAt: Int64 = 0
        /// The calls whose events wait, each with the index behind its last event.
        var calls: [(end: Int, call: Call)] = []
        var isStopping = false

        mutating func forget() {
            waiting.removeAll(keepingCapacity: true)
            calls.removeAll(keepingCapacity: true)
            next = 0
        }

        /// Removes and returns the calls whose events were not written.
        mutating func takeUnwritten() -> [Call] {
            let calls = calls.filter { $0.end > next }.map(\.call)
            forget()
            return calls
        }

        mutating func write(at now: Int64) throws(EvdevError) {
            guard let keyboard, next < waiting.count, now >= readyAt else { return }
            let end = min(next + Typist.portion, waiting.count)
            do throws(EvdevError) { try keyboard.device.write(waiting[next..<end]) } catch {
                self.keyboard = nil
                throw error
            }
            (next, readyAt) = (end, now + Typist.pause)
            if next == waiting.count { forget() }
        }
    }

    enum Outcome {
        case done
        /// The thread has to do the rest.
        case begun
        case tooMany, noKeyboard, failed
    }

    private let state = Mutex(State())
    private let bell: Wakeup
    private let fail: @Sendable (EvdevError, [Call]) -> Void

    /// Calls `fail`, on the thread that meets an error, with the calls whose keys are not pressed; the keyboard is gone.
    init(_ fail: @escaping @Sendable (EvdevError, [Call]) -> Void) throws(ServiceError) {
        self.fail = fail
        bell = try Wakeup()
        state.withLock { state in
            state.waiting.reserveCapacity(64)
            state.calls.reserveCapacity(64)
        }
    }

    /// Takes a keyboard, or (with nil) lets go of the one that is there; what waits is forgotten.
    func use(_ device: VirtualDevice?) {
        let keyboard = device.map(Keyboard.init)
        state.withLock { state in
            state.forget()
            state.keyboard = keyboard
        }
        bell.signal()
    }

    /// Presses the keys of a call after those that wait; all of them or none.
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
            return (.begun, nil)
        }
        if let (error, calls) = failure { fail(error, calls) }
        if case .begun = outcome { bell.signal() }
        return outcome
    }

    /// Presses what waits and nothing else; then the thread ends.
    func stop() {
        state.withLock { $0.isStopping = true }
        bell.signal()
    }

    /// What the thread does.
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
            bell.wait(until: due)
        }
    }
}
