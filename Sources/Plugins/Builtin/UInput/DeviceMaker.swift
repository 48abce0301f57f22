internal import DeviceNodes
internal import InputEvents
internal import Platform
internal import PluginWorkers
internal import Synchronization
internal import VirtualDevices

/// Creates virtual devices on its own thread, because the kernel and udev are slow, and passes on those that are ready.
final class DeviceMaker: Sendable {
    /// A created device; moved to the receiver, so that one thread uses it at a time.
    private struct Parcel: @unchecked Sendable {
        let device: VirtualDevice
    }

    private struct Desk {
        var orders: [DeviceDescription] = []
        var parcels: [Parcel] = []
        var isStopping = false
        var failureCount = 0
    }

    private let desk = Mutex(Desk())
    /// Whether `take` returns a device.
    private let hasDevices = Atomic(false)
    private let bell: Wakeup
    private let log: Logger
    private let create: Create

    /// Creates the device of a description.
    typealias Create = @Sendable (DeviceDescription) throws(EvdevError) -> VirtualDevice

    init(_ log: Logger, _ create: @escaping Create) throws(ServiceError) {
        (self.log, self.create) = (log, create)
        bell = try Wakeup()
    }

    /// Requests a device; replaces a request or an untaken device of the same name.
    func order(_ description: DeviceDescription) {
        desk.withLock { desk in
            desk.orders.removeAll { $0.name == description.name }
            // Otherwise there would be two devices of the description, one after the other.
            desk.parcels.removeAll { $0.device.description.name == description.name }
            desk.orders.append(description)
        }
        bell.signal()
    }

    /// Requests a new device after a write error.
    func replace(_ description: DeviceDescription, _ what: String, after error: EvdevError) {
        desk.withLock { $0.failureCount += 1 }
        log.complain("write", .error, "the virtual \(what) is made anew: \(error)")
        order(description)
    }

    /// Returns the next device that is ready; a single atomic load if there is none.
    func take() -> VirtualDevice? {
        guard hasDevices.load(ordering: .acquiring) else { return nil }
        return desk.withLock { desk in
            let parcel = desk.parcels.isEmpty ? nil : desk.parcels.removeFirst()
            hasDevices.store(!desk.parcels.isEmpty, ordering: .releasing)
            return parcel
        }?.device
    }

    /// Whether all requests are fulfilled.
    var hasMadeAll: Bool { desk.withLock { $0.orders.isEmpty } }
    /// Number of failed creations and writes.
    var failureCount: Int { desk.withLock { $0.failureCount } }

    func stop() {
        desk.withLock { $0.isStopping = true }
        bell.signal()
    }

    /// Body of the thread: creates requested devices, with retries.
    func run() {
        var backoff = Backoff(first: 500_000, limit: 30_000_000)
        while true {
            guard let order = desk.withLock({ $0.isStopping ? nil : Optional($0.orders.first) }) else { return }
            guard let order else {
                bell.wait(until: nil)
                continue
            }
            do throws(EvdevError) {
                try make(order)
                backoff.reset()
            } catch {
                desk.withLock { $0.failureCount += 1 }
                log.complain("make", .error, "'\(order.name)' cannot be made: \(error)")
                bell.wait(until: MonotonicClock.now + backoff.wait())
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
        let parcel = Parcel(device: device)
        let isWanted = desk.withLock { desk in
            guard let place = desk.orders.firstIndex(of: description) else { return false }
            desk.orders.remove(at: place)
            desk.parcels.append(parcel)
            hasDevices.store(true, ordering: .releasing)
            return true
        }
        if isWanted { log.say(.info, "'\(description.name)' is \(path)") }
    }
}
