internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Creates virtual devices on a separate thread, because device creation in the kernel and udev is slow.
final class VirtualDeviceFactory: Sendable {
    /// A created device. Ownership moves to the receiver, so that only one thread uses the device.
    private struct CreatedDevice: @unchecked Sendable {
        let device: VirtualDevice
    }

    private struct State {
        var requests: [DeviceDescription] = []
        var devices: [CreatedDevice] = []
        /// Devices that the thread must destroy.
        var discarded: [CreatedDevice] = []
        var isStopping = false
        var failureCount = 0
        /// Delays after consecutive failures.
        var backoff = Backoff(first: 500_000, limit: 30_000_000)
        /// Monotonic time of the last failure, in microseconds.
        var failedAt: Int64?
        /// Monotonic time of the next attempt, in microseconds.
        var resumesAt: Int64 = 0

        /// Counts a failure. The first failure within a minute delays the next attempt only if `isDelayed` is true.
        mutating func fail(at now: Int64, isDelayed: Bool) {
            failureCount += 1
            let isFirst = failedAt.map { now - $0 > 60_000_000 } ?? true
            failedAt = now
            if isFirst { backoff.reset() }
            if isDelayed || !isFirst { resumesAt = now + backoff.wait() }
        }
    }

    /// A touchscreen whose events could not be written, which the input thread passes to this thread.
    private final class FailedPanel: Sendable {
        let device: CreatedDevice
        let error: EvdevError
        let calls: [Call]
        /// Whether a new touchscreen is needed.
        let isNeeded: Bool

        init(_ device: CreatedDevice, _ error: EvdevError, _ calls: [Call], isNeeded: Bool) {
            (self.device, self.error, self.calls, self.isNeeded) = (device, error, calls, isNeeded)
        }
    }

    private let state = Mutex(State())
    /// The latest failed touchscreen, until the thread has handled the failure. The input thread sets this value
    /// without a lock.
    private let failedPanel = Atomic<Unmanaged<FailedPanel>?>(nil)
    private let report: Report
    /// Whether `take` would return a device.
    private let hasDevices = Atomic(false)
    private let wakeup: Wakeup
    private let log: Logger
    private let create: Create

    /// Function that creates a device from its description.
    typealias Create = @Sendable (DeviceDescription) throws(EvdevError) -> VirtualDevice

    /// Function that reports calls whose events were not written.
    typealias Report = @Sendable ([Call]) -> Void

    init(_ log: Logger, _ create: @escaping Create, report: @escaping Report) throws(ServiceError) {
        (self.log, self.create, self.report) = (log, create, report)
        wakeup = try Wakeup()
    }

    /// Requests a device. Replaces an earlier request for a device with this name, and discards a device with this name
    /// that was not yet taken.
    func request(_ description: DeviceDescription) {
        state.withLock { state in
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

    deinit { failedPanel.load(ordering: .relaxed)?.release() }

    /// Passes a touchscreen with a write error to the thread, which reports the calls and, if `isNeeded` is true,
    /// requests a new touchscreen. Takes no lock.
    ///
    /// There is at most one such touchscreen, because the thread handles a failed touchscreen before the thread creates
    /// another touchscreen.
    func replace(
        panel: VirtualDevice,
        after error: EvdevError,
        calls: [Call],
        isNeeded: Bool
    ) {
        let failed = FailedPanel(CreatedDevice(device: panel), error, calls, isNeeded: isNeeded)
        let former = failedPanel.exchange(Unmanaged.passRetained(failed), ordering: .acquiringAndReleasing)
        former?.release()
        wakeup.signal()
    }

    /// Handles a touchscreen with a write error.
    func handleFailedPanel() {
        // The lock ensures that a request which was made after the failure is visible.
        let pending = state.withLock { state in
            let failed = failedPanel.load(ordering: .acquiring)?.takeUnretainedValue()
            guard let failed else { return failed }
            let description = failed.device.device.description
            state.fail(at: MonotonicClock.now, isDelayed: false)
            state.discarded.append(failed.device)
            let isRequested = state.requests.contains { $0.name == description.name }
            if failed.isNeeded, !isRequested { state.requests.append(description) }
            failedPanel.exchange(nil, ordering: .releasing)?.release()
            return failed
        }
        guard let pending else { return }
        complain("touchscreen", after: pending.error)
        report(pending.calls)
    }

    private func complain(_ what: String, after error: EvdevError) {
        log.complain("write", .error, "the virtual \(what) failed and is created again: \(error)")
    }

    /// Requests a new device after a write error. The first error causes an immediate attempt; consecutive errors cause
    /// delayed attempts.
    func replace(_ device: VirtualDevice, _ what: String, after error: EvdevError) {
        state.withLock { $0.fail(at: MonotonicClock.now, isDelayed: false) }
        complain(what, after: error)
        let description = device.description
        discard(device)
        request(description)
    }

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
        state.withLock { $0.requests.isEmpty && failedPanel.load(ordering: .relaxed) == nil }
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
            handleFailedPanel()
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
