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

/// Virtual touchscreen, pointers and keyboard in the kernel: see docs/reference/plugins/uinput.md.
///
/// The plugin writes on the input thread: writes to uinput do not block, and a second thread would add a delay. All
/// touch events with the same time form one frame of the virtual touchscreen.
package final class UInputPlugin: Plugin {
    package static let type = PluginType(
        UInputSettings.table,
        handlers: [
            HandlerType(
                "forward",
                .nothing,
                default: NoArguments(),
                "Forwards a touch to the virtual touchscreen; bind this handler to `touches`."
            ).takingWholeTouches().acceptingTouchLimit(),
            HandlerType("key", .oneStroke, "Presses a key, such as F5, or a key combination, such as ctrl+r."),
            HandlerType("keys", .manyStrokes, "Presses keys one after the other."),
            HandlerType(
                "hold",
                .heldKeys,
                "Keeps a key or key combination pressed while the finger is down; bind this handler to `touches`."
            ).takingWholeTouches(),
        ] + PointerCall.handlers,
        traits: { _, node in
            let screen = node["screen"].flatMap { node in node.scalar.map { Located($0.text, at: node.mark) } }
            return PluginTraits(oneScreen: .init(handler: "forward", screen: screen))
        },
        make: { (settings, context) throws(ServiceError) in try UInputPlugin(settings, context) }
    )

    private let settings: UInputSettings
    private let context: PluginContext
    private var log: Logger { context.log }
    private let factory: VirtualDeviceFactory
    private var thread: WorkerThread?
    private let injector: KeyInjector
    /// Thread of the key injector; started when key strokes arrive faster than events can be written.
    private var injectorThread: WorkerThread?
    private let pointer: PointerOutput
    private let mouse: PointerOutput
    /// Size of the screen whose touches are forwarded; nil until a layout binds the handler `forward`.
    private var size: Size?
    /// Precomputed action of each binding; an event requires neither a name lookup nor a cast.
    private var actions: [ObjectIdentifier: Action] = [:]
    /// Descriptions of the last requested panel and keyboard; `takeDevices` identifies created devices by description.
    private var panelRequest: DeviceDescription?
    private var keyboardRequest: DeviceDescription?
    private var panel: VirtualDevice?
    /// Whether the panel is being discarded. If so, a write error does not create a new panel.
    private var isDroppingPanel = false
    private var touches: VirtualTouches
    /// Time of the current frame's events, in microseconds.
    private var frameTime: Int64 = 0
    /// Calls of the current frame, which are reported as failed if the frame cannot be written.
    private var frameCalls: [Call] = []
    private var counts = PluginHealth()

    private enum Action {
        case forward
        case press(KeyStrokes)
        case hold(HeldKeys)
        case point(PointerOutput, PointerCall, usesTranslation: Bool)
    }

    init(
        _ settings: UInputSettings,
        _ context: PluginContext,
        create: @escaping VirtualDeviceFactory.Create = { description throws(EvdevError) in
            try VirtualDevice(description)
        }
    ) throws(ServiceError) {
        self.settings = settings
        self.context = context
        let factory = try VirtualDeviceFactory(context.log, create) { calls in
            for call in calls {
                context.report(CallReport(.failed, .deviceLost), of: call.handlerEvent, for: call.binding)
            }
        }
        self.factory = factory
        injector = try KeyInjector { error, keyboard, calls in
            if let keyboard { factory.replace(keyboard, "keyboard", after: error, calls: calls) }
        }
        pointer = try PointerOutput(.absolute, settings, factory, context.log)
        mouse = try PointerOutput(.relative, settings, factory, context.log)
        touches = VirtualTouches(fingers: settings.fingers, width: 1, height: 1)
        frameCalls.reserveCapacity(2 * settings.fingers)
    }

    deinit {
        factory.stop()
        injector.stop()
    }

    // MARK: Devices

    package func bindingsChanged(_ bindings: [Binding]) {
        let forwards = bindings.filter { $0.handler == "forward" }
        let own = settings.screen ?? forwards.first?.screen
        if let other = forwards.first(where: { $0.screen != own }) {
            log.say(
                .warning,
                "only touches of screen '\(own ?? "")' are forwarded; add another uinput plugin for '\(other.screen)'"
            )
        }
        let pointerScreen =
            settings.screen ?? bindings.first { ($0.arguments as? PointerCall)?.mode == .absolute }?.screen
        actions = [:]
        for binding in bindings {
            if let strokes = binding.arguments as? KeyStrokes {
                actions[ObjectIdentifier(binding)] = .press(strokes)
            } else if let keys = binding.arguments as? HeldKeys {
                actions[ObjectIdentifier(binding)] = .hold(keys)
            } else if let call = binding.arguments as? PointerCall {
                guard call.mode == .relative || binding.screen == pointerScreen else {
                    let remedy = "add another uinput plugin for '\(binding.screen)'"
                    log.say(.warning, "the pointer moves only on screen '\(pointerScreen ?? "")'; \(remedy)")
                    continue
                }
                let output = call.mode == .absolute ? pointer : mouse
                let usesTranslation = binding.gestureType == "pan" || binding.gestureType == "screenEdgePan"
                actions[ObjectIdentifier(binding)] = .point(output, call, usesTranslation: usesTranslation)
                output.prepare(binding.screenSize)
            } else if binding.screen == own {
                actions[ObjectIdentifier(binding)] = .forward
            }
        }
        if let first = forwards.first(where: { $0.screen == own }) { prepare(first.screenSize) }
        if keyboardRequest == nil, bindings.contains(where: { $0.arguments is KeyStrokes || $0.arguments is HeldKeys })
        {
            let request = DeviceDescription.virtualKeyboard(settings)
            keyboardRequest = request
            factory.request(request)
        }
    }

    /// Requests a panel for this screen size. A panel of another size is replaced (U3).
    private func prepare(_ size: Size) {
        guard self.size != size else { return }
        self.size = size
        dropPanel()
        let request = DeviceDescription.virtualPanel(settings, size)
        touches = Self.touches(on: request, settings)
        panelRequest = request
        factory.request(request)
    }

    /// Returns an empty set of touches for a new panel.
    private static func touches(on panel: DeviceDescription, _ settings: UInputSettings) -> VirtualTouches {
        VirtualTouches(
            fingers: settings.fingers,
            width: panel.axes[.contactX]?.maximum ?? 1,
            height: panel.axes[.contactY]?.maximum ?? 1,
            reportsPalms: settings.cancel == .palm
        )
    }

    /// Cancels all touches and discards the panel, even a panel that was created but not yet used.
    private func dropPanel() {
        takeDevices()
        touches.cancelAll()
        isDroppingPanel = true
        frameDidEnd()
        isDroppingPanel = false
        if let panel { factory.discard(panel) }
        panel = nil
    }

    private func takeDevices() {
        while let device = factory.take() {
            switch device.description {
            case panelRequest: panel = device
            case keyboardRequest: injector.use(device)
            case pointer.request: pointer.use(device)
            case mouse.request: mouse.use(device)
            default: break
            }
        }
    }

    // MARK: Running

    package func start() throws(ServiceError) {
        let factory = factory
        thread = try WorkerThread(name: "uinput") { factory.run() }
    }

    package func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        takeDevices()
        switch actions[ObjectIdentifier(binding)] {
        case .forward: return forward(handlerEvent, for: binding)
        case .press(let strokes): return write(strokes.events, for: (handlerEvent, binding))
        case .hold(let keys): return hold(keys, (handlerEvent, binding))
        case .point(let output, let call, let usesTranslation):
            guard output.take(handlerEvent, call, usesTranslation: usesTranslation) else { return refuse() }
            counts.delivered += 1
            return .accepted
        // The binding is on another screen, whose touches this plugin ignores.
        case nil: return refuse()
        }
    }

    private func forward(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        guard let size else { return refuse() }
        guard panel != nil else {
            if handlerEvent.event == .touchesBegan {
                log.complain("ready", .warning, "a touch was not forwarded: the virtual touchscreen is not ready yet")
            }
            return refuse()
        }
        if handlerEvent.time != frameTime { frameDidEnd() }
        frameTime = handlerEvent.time
        guard touches.take(handlerEvent, on: size) else {
            if handlerEvent.event == .touchesBegan {
                log.complain(
                    "fingers",
                    .warning,
                    "more than \(settings.fingers) fingers are down; further touches are not forwarded"
                )
            }
            return refuse()
        }
        frameCalls.append((handlerEvent, binding))
        counts.delivered += 1
        return .accepted
    }

    private func refuse() -> HandlerResult {
        counts.dropped += 1
        return .refused
    }

    package var batchesFrames: Bool { true }

    package func frameDidEnd() {
        defer { frameCalls.removeAll(keepingCapacity: true) }
        guard touches.hasEvents else { return }
        touches.end(at: frameTime)
        defer { touches.forgetEvents() }
        guard let panel else { return }
        do throws(EvdevError) { try panel.write(touches.events) } catch {
            counts.delivered -= frameCalls.count
            self.panel = nil
            touches = Self.touches(on: panel.description, settings)
            let isNeeded = panel.description == panelRequest && !isDroppingPanel
            factory.replace(panel, "touchscreen", after: error, calls: frameCalls, isNeeded: isNeeded)
        }
    }

    private func hold(_ keys: HeldKeys, _ call: Call) -> HandlerResult {
        switch call.handlerEvent.event {
        case .touchesBegan: return write(keys.pressEvents, for: call)
        case .touchesEnded, .touchesCancelled: return write(keys.releaseEvents, isRelease: true, for: call)
        default:
            counts.delivered += 1
            return .accepted
        }
    }

    private func write(_ events: [RawEvent], isRelease: Bool = false, for call: Call) -> HandlerResult {
        switch injector.write(events, isRelease: isRelease, for: call) {
        case .done: break
        case .pending: startInjector()
        case .tooMany:
            log.complain("keys", .warning, "keys are requested faster than they can be pressed; some keys are dropped")
            return refuse()
        case .noKeyboard:
            log.complain("ready", .warning, "a key was not pressed: the virtual keyboard is not ready yet")
            return refuse()
        case .failed: return refuse()
        }
        return .accepted
    }

    package var health: PluginHealth {
        var health = counts
        health.delivered += injector.pressedCount
        health.failures += factory.failureCount
        let requests = [panelRequest, keyboardRequest, pointer.request, mouse.request]
        if requests.contains(where: { $0 != nil }) { health.isConnected = factory.isIdle }
        return health
    }

    private func startInjector() {
        guard injectorThread == nil else { return }
        do throws(ServiceError) {
            let injector = injector
            injectorThread = try WorkerThread(name: "keys") { injector.run() }
        } catch {
            let problem = "a key is delayed until the next key is requested, because no thread can be started"
            log.complain("thread", .error, "\(problem): \(error)")
        }
    }

    // MARK: Stopping

    package func beginStopping() {
        dropPanel()
        factory.stop()
        injector.stop()
        pointer.beginStopping()
        mouse.beginStopping()
    }

    package func finishStopping(within limit: TimeSpan) {
        let end = MonotonicClock.now + limit.microseconds
        if injectorThread?.join(within: limit) == false {
            log.say(.warning, "some keys were not pressed, because the plugin stopped")
        }
        for call in injector.end() { context.report(CallLoss.dropped, of: call.handlerEvent, for: call.binding) }
        for output in [pointer, mouse] {
            output.finishStopping(within: TimeSpan(microseconds: max(0, end - MonotonicClock.now)))
        }
        let remaining = TimeSpan(microseconds: max(0, end - MonotonicClock.now))
        if thread?.join(within: remaining) == false {
            log.say(.warning, "the plugin did not stop in time, because udev is slow; its thread is abandoned")
        }
        factory.handleFailures()
        (injectorThread, thread) = (nil, nil)
    }
}
