public import HandlerEvents
public import InputEvents
public import InputHub
public import JSON
public import LayoutPlans
public import LayoutRuntime
public import Platform
public import PluginAPI
public import ResponderKit
public import TouchTrace

/// A running layout: input devices, the view tree for their touches, and plugins.
///
/// For the input thread only; blocks this thread only to wait for stopping plugins. Plugins access the tree through
/// `commands`, which the input thread executes between events.
public final class Pipeline {
    public let application: Application
    public let hub: InputHub
    public let plugins: PluginSet
    /// Commands from plugins to the tree; `carryOutCommands()` executes them.
    public let commands: TreeCommands
    public let hostEnvironment: HostEnvironment
    /// Results of plugin calls.
    public let callReports: CallReports
    public internal(set) var plan: LayoutPlan
    public internal(set) var tree: LayoutTree

    let root: LayoutApplication
    let activity: ActivityMonitor
    public var names: InternTable { .shared(of: application) }
    /// Writes trace records; nil without readers of the trace.
    public internal(set) var recorder: TraceRecorder?
    var readers: [TraceRecorder.Reader: (detail: TraceRecorder.Detail, capacity: Int)] = [:]
    /// Readers of the trace on other threads.
    var followers: [TraceFollower] = []
    let context: DispatchContext
    /// Log for messages of the pipeline itself.
    let log: Logger
    public weak var delegate: (any PipelineDelegate)?
    let options: Options
    var maker: CallBinder
    /// Connected panels, including virtual panels.
    package internal(set) var panels: [ConnectedPanel] = []
    var healthStore = PanelHealthStore()
    /// Removed devices with retained names, oldest first; queued events may need the names.
    var removedDevices: [Int32] = []
    /// Number of `dark` and `wake` events so far. An event's number is its `stream`, which links a failed call to its
    /// power request.
    var powerEventCount: Int32 = 0

    /// A connected panel and its screen.
    package struct ConnectedPanel {
        package let number: Int32
        package let panel: Panel
        /// Index of the screen; nil if the current layout has no screen for the panel.
        package var screen: Int?
        package var screenName: String
        /// Counter values already added to the health statistics of the panel's former screen.
        var counted = PanelMetrics()
        /// Whether the service generates the events of the panel.
        var isVirtual = false
        /// Whether reading the panel failed; the panel is about to be removed.
        var isLost = false

        package var device: DeviceDescription { panel.description }
    }

    /// Settings of a pipeline, and its functions for clocks, log messages and wake-ups.
    public struct Options: Sendable {
        /// If true, no plugins are created and every call counts as accepted.
        public var isDryRun = false
        /// Host name of this machine; the value of the placeholder `{{host}}`.
        public var host = "localhost"
        /// Returns the event clock's time, in microseconds.
        public var clock: @Sendable () -> Int64 = { 0 }
        /// Returns the CPU time of the input thread, in microseconds; used to detect slow commands.
        public var processorTime: @Sendable () -> Int64 = { 0 }
        /// Returns the Unix time in seconds; nil if plugins receive no wall-clock times.
        public var wallClock: (@Sendable () -> Double)?
        /// Receives the log messages of plugins and the pipeline.
        public var log: @Sendable (Logger.Entry) -> Void = { _ in }
        /// Called on a plugin's thread after new commands were queued.
        public var wake: @Sendable () -> Void = {}
        /// Called on any thread for each accepted but undelivered plugin call.
        public var onLoss: @Sendable (Binding, EventName, CallLoss) -> Void = { _, _, _ in }
        /// Returns the state that a script with `persist: true` saved before the restart; nil without a saved state.
        public var restoredState: @Sendable (String) -> JSONValue? = { _ in nil }
        /// Maximum time for which a reload waits for plugins to stop.
        public var reloadLimit = TimeSpan(microseconds: 500_000)

        public init() {}
    }

