internal import DeviceNodes
internal import Geometry
package import HandlerEvents
internal import InputEvents
package import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema
internal import VirtualDevices
internal import YAML

/// Virtual touchscreen and keyboard in the kernel: see docs/reference/plugins/uinput.md.
///
/// Writes on the input thread, because uinput writes do not block: forwarding adds no delay. All events of one report
/// are one frame.
package final class UInputPlugin: Plugin {
    package static let type = PluginType(
        UInputSettings.table,
        handlers: [
            HandlerType(
                "forward",
                .nothing,
                default: NoArguments(),
                "Hands a touch on to the virtual touchscreen; bind it to 'touches'."
            ).takingWholeTouches(),
            HandlerType("key", .oneStroke, "Presses a key, such as F5, or several at once, such as ctrl+r."),
            HandlerType("keys", .manyStrokes, "Presses one after the other."),
        ],
        traits: { _, node in
            let screen = node["screen"].flatMap { node in node.scalar.map { Located($0.text, at: node.mark) } }
            return PluginTraits(oneScreen: .init(handler: "forward", screen: screen))
        },
        make: { (settings, context) throws(ServiceError) in try UInputPlugin(settings, context) }
    )

    private let settings: UInputSettings
    private let context: PluginContext
    private var log: Logger { context.log }
    private let maker: DeviceMaker
    private var thread: WorkerThread?
    private let typist: Typist
    /// Thread of the key injector; started when keys are pressed faster than they may be written.
    private var typing: WorkerThread?
    /// Size of the screen whose touches are forwarded; nil while the layout binds none.
    private var size: Size?
    /// Action of each binding, so that events need no look-up of names and no casts.
    private var duties: [ObjectIdentifier: Duty] = [:]
    /// Last requested devices, to be requested again after an error.
    private var panelOrder: DeviceDescription?
    private var keyboardOrder: DeviceDescription?
    private var panel: VirtualDevice?
    private var touches: VirtualTouches
    /// Event time of the current frame, in microseconds.
    private var moment: Int64 = 0
    /// Calls of the current frame; reported as failed if it cannot be written.
    private var gathered: [Call] = []
    private var counted = PluginHealth()

    private enum Duty {
        case forward
        case press(KeyStrokes)
    }

    init(
        _ settings: UInputSettings,
        _ context: PluginContext,
        create: @escaping DeviceMaker.Create = { description throws(EvdevError) in try VirtualDevice(description) }
    ) throws(ServiceError) {
        self.settings = settings
        self.context = context
        let maker = try DeviceMaker(context.log, create)
        self.maker = maker
        typist = try Typist { error, calls in
            maker.replace(.virtualKeyboard(settings), "keyboard", after: error)
            for call in calls { context.report(.failed, of: call.handlerEvent, for: call.binding) }
        }
        touches = VirtualTouches(fingers: settings.fingers, width: 1, height: 1)
        gathered.reserveCapacity(2 * settings.fingers)
    }

    deinit {
        maker.stop()
        typist.use(nil)
        typist.stop()
    }

    // MARK: Devices

    package func bindingsChanged(_ bindings: [Binding]) {
        let forwards = bindings.filter { $0.handler == "forward" }
        let own = settings.screen ?? forwards.first?.screen
        if let other = forwards.first(where: { $0.screen != own }) {
            log.say(
                .warning,
                "it hands on the touches of '\(own ?? "")'; those of '\(other.screen)' need a plugin of their own"
            )
        }
        duties = [:]
        for binding in bindings {
            if let strokes = binding.arguments as? KeyStrokes {
                duties[ObjectIdentifier(binding)] = .press(strokes)
            } else if binding.screen == own {
                duties[ObjectIdentifier(binding)] = .forward
            }
        }
        if let first = forwards.first(where: { $0.screen == own }) { prepare(first.screenSize) }
        if keyboardOrder == nil, bindings.contains(where: { $0.arguments is KeyStrokes }) {
            let order = DeviceDescription.virtualKeyboard(settings)
            keyboardOrder = order
            maker.order(order)
        }
    }

    /// Requests a panel for the screen size; a panel of another size is replaced (U3).
    private func prepare(_ size: Size) {
        guard self.size != size else { return }
        self.size = size
        letGo()
        let order = DeviceDescription.virtualPanel(settings, size)
        touches = Self.touches(on: order, settings)
        panelOrder = order
        maker.order(order)
    }

    /// Returns an empty set of touches for a new panel.
    private static func touches(on panel: DeviceDescription, _ settings: UInputSettings) -> VirtualTouches {
        VirtualTouches(
            fingers: settings.fingers,
            width: panel.axes[.contactX]?.maximum ?? 1,
            height: panel.axes[.contactY]?.maximum ?? 1,
            tellsPalms: settings.cancel == .palm
        )
    }

    /// Cancels all touches and drops the panel, even one that was created but not yet used.
    private func letGo() {
        collect()
        touches.takeAllBack()
        frameDidEnd()
        panel = nil
    }

    private func collect() {
        while let device = maker.take() {
            switch device.description {
            case panelOrder: panel = device
            case keyboardOrder: typist.use(device)
            default: break
            }
        }
    }

    // MARK: At work

    package func start() throws(ServiceError) {
        let maker = maker
        thread = try WorkerThread(name: "uinput") { maker.run() }
    }

    package func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        collect()
        switch duties[ObjectIdentifier(binding)] {
        case .forward: return forward(handlerEvent, for: binding)
        case .press(let strokes): return press(strokes, for: (handlerEvent, binding))
        // A binding on a screen that this plugin does not forward.
        case nil: return refuse()
        }
    }

    private func forward(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        guard let size else { return refuse() }
        guard panel != nil else {
            if handlerEvent.event == .touchesBegan {
                log.complain("ready", .warning, "touches are not handed on before the virtual touchscreen is ready")
            }
            return refuse()
        }
        if handlerEvent.time != moment { frameDidEnd() }
        moment = handlerEvent.time
        guard touches.take(handlerEvent, on: size) else {
            log.complain("fingers", .warning, "more than \(settings.fingers) fingers: some are not handed on")
            return refuse()
        }
        gathered.append((handlerEvent, binding))
        counted.delivered += 1
        return .accepted
    }

    private func refuse() -> HandlerResult {
        counted.dropped += 1
        return .refused
    }

    package var batchesFrames: Bool { true }

    package func frameDidEnd() {
        defer { gathered.removeAll(keepingCapacity: true) }
        guard touches.hasNews else { return }
        touches.end()
        defer { touches.forgetEvents() }
        guard let panel else { return }
        do throws(EvdevError) { try panel.write(touches.events) } catch {
            counted.delivered -= gathered.count
            for call in gathered { context.report(.failed, of: call.handlerEvent, for: call.binding) }
            self.panel = nil
            guard let panelOrder else { return }
            touches = Self.touches(on: panelOrder, settings)
            maker.replace(panelOrder, "touchscreen", after: error)
        }
    }

    private func press(_ strokes: KeyStrokes, for call: Call) -> HandlerResult {
        switch typist.press(strokes.events, for: call) {
        case .done: break
        case .begun: type()
        case .tooMany:
            log.complain("keys", .warning, "keys are to be pressed faster than they can be read: some are left out")
            return refuse()
        case .noKeyboard:
            log.complain("ready", .warning, "keys are not pressed before the virtual keyboard is ready")
            return refuse()
        case .failed: return refuse()
        }
        counted.delivered += 1
        return .accepted
    }

    package var health: PluginHealth {
        var health = counted
        health.failures += maker.failureCount
        if panelOrder != nil || keyboardOrder != nil { health.isConnected = maker.hasMadeAll }
        return health
    }

    private func type() {
        guard typing == nil else { return }
        do throws(ServiceError) {
            let typist = typist
            typing = try WorkerThread(name: "keys") { typist.run() }
        } catch {
            log.complain("thread", .error, "keys wait for the next ones: \(error)")
        }
    }

    // MARK: The end

    package func beginStopping() {
        letGo()
        maker.stop()
        typist.stop()
    }

    package func finishStopping(within limit: TimeSpan) {
        let end = MonotonicClock.now + limit.microseconds
        if typing?.join(within: limit) == false { log.say(.warning, "not all keys were pressed in time") }
        typist.use(nil)
        let rest = TimeSpan(microseconds: max(0, end - MonotonicClock.now))
        if thread?.join(within: rest) == false { log.say(.warning, "udev keeps it waiting; it is left behind") }
        (typing, thread) = (nil, nil)
    }
}
