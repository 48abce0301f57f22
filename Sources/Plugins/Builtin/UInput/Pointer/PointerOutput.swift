internal import Geometry
internal import HandlerEvents
internal import InputEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import VirtualDevices

/// Output to a virtual pointer or mouse. The device is created when a layout binds a handler that uses the device.
final class PointerOutput {
    private let mode: PointerCall.Mode
    private let settings: UInputSettings
    private let factory: VirtualDeviceFactory
    private let log: Logger
    private let injector: PointerInjector
    private var thread: WorkerThread?
    private var pointer: VirtualPointer
    /// The device that was last requested; nil if the layout needs no device.
    private(set) var request: DeviceDescription?

    init(
        _ mode: PointerCall.Mode,
        _ settings: UInputSettings,
        _ factory: VirtualDeviceFactory,
        _ log: Logger
    ) throws(ServiceError) {
        (self.mode, self.settings, self.factory, self.log) = (mode, settings, factory, log)
        pointer = VirtualPointer(mode, screen: .zero)
        injector = try PointerInjector { error, device in
            if let device { factory.replace(device, mode.deviceName, after: error) }
        }
    }

    deinit { injector.stop() }

    /// Requests the device for a screen of this size; a pointer for another size is replaced.
    func prepare(_ screen: Size) {
        let description = DeviceDescription.virtualPointer(settings, mode, screen)
        guard request != description else { return }
        request = description
        injector.end()
        pointer = VirtualPointer(
            mode,
            screen: screen,
            width: description.axes[.x]?.maximum ?? 0,
            height: description.axes[.y]?.maximum ?? 0
        )
        factory.request(description)
    }

    /// Uses a device that the factory has created.
    func use(_ device: VirtualDevice) { injector.use(device) }

    /// Executes a call; returns false if the device could not execute the call.
    func take(_ event: HandlerEvent, _ call: PointerCall, usesTranslation: Bool) -> Bool {
        guard pointer.take(event, call, usesTranslation: usesTranslation) else { return false }
        switch injector.add(pointer.frames) {
        case .done: return true
        case .pending:
            startThread()
            return true
        case .tooMany:
            log.complain("pointer", .warning, "the pointer is used faster than it can move; some calls are dropped")
        case .noDevice:
            let problem = "the virtual \(mode.deviceName) is not ready yet"
            log.complain("ready", .warning, "'\(call.action.rawValue)' had no effect: \(problem)")
        case .failed: break
        }
        return false
    }

    private func startThread() {
        guard thread == nil else { return }
        do throws(ServiceError) {
            let injector = injector
            thread = try WorkerThread(name: "pointer") { injector.run() }
        } catch {
            let problem = "a click is delayed until the next call, because no thread can be started"
            log.complain("thread", .error, "\(problem): \(error)")
        }
    }

    /// Releases a pressed button, and drops the frames of a kinetic scroll. The thread ends after it has written the
    /// other waiting frames.
    func beginStopping() {
        if pointer.release() { _ = injector.add(pointer.frames) }
        injector.stop()
    }

    func finishStopping(within limit: TimeSpan) {
        if thread?.join(within: limit) == false {
            log.say(.warning, "the last click was not completed, because the plugin stopped")
        }
        injector.end()
        thread = nil
    }
}

extension PointerCall.Mode {
    /// Name of the device in messages, and the last word of its name in the kernel.
    var deviceName: String {
        switch self {
        case .absolute: "pointer"
        case .relative: "mouse"
        }
    }
}
