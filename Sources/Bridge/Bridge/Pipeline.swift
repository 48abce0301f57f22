public import HandlerEvents
public import InputEvents
public import InputHub
public import LayoutPlans
public import LayoutRuntime
public import Platform
public import PluginAPI
public import ResponderKit
public import TouchTrace

/// A layout that lives: input devices, the tree that their touches meet, and the plugins that the tree calls.
///
/// All of it belongs to one thread, which never blocks here but while plugins stop; plugins reach the tree through
/// `commands`, which the same thread carries out between events.
public final class Pipeline {
    public let application: Application
    public let hub: InputHub
    public let plugins: PluginSet
    /// What plugins ask of the tree: `carryOutCommands()` does it.
    public let commands: TreeCommands
    public let hostEnvironment: HostEnvironment
    public internal(set) var plan: LayoutPlan
    public internal(set) var tree: LayoutTree

    let root: LayoutApplication
    let activity: ActivityMonitor
    /// Names of all participants of trace records.
    public var names: InternTable { .shared(of: application) }
    /// Writes trace records; nil while nothing reads them.
    public internal(set) var recorder: TraceRecorder?
    var readers: [TraceRecorder.Reader: (detail: TraceRecorder.Detail, capacity: Int)] = [:]
    let context: DispatchContext
    public weak var delegate: (any PipelineDelegate)?
    let options: Options
    var maker: CallBinder
    /// The panels that are there.
    package internal(set) var panels: [Present] = []
    /// How they are, and how those were that are gone.
    var book = PanelHealthStore()
    /// The devices whose names may still be asked for although they are gone.
    var gone: [Int32] = []
    /// Number of `dark` and `wake` events.
    var powerEventCount: Int32 = 0

    /// A panel that is there, and its screen.
    package struct Present {
        package let number: Int32
        package let panel: Panel
        /// Its place; nil when the layout has none for the panel any more.
        package var screen: Int?
        package var screenName: String
        /// What it had counted on a former screen.
        var counted = PanelMetrics()
        /// It cannot be read any more.
        var isLost = false

        package var device: DeviceDescription { panel.description }
    }

    /// What a pipeline needs of the world around it.
    public struct Options: Sendable {
        /// No plugin is made; every call counts as taken.
        public var isDryRun = false
        /// The machine's name.
        public var host = "localhost"
        /// Microseconds of the clock that events count by.
        public var clock: @Sendable () -> Int64 = { 0 }
        /// Microseconds that the input thread has worked, by which slow commands are found; without it none is.
        public var processorTime: @Sendable () -> Int64 = { 0 }
        /// Seconds since 1970; nil where nobody is to be told.
        public var wallClock: (@Sendable () -> Double)?
        /// Where plugins' messages go.
        public var log: @Sendable (Logger.Entry) -> Void = { _ in }
        /// Called on a plugin's thread when commands wait to be carried out.
        public var wake: @Sendable () -> Void = {}
        /// Called on any thread for each call that a plugin took and did not deliver.
        public var onLoss: @Sendable (Binding, EventName, CallLoss) -> Void = { _, _, _ in }
        /// How long a reload may wait for plugins that it stops.
        public var reloadLimit = TimeSpan(microseconds: 500_000)

        public init() {}
    }

    /// Makes the plugins and the tree of a plan; `start(at:)` lets the plugins begin.
    public init(_ plan: LayoutPlan, _ options: Options = Options()) {
        self.plan = plan
        self.options = options
        let commands = TreeCommands(wake: options.wake)
        let hostEnvironment = HostEnvironment(host: options.host)
        (self.commands, self.hostEnvironment) = (commands, hostEnvironment)
        root = LayoutApplication()
        application = root
        hub = InputHub(root)
        context = DispatchContext(root)
        activity = ActivityMonitor(hub.timers, context)
        plugins = PluginSet(isDry: options.isDryRun, clock: options.clock) { name in
            let log = Logger(plugin: name, clock: options.clock, write: options.log)
            return PluginContext(name: name, log: log, tree: commands, hostEnvironment: hostEnvironment) {
                options.onLoss($1, $0.event, $2)
                // Of other calls nobody waits for the outcome.
                guard $0.event == .dark || $0.event == .wake else { return }
                commands.requestFailed($0.stream)
            }
        }
        _ = plugins.adopt(plan.plugins, within: options.reloadLimit)
        maker = CallBinder(plugins, context, hostEnvironment, plan.screens)
        root.activity = activity
        root.beginReceivingRemoteControlEvents()
        activity.prepare(plan.screens)
        tree = LayoutTree(plan, in: root, maker, activity, timers: hub.timers)
        activity.delegate = self
        hub.delegate = self
    }

    // Who follows a touch hears of its end while everything is still there; nobody writes that down any more.
    deinit {
        hub.delegate = nil
        if let recorder {
            application.removeObserver(recorder)
            hub.removeObserver(recorder)
        }
        context.recorder = nil
        tree.tearDown()
    }

    /// Lets the plugins begin, and the screens' idle times count from now on.
    public func start(at time: Int64) {
        plugins.start(maker.bindings)
        activity.begin(plan.screens, at: time)
        tellStatus()
    }

    /// Adds an observer of handler calls and sequences, and retains it.
    package func addObserver(_ observer: any HandlerObserver) { context.addObserver(observer) }

    package func removeObserver(_ observer: any HandlerObserver) { context.removeObserver(observer) }

    // MARK: Input and time

    /// When the input thread is to call `carryOutCommands(at:within:)` for a command that waits for its plugin's budget,
    /// nil when none does.
    public internal(set) var commandTime: Int64?

    /// Takes events of one device, in the order of their time with those of the others.
    public func take(_ events: Span<RawEvent>, of number: Int32) { hub.take(events, of: number) }

    /// When `advance(to:)` is to be called at the latest, nil when nothing waits for the clock.
    public var nextDeadline: Int64? { hub.nextDeadline }

    /// Lets the clock go on; call it with `nextDeadline`.
    public func advance(to time: Int64) { hub.advance(to: time) }

    /// What is under way is cancelled, and nothing begins before `resume()`: what comes in is of no use now.
    public func pause() {
        application.resignActive()
        plugins.frameDidEnd()
    }

    /// Input counts again; fingers that are down stay unheard until they lift.
    public func resume() { application.becomeActive() }

    // MARK: The end

    /// Cancels what is under way, and lets plugins take no more.
    public func beginStopping() {
        application.resignActive()
        commands.close()
        plugins.beginStopping()
    }

    /// Whether the plugins have delivered what they had taken before that.
    public var isDone: Bool { plugins.areDone }

    /// Waits for the plugins to deliver what they have taken, for so long at most, and lets go of them.
    public func finishStopping(within limit: TimeSpan) { plugins.finishStopping(within: limit) }
}