    /// Creates the plugins and the view tree of a plan; `start(at:)` starts the plugins.
    public init(_ plan: LayoutPlan, _ options: Options = Options()) {
        self.plan = plan
        self.options = options
        let commands = TreeCommands(clock: options.clock, wake: options.wake)
        let (hostEnvironment, reports) = (HostEnvironment(host: options.host), CallReports())
        callReports = reports
        (self.commands, self.hostEnvironment) = (commands, hostEnvironment)
        root = LayoutApplication()
        application = root
        hub = InputHub(root)
        context = DispatchContext(root, hub.timers)
        activity = ActivityMonitor(hub.timers, context)
        plugins = PluginSet(
            isDry: options.isDryRun,
            clock: options.clock,
            restoredState: options.restoredState,
            refusedCommands: { commands.refusedCount(of: $0) },
            context: { name in
                let log = Logger(plugin: name, clock: options.clock, write: options.log)
                return PluginContext(
                    name: name,
                    log: log,
                    tree: commands,
                    hostEnvironment: hostEnvironment,
                    reported: { reports.add(CallReports.Entry($2, of: $0, for: $1, at: options.clock())) }
                ) {
                    options.onLoss($1, $0.event, $2)
                    // Only power requests (`dark` and `wake` events) depend on delivery.
                    guard $0.event == .dark || $0.event == .wake else { return }
                    commands.requestFailed($0.stream)
                }
            }
        )
        let scripting = ScriptSite(context, hub.timers, hostEnvironment)
        scripting.plugins = plugins
        plugins.scripting = scripting
        _ = plugins.adopt(plan.plugins, within: options.reloadLimit)
        maker = CallBinder(plugins, context, hostEnvironment, plan.screens)
        root.activity = activity
        log = Logger(plugin: "", clock: options.clock, write: options.log)
        context.treeCommands = TreeCommandQueue(log, hostEnvironment.inputClock) { options.onLoss($1, $0.event, $2) }
        root.treeCommands = context.treeCommands
        root.beginReceivingRemoteControlEvents()
        activity.prepare(plan.screens)
        tree = LayoutTree(plan, in: root, maker, activity, timers: hub.timers)
        activity.delegate = self
        hub.delegate = self
        followAccommodations()
    }

    // Stops tracing, and then cancels live touches and removes the view tree.
    deinit {
        hub.delegate = nil
        activity.delegate = nil
        if let recorder {
            application.removeObserver(recorder)
            hub.removeObserver(recorder)
        }
        context.recorder = nil
        tree.tearDown()
        context.detach()
    }

    /// Starts the plugins, the timers of the layout, and the idle and dark timers of the screens.
    public func start(at time: Int64) {
        plugins.start(maker.bindings, at: time)
        tree.startTimers(at: time)
        activity.begin(plan.screens, at: time)
        updateStatus()
    }

    /// Adds and retains an observer of handler calls and of the steps of gesture sequences.
    package func addObserver(_ observer: any HandlerObserver) { context.addObserver(observer) }

    package func removeObserver(_ observer: any HandlerObserver) { context.removeObserver(observer) }

    /// The bindings to plugins, sorted by the name of the plugin, followed by the bindings to tree commands and
    /// scripts.
    package var bindings: [Binding] { maker.bindings.sorted { $0.key < $1.key }.flatMap(\.value) + maker.ownBindings }

    // MARK: Input and time

    /// Latest time for the next call of `carryOutCommands(at:within:)`: a command waits for its plugin's time budget.
    /// Nil if no command waits.
    public internal(set) var commandTime: Int64?

    /// Processes events of one device. Across devices, callers must pass events in the order of time.
    public func take(_ events: Span<RawEvent>, of number: Int32) { hub.take(events, of: number) }

    /// Latest time for the next call of `advance(to:)`; nil without pending timers.
    public var nextDeadline: Int64? { hub.nextDeadline }

    /// Advances the clock. Must be called at `nextDeadline`.
    public func advance(to time: Int64) { hub.advance(to: time) }

    /// Cancels live touches and presses, and ignores all input until `resume()`.
    public func pause() {
        application.resignActive()
        plugins.frameDidEnd()
    }

    /// Accepts input again; ignores fingers that are already down until they lift.
    public func resume() {
        for panel in panels { panel.panel.dropWithheld() }
        application.becomeActive()
    }

    // MARK: Stopping

    /// Cancels live touches and presses, and stops accepting calls and commands.
    public func beginStopping() {
        application.resignActive()
        context.makeDelayedCalls()
        commands.close()
        plugins.beginStopping()
    }

    /// Whether the plugins have delivered all accepted calls.
    public var isDone: Bool { plugins.areDone }

    /// Waits at most `limit` for plugins to deliver accepted calls, then releases the plugins.
    public func finishStopping(within limit: TimeSpan) { plugins.finishStopping(within: limit) }

    /// Whether a script with `persist: true` has run since the last call of `takePersistentStates`.
    public var mayHaveChangedState: Bool { plugins.scripting?.mayHaveChangedState == true }

    /// Returns the changed states of scripts with `persist: true`, with the names of the scripts.
    public func takePersistentStates() -> [(name: String, state: JSONValue)] { plugins.takePersistentStates() }
}
