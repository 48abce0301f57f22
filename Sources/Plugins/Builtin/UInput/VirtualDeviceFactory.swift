internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Creates virtual devices on a separate thread, because device creation in the kernel and udev is slow.
final class VirtualDeviceFactory: Sendable {
    /// A created device. Ownership moves to the receiver; only one thread uses the device at a time.
    private struct CreatedDevice: @unchecked Sendable {
        let device: VirtualDevice
    }

    /// A write error of a device.
    private struct WriteError: Sendable {
        /// Name of the device in messages.
        let name: String
        let error: EvdevError
        let calls: [Call]
        /// Whether a new device is needed.
        let isNeeded: Bool
    }

    private struct State {
        var requests: [DeviceDescription] = []
        var devices: [CreatedDevice] = []
        /// Devices that the thread must destroy.
        var discarded: [CreatedDevice] = []
        /// Write errors that the thread must log and report, oldest first.
        var errors: [WriteError] = []
        var isStopping = false
        var failureCount = 0
        /// Delays after consecutive failures.
        var backoff = Backoff(first: 500_000, limit: 30_000_000)
        /// Monotonic time of the last failure, in microseconds.
        var failedAt: Int64?
        /// Monotonic time of the next attempt, in microseconds.
        var resumesAt: Int64 = 0

        /// Counts a failure and delays the next attempt. If no other failure occurred in the previous minute, the next
        /// attempt is delayed only if `isDelayed` is true.
        mutating func fail(at now: Int64, isDelayed: Bool) {
            failureCount += 1
            let isFirst = failedAt.map { now - $0 > 60_000_000 } ?? true
            failedAt = now
            if isFirst { backoff.reset() }
            if isDelayed || !isFirst { resumesAt = now + backoff.wait() }
        }
    }

    /// A device whose events could not be written: an element of a linked list. Any thread can add elements, and
    /// `takeFailures` removes all elements.
    private final class FailedDevice: @unchecked Sendable {
        let device: VirtualDevice
        let error: WriteError
        /// Next element of the list: the device that failed before this device.
        var former: Unmanaged<FailedDevice>?

        init(_ device: VirtualDevice, _ error: WriteError) { (self.device, self.error) = (device, error) }
    }

    private let state = Mutex(State())
    /// First element of the list of failed devices. It is atomic, so the input thread can add a device without a lock.
    private let latestFailure = Atomic<Unmanaged<FailedDevice>?>(nil)
    private let report: Report
    /// Whether `take` has a device to return.
    private let hasDevices = Atomic(false)
    private let wakeup: Wakeup
    private let log: Logger
    private let create: Create

    /// Function that creates a device from its description.
    typealias Create = @Sendable (DeviceDescription) throws(EvdevError) -> VirtualDevice

    /// Reports calls whose events were not written.
    typealias Report = @Sendable ([Call]) -> Void

    init(_ log: Logger, _ create: @escaping Create, report: @escaping Report) throws(ServiceError) {
        (self.log, self.create, self.report) = (log, create, report)
        wakeup = try Wakeup()
    }

    /// Requests a device. Replaces an earlier request for this device name. Discards a created device with this name
    /// that was not yet taken.
    func request(_ description: DeviceDescription) {
        state.withLock { state in
            // Collects failures first. Otherwise, a failed device with a former description could be created again
            // after the new device.
            collectFailures(in: &state)
            state.requests.removeAll { $0.name == description.name }
            // Discards devices with this name that were not yet taken; otherwise the caller would receive two devices
            // with this name.
            let replaced = state.devices.partition { $0.device.description.name == description.name }
            state.discarded += state.devices[replaced...]
            state.devices.removeSubrange(replaced...)
            state.requests.append(description)
        }
        wakeup.signal()
    }

    deinit { _ = takeFailures() }

    // MARK: Failed devices

    /// Passes a device with a write error to the factory's thread. The thread logs the error, reports the calls, and
    /// requests a new device if `isNeeded` is true.
    ///
    /// Takes no lock, because the input thread calls this method while it dispatches touches.
    ///
    /// The first write error causes an immediate attempt to create the device again. Further errors within a minute
    /// delay the next attempt.
    func replace(
        _ device: VirtualDevice,
        _ name: String,
        after error: EvdevError,
        calls: [Call] = [],
        isNeeded: Bool = true
    ) {
        let error = WriteError(name: name, error: error, calls: calls, isNeeded: isNeeded)
        let failure = Unmanaged.passRetained(FailedDevice(device, error))
        var former = latestFailure.load(ordering: .relaxed)
        while true {
            failure._withUnsafeGuaranteedRef { $0.former = former }
            let (isDone, current) = latestFailure.weakCompareExchange(
                expected: former,
                desired: failure,
                ordering: .releasing
            )
            if isDone { break }
            former = current
        }
        wakeup.signal()
    }

