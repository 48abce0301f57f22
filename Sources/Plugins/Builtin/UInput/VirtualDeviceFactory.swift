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
        var isStopping = false
        var failureCount = 0
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
            // Otherwise there would be two devices of the description, one after the other.
            state.devices.removeAll { $0.device.description.name == description.name }
            state.requests.append(description)
        }
        wakeup.signal()
    }

    /// Requests a new device after a write error.
    func replace(_ description: DeviceDescription, _ what: String, after error: EvdevError) {
        state.withLock { $0.failureCount += 1 }
        log.complain("write", .error, "the virtual \(what) is made anew: \(error)")
        request(description)
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

    /// Body of the thread: creates requested devices, with retries.
    func run() {
        var backoff = Backoff(first: 500_000, limit: 30_000_000)
        while true {
            guard let request = state.withLock({ $0.isStopping ? nil : Optional($0.requests.first) }) else { return }
            guard let request else {
                wakeup.wait(until: nil)
                continue
            }
            do throws(EvdevError) {
                try make(request)
                backoff.reset()
            } catch {
                state.withLock { $0.failureCount += 1 }
                log.complain("make", .error, "'\(request.name)' cannot be made: \(error)")
                wakeup.wait(until: MonotonicClock.now + backoff.wait())
            }
        }
    }

    private func make(_ description: DeviceDescription) throws(EvdevError) {
        let device = try create(description)
        // Readers must have opened the device before the first event (U3).
        if !device.waitUntilReady() {
            log.complain("udev", .warning, "udev has said nothing of '\(description.name)' within 10 s; is it running?")
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
        if isRequested { log.say(.info, "'\(description.name)' is \(path)") }
    }
}
