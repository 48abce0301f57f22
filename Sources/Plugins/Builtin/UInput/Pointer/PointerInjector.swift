internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Writes the frames of a virtual pointer when they are due.
///
/// A frame without a delay is written immediately. A thread, which is started on demand, writes the later frames of
/// clicks and of kinetic scrolling.
final class PointerInjector: Sendable {
    /// Limit pointer-frames (limits.md, Internal bounds): maximum number of waiting frames of a virtual pointer.
    ///
    /// If the frames of a call do not fit, none of the frames is added.
    static let limit = 1024

    private struct State: @unchecked Sendable {
        var device: VirtualDevice?
        var waiting: ContiguousArray<VirtualPointer.Frame> = []
        /// Index of the first frame that is not yet written.
        var next = 0
        /// Monotonic time of the last write, in microseconds.
        var writtenAt: Int64 = 0
        var isStopping = false

        /// Monotonic time at which the next frame is due, in microseconds; nil without waiting frames.
        var dueTime: Int64? { next < waiting.count ? writtenAt + waiting[next].delay : nil }

        mutating func clear() {
            waiting.removeAll(keepingCapacity: true)
            next = 0
        }

        mutating func write(at now: Int64) throws(EvdevError) {
            while let device, let dueTime, dueTime <= now {
                try device.write(waiting[next].events)
                (next, writtenAt) = (next + 1, now)
            }
            if next == waiting.count { clear() }
        }

        /// Removes the failed device and all waiting frames after a write error; returns the device with its error.
        mutating func takeFailure(_ error: EvdevError) -> Failure {
            clear()
            return Failure(error: error, device: exchange(&device, with: nil))
        }
    }

    private struct Failure {
        let error: EvdevError
        let device: VirtualDevice?
    }

    enum Outcome {
        case done
        /// The thread will write the remaining frames.
        case pending
        case tooMany, noDevice, failed
    }

    private let state = Mutex(State())
    private let wakeup: Wakeup
    private let fail: @Sendable (EvdevError, VirtualDevice?) -> Void

    /// Creates an injector without a device. After a write error, `fail` is called with the failed device, on the
    /// thread of the failed write.
    init(_ fail: @escaping @Sendable (EvdevError, VirtualDevice?) -> Void) throws(ServiceError) {
        self.fail = fail
        wakeup = try Wakeup()
        state.withLock { $0.waiting.reserveCapacity(64) }
    }

    /// Sets the device to which later frames are written.
    func use(_ device: VirtualDevice) {
        let owner = Owner(device: device)
        state.withLock { state in
            state.device = owner.device
            state.clear()
        }
    }

    private struct Owner: @unchecked Sendable {
        let device: VirtualDevice
    }

    /// Removes the remaining frames of a kinetic scroll. Then appends all frames of a call, or none if they do not fit,
    /// and writes the frames that are due.
    func add(_ frames: ContiguousArray<VirtualPointer.Frame>) -> Outcome {
        guard !frames.isEmpty else { return .done }
        let (outcome, failure) = state.withLock { state -> (Outcome, Failure?) in
            guard state.device != nil else { return (.noDevice, nil) }
            if let kinetic = state.waiting[state.next...].firstIndex(where: \.isKinetic) {
                state.waiting.removeSubrange(kinetic...)
            }
            guard state.waiting.count - state.next + frames.count <= Self.limit else { return (.tooMany, nil) }
            if state.next > 0, state.waiting.count + frames.count > Self.limit {
                state.waiting.removeFirst(state.next)
                state.next = 0
            }
            state.waiting.append(contentsOf: frames)
            do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                return (.failed, state.takeFailure(error))
            }
            return (state.dueTime == nil ? .done : .pending, nil)
        }
        if let failure { fail(failure.error, failure.device) }
        if case .pending = outcome { wakeup.signal() }
        return outcome
    }

    /// Removes the frames of a kinetic scroll, and ends the thread after the other waiting frames have been written.
    func stop() {
        state.withLock { state in
            state.isStopping = true
            if let kinetic = state.waiting[state.next...].firstIndex(where: \.isKinetic) {
                state.waiting.removeSubrange(kinetic...)
            }
        }
        wakeup.signal()
    }

    /// Removes the device, which the kernel then destroys.
    func end() {
        let device = state.withLock { state in
            state.clear()
            return exchange(&state.device, with: nil).map { Owner(device: $0) }
        }
        wakeup.signal()
        _ = device
    }

    /// Body of the thread: writes waiting frames when they are due.
    func run() {
        while true {
            let (isOver, due, failure) = state.withLock { state -> (Bool, Int64?, Failure?) in
                do throws(EvdevError) { try state.write(at: MonotonicClock.now) } catch {
                    return (state.isStopping, nil, state.takeFailure(error))
                }
                return (state.isStopping && state.dueTime == nil, state.dueTime, nil)
            }
            if let failure { fail(failure.error, failure.device) }
            if isOver { return }
            wakeup.wait(until: due)
        }
    }
}