    /// Removes and returns the failed devices, oldest first.
    private func takeFailures() -> [FailedDevice] {
        var failures: [FailedDevice] = []
        var next = latestFailure.exchange(nil, ordering: .acquiring)
        while let failure = next?.takeRetainedValue() {
            next = failure.former
            failures.append(failure)
        }
        return failures.reversed()
    }

    /// Requests replacements for failed devices, and queues the errors and the devices for the thread. Neither logs nor
    /// destroys a device, because the input thread calls this method too.
    private func collectFailures(in state: inout State) {
        guard latestFailure.load(ordering: .relaxed) != nil else { return }
        for failure in takeFailures() {
            let description = failure.device.description
            state.fail(at: MonotonicClock.now, isDelayed: false)
            state.discarded.append(CreatedDevice(device: failure.device))
            state.errors.append(failure.error)
            let isRequested = state.requests.contains { $0.name == description.name }
            if failure.error.isNeeded, !isRequested { state.requests.append(description) }
        }
    }

    /// Processes the devices with write errors: requests new devices, logs the errors and reports the calls.
    func handleFailures() {
        // Holds the lock until the new devices are requested; `isIdle` then detects either a failure or a request.
        let (errors, isStopping) = state.withLock { state in
            collectFailures(in: &state)
            return (exchange(&state.errors, with: []), state.isStopping)
        }
        for error in errors {
            let problem = "writing to the virtual \(error.name) failed: \(error.error)"
            let consequence = error.isNeeded && !isStopping ? "; the device is created again" : ""
            log.complain("write", .error, "\(problem)\(consequence)")
            report(error.calls)
        }
    }

    // MARK: Devices

    /// Destroys a device on the factory's thread, because destruction blocks while the kernel waits for the device's
    /// readers.
    func discard(_ device: VirtualDevice) {
        let device = CreatedDevice(device: device)
        state.withLock { $0.discarded.append(device) }
        wakeup.signal()
    }

    /// Returns the next device that is ready, or nil. If no device is ready, the call costs only one atomic load.
    func take() -> VirtualDevice? {
        guard hasDevices.load(ordering: .acquiring) else { return nil }
        return state.withLock { state in
            let device = state.devices.isEmpty ? nil : state.devices.removeFirst()
            hasDevices.store(!state.devices.isEmpty, ordering: .releasing)
            return device
        }?.device
    }

    /// Whether every request has been fulfilled.
    var isIdle: Bool {
        state.withLock { $0.requests.isEmpty && latestFailure.load(ordering: .relaxed) == nil }
    }
    /// Number of failed device creations and writes.
    var failureCount: Int { state.withLock { $0.failureCount } }

    func stop() {
        state.withLock { $0.isStopping = true }
        wakeup.signal()
    }

    /// Body of the thread: destroys discarded devices and creates requested devices, with retries.
    func run() {
        while true {
            handleFailures()
            let (discarded, request, resumesAt, isStopping) = state.withLock { state in
                let discarded = exchange(&state.discarded, with: [])
                return (discarded, state.requests.first, state.resumesAt, state.isStopping)
            }
            // Destroys discarded devices before another device with the same description is created.
            _ = consume discarded
            if isStopping { return }
            guard let request, MonotonicClock.now >= resumesAt else {
                wakeup.wait(until: request.map { _ in resumesAt })
                continue
            }
            do throws(EvdevError) { try make(request) } catch {
                state.withLock { $0.fail(at: MonotonicClock.now, isDelayed: true) }
                log.complain("make", .error, "the virtual device '\(request.name)' cannot be created: \(error)")
            }
        }
    }

    private func make(_ description: DeviceDescription) throws(EvdevError) {
        let device = try create(description)
        // Readers must open the device before the first event is written (U3).
        if !device.waitUntilReady() {
            log.complain(
                "udev",
                .warning,
                "udev did not report '\(description.name)' within 10 s; check that systemd-udevd is running"
            )
        }
        let path = device.path
        let created = CreatedDevice(device: device)
        let isRequested = state.withLock { state in
            guard let index = state.requests.firstIndex(of: description) else { return false }
            state.requests.remove(at: index)
            state.devices.append(created)
            hasDevices.store(true, ordering: .releasing)
            return true
        }
        if isRequested { log.say(.info, "the virtual device '\(description.name)' is \(path)") }
    }
}
