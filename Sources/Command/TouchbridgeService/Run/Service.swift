internal import Bridge
internal import CommandSupport
internal import DeviceNodes
internal import Evdev
internal import FlightDumps
internal import Glibc
internal import InputEvents
internal import InputHub
internal import Inspector
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import Schema
internal import Systemd

/// Runs a layout with hot-plugged devices, the view tree and plugins, until a signal stops the service.
final class Service {
    let path: String
    private let loop: EventLoop
    let log: ServiceLog
    let pipeline: Pipeline
    private let driver: LiveInputDriver
    private let monitor: DeviceMonitor
    let wakeup: Wakeup
    private let trace: TraceFile?
    private var watches: [ObjectIdentifier: EventLoop.Device] = [:]
    private var others: [EventLoop.Watch] = []
    /// Open devices, by syspath.
    private(set) var devices: [String: DeviceStream] = [:]
    /// All connected devices, by syspath.
    private var nodes: [String: DeviceNode] = [:]
    private let siblingGrabber: SiblingGrabber
    private let reader: LayoutReader
    private var areRequestsWaiting = false
    private let inspection: Inspection
    private let control: ControlPoint
    private let finger: VirtualFinger
    let lastErrors: LastErrors
    private let heartbeat: Heartbeat?
    private let guardian: WorkerThread
    private let sleepWatch: SleepWatch
    private let flight: FlightRecorder
    private let states: StateWriter
    let counters = CounterAccumulator()
    var metrics: MetricsServer?
    let start = WallClock.sinceEpoch
    /// Whether the machine has resumed from sleep, but the input from before the resume is not yet completely read.
    private var isWaking = false

    /// Maximum time for plugins to deliver pending calls during a shutdown.
    private static let stopLimit = TimeSpan(microseconds: 900_000)
    /// Time after an end signal at which the process exits even if a thread hangs. For example, a plugin may block in a
    /// touch callback.
    private static let endLimit = TimeSpan(microseconds: 2_000_000)
    private static let logLimit = TimeSpan(microseconds: 100_000)
    /// Time budget for plugin commands in each event-loop iteration.
    private static let requestLimit = TimeSpan(microseconds: 1_000)

    init(_ path: String, _ plan: LayoutPlan, trace: TraceFile?, log level: Logger.Level) throws {
        (self.path, self.trace) = (path, trace)
        loop = try EventLoop()
        // Signals must be blocked before the first thread starts, because threads inherit the signal mask.
        try loop.takeEndSignals([SIGINT, SIGTERM])
        let (wakeup, log) = (try Wakeup(), try ServiceLog(level))
        (self.wakeup, self.log) = (wakeup, log)
        guardian = try EndSignals.endAnyway(after: Self.endLimit) {
            log.say(.error, "the service did not stop within 2 s and is terminated")
            log.finish(within: Self.logLimit)
        }
        reader = LayoutReader(path) { wakeup.signal() }
        let dumpRequests = DumpRequestQueue(log, wakeup)
        flight = FlightRecorder(path, log, dumpRequests)
        var options = Pipeline.Options()
        options.host = Machine.host
        options.clock = { MonotonicClock.now }
        options.wallClock = { WallClock.sinceEpoch }
        options.processorTime = { ProcessorClock.ofThread }
        let lastErrors = LastErrors()
        self.lastErrors = lastErrors
        options.log = { entry in
            log.take(entry)
            lastErrors.note(entry)
            if entry.level <= .warning, !entry.plugin.isEmpty { dumpRequests.failed(entry.plugin) }
        }
        options.wake = { wakeup.signal() }
        let states = StateStore(path, log)
        options.restoredState = { states.state(of: $0) }
        pipeline = Pipeline(plan, options)
        self.states = StateWriter(pipeline, states)
        inspection = Inspection(log) { wakeup.signal() }
        control = ControlPoint(path, log) { wakeup.signal() }
        driver = LiveInputDriver(pipeline.hub, clock: pipeline.hostEnvironment.inputClock)
        finger = VirtualFinger(pipeline, driver)
        siblingGrabber = SiblingGrabber(loop) { log.say(.warning, $0) }
        monitor = try DeviceMonitor()
        heartbeat = try Heartbeat(loop)
        sleepWatch = SleepWatch(loop)
        try loop.onSignal(SIGHUP) { [unowned self] in _ = try? beginReload() }
        try loop.onSignal(SIGUSR1) { dumpRequests.requestOrLog(.signal) }
        // The flight recorder must be configured before the first device is added.
        _ = flight.adopt(plan, LayoutDigest.files(of: plan), pipeline)
        pipeline.delegate = flight
        if let trace { pipeline.trace { trace.append($0) } }
        driver.delegate = self
        sleepWatch.delegate = self
    }

