internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Creates virtual devices on its own thread, because the kernel and udev are slow, and passes on those that are ready.
final class VirtualDeviceFactory: Sendable {
    /// A created device; moved to the receiver, so that one thread uses it at a time.
    private struct CreatedDevice: @unchecked Sendable {
        let device: VirtualDevice
    }

    private struct State {
        var requests: [DeviceDescription] = []
        var devices: [CreatedDevice] = []
        /// Devices to destroy.
        var discarded: [CreatedDevice] = []
        var isStopping = false
        var failureCount = 0
        /// Delays after failures in a row.
        var backoff = Backoff(first: 500_000, limit: 30_000_000)
        /// Monotonic time of the last failure and of the next attempt, in microseconds.
        var failedAt: Int64?
        var resumesAt: Int64 = 0

        /// Counts a failure; the first one in a minute delays the next attempt only if `isDelayed`.
        mutating func fail(at now: Int64, isDelayed: Bool) {
            failureCount += 1
            let isFirst = failedAt.map { now - $0 > 60_000_000 } ?? true
            failedAt = now
            if isFirst { backoff.reset() }
            if isDelayed || !isFirst { resumesAt = now + backoff.wait() }
        }
    }

    private let state = Mutex(State())
    /// Whether `take` returns a device.
    private let hasDevices = Atomic(false)
    private let wakeup: Wakeup
    private let log: Logger
    private let create: Create

    /// Creates the device of a description.
    typealias Create = @Sendable (DeviceDescription) throws(EvdevError) -> VirtualDevice

    init(_ log: Logger, _ create: @escaping Create) throws(ServiceError) {
        (self.log, self.create) = (log, create)
        wakeup = try Wakeup()
    }

    /// Requests a device; replaces a request or an untaken device of the same name.
    func request(_ description: DeviceDescription) {
        state.withLock { state in
            state.requests.removeAll { $0.name == description.name }
            // Without the removal, two devices of the description would be created, one after the other.
            let replaced = state.devices.partition { $0.device.description.name == description.name }
            state.discarded += state.devices[replaced...]
            state.devices.removeSubrange(replaced...)
            state.requests.append(description)
        }
        wakeup.signal()
    }

    /// Requests a new device after a write error: at once, or with a delay if errors follow one another.
    func replace(_ device: VirtualDevice, _ what: String, after error: EvdevError) {
        state.withLock { $0.fail(at: MonotonicClock.now, isDelayed: false) }
        log.complain("write", .error, "the virtual \(what) failed and is created again: \(error)")
        let description = device.description
        discard(device)
        request(description)
    }

    /// Destroys a device on the factory's thread, because the kernel waits for its readers.
    func discard(_ device: VirtualDevice) {
        let device = CreatedDevice(device: device)
        state.withLock { $0.discarded.append(device) }
        wakeup.signal()
    }

    /// Returns the next device that is ready; a single atomic load if there is none.
    func take() -> VirtualDevice? {
        guard hasDevices.load(ordering: .acquiring) else { return nil }
        return state.withLock { state in
            let device = state.devices.isEmpty ? nil : state.devices.removeFirst()
            hasDevices.store(!state.devices.isEmpty, ordering: .releasing)
            return device
        }?.device
    }

    /// Whether all requests are fulfilled.
    var isIdle: Bool { state.withLock { $0.requests.isEmpty } }
    /// Number of failed creations and writes.
    var failureCount: Int { state.withLock { $0.failureCount } }

    func stop() {
        state.withLock { $0.isStopping = true }
        wakeup.signal()
    }

    /// Body of the thread: destroys discarded devices and creates requested ones, with retries.
    func run() {
        while true {
            let (discarded, request, resumesAt, isStopping) = state.withLock { state in
                let discarded = exchange(&state.discarded, with: [])
                return (discarded, state.requests.first, state.resumesAt, state.isStopping)
            }
            // Before another device of the same description exists.
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
        // Readers must have opened the device before the first event (U3).
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