    /// Runs the service until an end signal arrives.
    func run() throws {
        others = [
            try loop.watch(monitor.fileDescriptor, .normal) { [unowned self] in lookAtDevices() },
            try loop.watch(wakeup.descriptor, .requests) { [unowned self] in
                wakeup.clear()
                areRequestsWaiting = true
            },
        ]
        inspection.follow(pipeline)
        control.follow(pipeline, on: loop)
        pipeline.start(at: MonotonicClock.now)
        serveMetrics()
        log.say(.info, summary)
        lookAtDevices()
        if !devices.values.contains(where: { $0.panel != nil }) { log.say(.info, Self.waitingMessage) }
        sleepWatch.connect()
        notifyManager("READY=1")
        defer { stop() }
        // The first event-loop iteration does not wait, because the initial device states can be read immediately.
        var isMore = true
        var wait = Int64.max..<Int64.max
        // Time at which the loop last began to wait for input.
        var start = Int64.max
        while true {
            try loop.turn(until: isMore ? 0 : nextTurn)
            if loop.isEndRequested { break }
            let now = MonotonicClock.now
            if !isMore { wait = min(start, now)..<now }
            let count = driver.frameCount
            let time: Int64
            (isMore, time) = try driver.turn(at: now, wait: wait)
            // Processed frames also count as progress, because a device that sends events continuously always
            // has unread input.
            if !isMore || driver.frameCount > count { heartbeat?.beat() }
            start = doOtherWork(isMore) ? MonotonicClock.now : time
        }
    }

    /// Performs pending work other than input: resume handling, commands, metrics and tracing. Most of this work waits
    /// until all input has been read. Returns whether there was any work.
    private func doOtherWork(_ isMore: Bool) -> Bool {
        var isAny = trace != nil
        if !isMore {
            if isWaking {
                wake()
                isAny = true
            }
            if flight.goOnWithoutFile(pipeline) {
                repairAll()
                isAny = true
            }
            flight.logOmittedNames()
            if let due = pipeline.commandTime, due <= MonotonicClock.now { areRequestsWaiting = true }
            if areRequestsWaiting {
                carryOutRequests()
                isAny = true
            }
            if let due = states.dueTime, due <= MonotonicClock.now {
                states.write()
                isAny = true
            }
        }
        if let metrics, metrics.isAsked {
            metrics.answer(snapshot())
            isAny = true
        }
        flushTrace()
        return isAny
    }

    /// Stops the service: cancels live touches, waits until the plugins have delivered pending calls, and stores the
    /// states of scripts.
    private func stop() {
        notifyManager("STOPPING=1")
        control.stop()
        pipeline.beginStopping()
        driver.removeAll()
        flight.finish(pipeline)
        states.write()
        pipeline.finishStopping(within: Self.stopLimit)
        states.finish()
        inspection.stop()
        flushTrace()
        log.finish(within: Self.logLimit)
    }

    private func flushTrace() {
        if let failure = trace?.flushReportingFailure() { log.say(.error, "\(failure); touch input continues") }
    }

    // MARK: Devices

    private func lookAtDevices() {
        while let change = monitor.next() {
            switch change {
            case .added(let node):
                nodes[node.systemPath] = node
                open(node)
            // An open device is closed later: its reader detects the removal after reading the last pending events.
            case .removed(let node): nodes[node.systemPath] = nil
            }
        }
        siblingGrabber.update(devices, nodes)
        notifyManager("STATUS=\(status)")
    }

    private func open(_ node: DeviceNode) {
        guard !node.isOurs, devices[node.systemPath] == nil else { return }
        do {
            let reader = try DeviceReader(node)
            let kind = pipeline.kind(of: reader.description)
            if case .ignored = kind { return }
            if kind == .touchscreen { try reader.maskUnusedEvents() }
            let number = pipeline.add(reader.description) { log.say(.warning, $0) }
            guard let number else { return }
            if let name = node.inputName { pipeline.hostEnvironment.setInputName(name, of: number) }
            let source = DeviceStream(reader, number, grabPolicy(for: reader.description))
            source.panel = pipeline.hub.panel(number)
            if source.grab == .always { grab(source) }
            watches[ObjectIdentifier(source)] = try loop.watch(device: reader.fileDescriptor)
            devices[node.systemPath] = source
            driver.add(source)
            log.say(.info, "reading input from '\(node.name)' (\(node.path))")
        } catch let error as EvdevError where error.code == .gone {
            // The device was removed before it could be opened. The device monitor reports the removal.
        } catch {
            log.say(.error, "device '\(node.name)' is ignored: \(error)")
        }
    }

    /// Returns the grab policy of the device's screen. Only panels are grabbed; keys and sensors remain shared.
    private func grabPolicy(for device: DeviceDescription) -> InputLayout.Grab {
        guard pipeline.kind(of: device) == .touchscreen, let screen = pipeline.screen(for: device) else {
            return .never
        }
        return screen.layout.input.grab
    }

    private func grab(_ source: DeviceStream) {
        do throws(EvdevError) { try source.reader.grab() } catch { log.say(.warning, "\(error)") }
    }

    // MARK: Suspend and resume

    /// Requests the complete state of all devices again.
    private func repairAll() {
        for source in devices.values { source.reader.requestRepair() }
    }

    private func wake() {
        isWaking = false
        pipeline.resume()
        log.say(.info, "the machine resumed from sleep")
    }

    // MARK: Requests

    /// Time of the next event-loop iteration if no descriptor becomes ready; nil if no iteration is due.
    private var nextTurn: Int64? {
        var first = driver.nextTurn
        if let due = pipeline.commandTime { first = min(due, first ?? due) }
        if let due = states.dueTime { first = min(due, first ?? due) }
        return first
    }

    /// Executes plugin commands and applies a reloaded layout; called after all input has been read.
    private func carryOutRequests() {
        areRequestsWaiting = false
        if let result = reader.take() { endReload(result) }
        flight.carryOut(pipeline)
        inspection.serve(pipeline)
        control.serve(pipeline, finger, status: { serviceStatus }, reload: beginReload)
        if pipeline.carryOutCommands(at: driver.now, within: Self.requestLimit) { wakeup.signal() }
    }

    /// Starts to read the layout on a separate thread, because the layout may be large or the disk slow. Returns the
    /// number of the request. Logs an error before throwing it.
    private func beginReload() throws(ServiceError) -> Int {
        notifyManager("RELOADING=1\nMONOTONIC_USEC=\(MonotonicClock.now)")
        sleepWatch.connect()
        do throws(ServiceError) {
            return try reader.read()
        } catch {
            log.say(.error, "\(path): the layout cannot be reloaded: \(error)")
            notifyManager("READY=1")
            throw error
        }
    }

    /// Applies a valid layout. If the layout has errors, reports them and continues with the current layout.
    private func endReload(_ result: LayoutReader.Result) {
        defer { notifyManager("READY=1\nSTATUS=\(status)") }
        for diagnostic in result.diagnostics {
            log.say(diagnostic.severity == .error ? .error : .warning, "\(diagnostic)")
        }
        guard let plan = result.plan else {
            counters.service.badReloads += 1
            log.say(.error, "\(path): the layout has errors; the previous layout remains in use")
            let failure = "the layout has errors; 'touchbridge check \(path)' lists them"
            return control.reloadEnded(failure, upTo: result.request)
        }
        // Precedes the reload, because these counters are from the plugins of the former layout.
        counters.credit(pipeline.plugins.health)
        counters.service.goodReloads += 1
        // Stores the states first, because a script that the reload removes cannot store its state afterwards.
        states.write()
        finger.removePanels()
        let orphans = pipeline.reload(plan, at: MonotonicClock.now)
        inspection.follow(pipeline)
        control.follow(pipeline, on: loop)
        for (syspath, source) in devices where orphans.contains(source.number ?? 0) {
            (source.number, source.panel) = (nil, nil)
            watches[ObjectIdentifier(source)] = nil
            devices[syspath] = nil
            driver.remove(source)
        }
        // A new event memory of the flight recorder lacks the states of the devices, so these states are requested.
        if flight.adopt(plan, result.files, pipeline) { repairAll() }
        for source in devices.values { regrab(source) }
        // Panels that the former layout ignored may match a screen of the new layout.
        for node in nodes.values.sorted(by: { $0.path < $1.path }) { open(node) }
        siblingGrabber.update(devices, nodes)
        serveMetrics()
        log.say(.notice, "\(path): the layout was reloaded")
        control.reloadEnded(nil, upTo: result.request)
    }

    private func regrab(_ source: DeviceStream) {
        source.grab = grabPolicy(for: source.reader.description)
        switch source.grab {
        case .always: if !source.reader.isGrabbed { grab(source) }
        // A sibling (another device node of a grabbed panel) remains grabbed as long as its panel is grabbed.
        case .never: if !source.isSibling { try? source.reader.ungrab() }
        case .auto: break
        }
    }

    private func notifyManager(_ state: String) { ServiceManager.notify(state) }
}

extension Service: LiveInputDelegate {
    func didLose(_ source: DeviceStream, _ failure: EvdevError?) {
        let name = source.reader.description.name
        if failure != nil, let number = source.number { pipeline.willLose(number) }
        let message = failure.map { "'\(name)': \($0)" } ?? "device '\(name)' was disconnected"
        log.say(failure == nil ? .info : .error, message)
        watches[ObjectIdentifier(source)] = nil
        if let path = devices.first(where: { $0.value === source })?.key { devices[path] = nil }
        siblingGrabber.update(devices, nodes)
        notifyManager("STATUS=\(status)")
    }

    func remove(_ number: Int32) { pipeline.remove(number) }

    func didGrab() { siblingGrabber.update(devices, nodes) }

    func report(_ problem: String) { log.say(.warning, problem) }
}

extension Service: SleepWatchDelegate {
    func machineWillSleep() {
        isWaking = false
        pipeline.pause()
        log.say(.info, "the machine is going to sleep")
    }

    /// Requests the state of all devices, because events may be lost during suspend. Ignores touches that began during
    /// suspend, such as the touch that woke the machine.
    func machineDidWake() {
        repairAll()
        isWaking = true
    }

    func sleepWatchReports(_ message: String) { log.say(.info, message) }
}
