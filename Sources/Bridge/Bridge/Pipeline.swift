package import Contacts
internal import Geometry
public import InputEvents
public import InputHub
internal import LayoutFile
public import LayoutPlans
public import LayoutRuntime
public import Occurrences
public import Platform
public import PluginAPI
public import ResponderKit
internal import Schema
public import TouchTrace

/// A layout that lives: input devices, the tree that their touches meet, and the plugins that the tree calls.
///
/// All of it belongs to one thread, which never blocks here but while plugins stop; plugins reach the tree through
/// `commands`, which the same thread carries out between events.
public final class Pipeline: InputHubDelegate {
    public let application: Application
    public let hub: InputHub
    public let plugins: PluginSet
    /// What plugins ask of the tree: `carryOutCommands()` does it.
    public let commands: TreeCommands
    public let surroundings: Surroundings
    public private(set) var plan: LayoutPlan
    public private(set) var tree: LayoutTree

    let root: LayoutApplication
    let activity: ActivityMonitor
    /// Names of all participants of trace records.
    public var names: InternTable { .shared(of: application) }
    /// Writes trace records; nil while nothing reads them.
    public private(set) var recorder: TraceRecorder?
    private var readers: [TraceRecorder.Reader: (detail: TraceRecorder.Detail, capacity: Int)] = [:]
    private let desk = HandlerDesk()
    private let options: Options
    private var maker: ReactionMaker
    /// The panels that are there.
    package private(set) var panels: [Present] = []
    /// How they are, and how those were that are gone.
    private var book = PanelBook()
    /// The devices whose names may still be asked for although they are gone.
    private var gone: [Int32] = []
    /// How often a screen was told to be dark or lit, or somebody that it is.
    private var lights: Int32 = 0
    private let failedOrders: FailedOrders

    /// A panel that is there, and its screen.
    package struct Present {
        package let number: Int32
        package let panel: Panel
        /// Its place; nil when the layout has none for the panel any more.
        package var screen: Int?
        package var screenName: String
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
        let surroundings = Surroundings(host: options.host)
        let failedOrders = FailedOrders(wake: options.wake)
        (self.commands, self.surroundings, self.failedOrders) = (commands, surroundings, failedOrders)
        root = LayoutApplication()
        application = root
        hub = InputHub(root)
        desk.application = root
        activity = ActivityMonitor(hub.timers)
        plugins = PluginSet(isDry: options.isDryRun, clock: options.clock) { name in
            let log = Logger(plugin: name, clock: options.clock, write: options.log)
            return PluginContext(name: name, log: log, tree: commands, surroundings: surroundings) {
                options.onLoss($1, $0.event, $2)
                // Of other calls nobody waits for the outcome.
                guard $0.event == .dark || $0.event == .wake else { return }
                failedOrders.add($0.stream)
            }
        }
        _ = plugins.adopt(plan.plugins, within: options.reloadLimit)
        maker = ReactionMaker(plugins, desk, surroundings, plan.screens)
        root.activity = activity
        root.beginReceivingRemoteControlEvents()
        activity.prepare(plan.screens)
        tree = LayoutTree(plan, in: root, maker, activity, timers: hub.timers)
        activity.onChange = { [unowned self] in screen($0, isIdle: $1, at: $2) }
        activity.giveOrder = { [unowned self] in give(order: $1, to: $0, at: $2) }
        activity.onLight = { [unowned self] in tell($0, $1, at: $2) }
        activity.onUnheard = { [unowned self] in recorder?.unheard($1, on: self.plan.screens[$0].name) }
        activity.onTouch = { [unowned self] in tellStatus() }
        hub.delegate = self
    }

    // Who follows a touch hears of its end while everything is still there; nobody writes that down any more.
    deinit {
        hub.delegate = nil
        if let recorder {
            application.removeObserver(recorder)
            hub.removeObserver(recorder)
        }
        desk.recorder = nil
        tree.tearDown()
    }

    /// Lets the plugins begin, and the screens' idle times count from now on.
    public func start(at time: Int64) {
        plugins.start(maker.bindings)
        activity.begin(plan.screens, at: time)
        tellStatus()
    }

    /// Told of every handler call and whether its plugin took it, after the trace.
    public var onHandlerCall: ((Binding, Occurrence, _ isAccepted: Bool) -> Void)? {
        get { desk.heard }
        set { desk.heard = newValue }
    }

    /// Called when a sequence makes a step, is completed or fails: its name, its state, how many steps of how many.
    public func onSequence(_ heard: ((_ name: String, _ state: EventName, _ made: Int, _ of: Int) -> Void)?) {
        desk.onSequence = heard.map { heard in { heard($0.sequence.name, $0.state, $0.made, $0.of) } }
    }

    /// Does what plugins ask of the flight recorder; nil where there is none.
    public var onDump: ((_ reason: String?, _ plugin: String) -> TreeReply)?
    /// Told when a ghost was found, after everybody else.
    public var onGhost: (() -> Void)?

    /// Starts recording at a level of detail, with room for at least so many records.
    ///
    /// All readers have one recorder, which writes down what any of them wants.
    @discardableResult
    public func record(_ detail: TraceRecorder.Detail, capacity: Int, for reader: TraceRecorder.Reader = .caller)
        -> TraceRecorder
    {
        let recorder = recorder ?? TraceRecorder(of: application)
        readers[reader] = (detail, capacity)
        serveReaders(by: recorder)
        return recorder
    }

    /// A reader needs nothing written down any more.
    public func stopRecording(for reader: TraceRecorder.Reader) {
        readers[reader] = nil
        if let recorder { serveReaders(by: recorder) }
    }

    private func serveReaders(by recorder: TraceRecorder) {
        // Whether it follows searches is asked when it begins to observe.
        application.removeObserver(recorder)
        hub.removeObserver(recorder)
        let isNeeded = !readers.isEmpty
        if isNeeded {
            let detail = readers.values.reduce(into: TraceRecorder.Detail()) { $0.formUnion($1.detail) }
            recorder.serve(detail, capacity: readers.values.map(\.capacity).max() ?? 0)
            application.addObserver(recorder)
            hub.addObserver(recorder)
        }
        desk.recorder = isNeeded ? recorder : nil
        self.recorder = desk.recorder
    }

    /// Writes a JSON trace of all that happens, a line at a time.
    @discardableResult
    public func trace(to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) -> TraceRecorder {
        let recorder = record(.everything, capacity: 0, for: .trace)
        recorder.trace(to: write)
        return recorder
    }

    // MARK: Devices

    /// The screen that a panel is meant for; nil when it is meant for none.
    public func screen(for device: DeviceDescription) -> ScreenPlan? {
        plan.screenIndex(for: device).map { plan.screens[$0] }
    }

    /// What a device is: the layout may accept as a touchscreen what looks like something else.
    public func kind(of device: DeviceDescription) -> DeviceKind { plan.kind(of: device) }

    /// Adds a device as what it is, and returns the number that its events come with.
    ///
    /// A panel belongs to the screen that it matches, or to the one of an index, which also accepts a device that looks
    /// like something else. Returns nil, and reports why, when the device is ignored.
    public func add(
        _ device: DeviceDescription,
        before screen: Int? = nil,
        complain: (String) -> Void
    ) -> Int32? {
        guard let number = place(device, screen, complain) else { return nil }
        surroundings.setDeviceName(device.name, of: number)
        return number
    }

    /// The panels that are there, with the screens that they are before.
    package var panelPlaces: [(number: Int32, name: String, screen: String)] {
        panels.map { ($0.number, $0.device.name, $0.screenName) }
    }

    private func place(_ device: DeviceDescription, _ screen: Int?, _ complain: (String) -> Void) -> Int32? {
        let kind = screen == nil ? kind(of: device) : DeviceKind(of: device, isAccepted: true)
        let index = screen ?? plan.screenIndex(for: device)
        let number = hub.add(device, as: kind, complain: complain) {
            guard let index else {
                complain("'\(device.name)' is ignored: it matches no screen's `input:`")
                return nil
            }
            return PanelSettings(for: device, before: plan.screens[index], complain: complain)
        }
        if let number, let index, let panel = hub.panel(number) {
            let name = plan.screens[index].name
            panels.append(Present(number: number, panel: panel, screen: index, screenName: name))
        }
        return number
    }

    /// Returns what the layout says of a panel before the screen of a name; nil when there is no such screen.
    public func panelSettings(for device: DeviceDescription, before name: String) -> PanelSettings? {
        guard let screen = plan.screens.first(where: { $0.name == name }) else { return nil }
        return PanelSettings(for: device, before: screen) { _ in }
    }

    /// A device is gone: what it has begun is cancelled, then everybody is told.
    public func remove(_ number: Int32) {
        hub.remove(number)
        if let place = panels.firstIndex(where: { $0.number == number }) { leave(panels.remove(at: place)) }
        gone.append(number)
        // What waits in queues may still want the name; many devices later nothing does.
        if gone.count > 64 { surroundings.setDeviceName(nil, of: gone.removeFirst()) }
        tellStatus()
    }

    /// A panel cannot be read any more, and is going to be removed.
    public func willLose(_ number: Int32) {
        if let place = panels.firstIndex(where: { $0.number == number }) { panels[place].isLost = true }
    }

    private func leave(_ panel: Present) {
        let present = PanelBook.Present(screen: panel.screenName, panel: panel.panel)
        book.leave(present, isLost: panel.isLost, epoch: epoch)
    }

    package func device(_ number: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64) {
        guard change == .added || change == .removed else { return }
        // A device may have been silent while others were used: handlers hear of no earlier time than before.
        var occurrence = Occurrence(change == .added ? .deviceAdded : .deviceRemoved, at: max(time, application.now))
        occurrence.device = number
        let screen = panels.first { $0.number == number }.flatMap(\.screen)
        if let own = screen.flatMap({ tree.screenReactions[$0][occurrence.event] }) {
            guard own.hand(over: occurrence) ?? own.passes else { return tellStatus() }
        }
        root.handlers?[occurrence.event]?.run(occurrence)
        tellStatus()
    }

    package func ghost(_ report: GhostReport, of number: Int32) {
        guard let panel = panels.first(where: { $0.number == number }), let place = panel.screen else { return }
        let screen = plan.screens[place]
        let quiet = screen.layout.input.filters.ghosts?.microseconds ?? 0
        let message = report.message(of: panel.device.name, on: screen.frame.origin, quiet: quiet)
        options.log(Logger.Entry(report.change == .found ? .warning : .notice, plugin: "", message))
        defer { tellStatus() }
        guard report.change == .found else { return }
        var occurrence = report.occurrence(of: number, on: screen.frame.origin)
        occurrence.time = max(occurrence.time, application.now)
        tree.screenReactions[place][.ghost]?.run(occurrence)
        onGhost?()
    }

    package func batchEnded(at time: Int64?) {
        plugins.momentEnded()
        if let time { recorder?.frameEnded(at: time) }
    }

    // MARK: Input and time

    /// When the input thread is to call `carryOutCommands(at:within:)` for a command that waits for its plugin's budget,
    /// nil when none does.
    public private(set) var commandTime: Int64?

    /// Takes events of one device, in the order of their time with those of the others.
    public func take(_ events: Span<RawEvent>, of number: Int32) { hub.take(events, of: number) }

    /// When `advance(to:)` is to be called at the latest, nil when nothing waits for the clock.
    public var nextDeadline: Int64? { hub.nextDeadline }

    /// Lets the clock go on; call it with `nextDeadline`.
    public func advance(to time: Int64) { hub.advance(to: time) }

    /// Carries out what plugins have asked for, in order; call it between events when `wake` was called.
    public func carryOutCommands() { _ = carryOutCommands(until: nil) }

    /// The same for who has other things to do: when it takes longer than the limit, the rest is left. True then.
    ///
    /// The clock comes as far as the time, so nothing older may be left to be read.
    public func carryOutCommands(at time: Int64, within limit: TimeSpan) -> Bool {
        hub.advance(to: time)
        application.advance(to: time)
        return carryOutCommands(until: options.clock() + limit.microseconds)
    }

    private func carryOutCommands(until end: Int64?) -> Bool {
        for number in failedOrders.take() { activity.orderFailed(number, at: application.now) }
        commandTime = nil
        // What comes meanwhile waits for the next time.
        for _ in 0..<commands.count {
            guard let entry = end == nil ? commands.takeFirst() : commands.takeReady(at: options.clock()) else { break }
            let start = options.processorTime()
            recorder?.command(entry.command, on: tree.views, of: entry.plugin)
            let reply = perform(entry.command, from: entry.plugin)
            entry.reply?(reply)
            plugins.momentEnded()
            guard let end else { continue }
            let now = options.clock()
            commands.account(options.processorTime() - start, of: entry.plugin, at: now)
            if now >= end { break }
        }
        guard let ready = commands.readyTime else { return false }
        guard ready > options.clock() else { return true }
        commandTime = ready
        return false
    }

    /// Does what a plugin may ask for, on behalf of whoever has the pipeline; only between events.
    public func perform(_ command: TreeCommand) -> TreeReply {
        perform(CheckedCommand(command), from: "")
    }

    private func perform(_ command: CheckedCommand, from plugin: String) -> TreeReply {
        if case .dump(let reason) = command, let onDump { return onDump(reason, plugin) }
        return tree.perform(command, from: plugin)
    }

    /// What is under way is cancelled, and nothing begins before `resume()`: what comes in is of no use now.
    public func pause() {
        application.resignActive()
        plugins.momentEnded()
    }

    /// Input counts again; fingers that are down stay unheard until they lift.
    public func resume() { application.becomeActive() }

    // MARK: Idle and active

    private func screen(_ place: Int, isIdle: Bool, at time: Int64) {
        let occurrence = Occurrence(isIdle ? .idle : .active, at: time)
        tree.screenReactions[place][occurrence.event]?.run(occurrence)
        tellStatus()
    }

    /// Has a screen made dark or lit by whoever is to do it; where that is nobody, something else does it.
    private func give(order event: EventName, to place: Int, at time: Int64) -> Order {
        let occurrence = light(event, at: time)
        let takers = tree.screenOrders[place][event]?.run(occurrence) ?? 1
        return Order(number: occurrence.stream, takers: takers)
    }

    /// Tells those who want to know that a screen is made dark or lit.
    private func tell(_ place: Int, _ event: EventName, at time: Int64) {
        tree.screenReactions[place][event]?.run(light(event, at: time))
    }

    /// A stream of its own each time: what lights a screen never waits for what made it dark and does not end.
    private func light(_ event: EventName, at time: Int64) -> Occurrence {
        lights &+= 1
        var occurrence = Occurrence(event, at: time)
        occurrence.stream = lights
        return occurrence
    }

    private func tellStatus() {
        guard !plugins.isDry else { return }
        var status = BridgeStatus()
        status.panels = panels.map(\.device.name)
        status.isIdle = activity.isIdle
        let epoch = epoch
        if let epoch, let last = activity.lastTouch { status.lastTouch = epoch + Double(last) / 1_000_000 }
        let present = panels.map { PanelBook.Present(screen: $0.screenName, panel: $0.panel) }
        status.health = book.health(of: present, epoch: epoch)
        plugins.statusChanged(status)
    }

    /// When the clock of events was at zero, in seconds since 1970.
    private var epoch: Double? { options.wallClock.map { $0() - Double(options.clock()) / 1_000_000 } }

    // MARK: Another layout

    /// Puts another layout in the place of this one, and gives the panels that no screen is meant for any more, and the
    /// pens that it accepts as touchscreens: they are removed.
    ///
    /// Live touches are cancelled in the old tree, and their fingers are ignored until they lift. Plugins whose settings
    /// did not change go on, and the views that they added stay. Views keep the live values of all properties that both
    /// layouts state alike.
    public func reload(_ new: LayoutPlan, at time: Int64? = nil) -> [Int32] {
        // What is live is cancelled while all who follow it, plugins included, are still there.
        application.beginIgnoringInteractionEvents()
        var retained = RetainedState(of: tree, plan.layout, new.layout)
        tree.tearDown()
        plugins.momentEnded()
        plan = new
        let running = plugins.adopt(new.plugins, within: options.reloadLimit)
        retained.detachAddedViews(of: running)
        commands.keepOnly(running)
        maker = ReactionMaker(plugins, desk, surroundings, new.screens)
        tree = LayoutTree(new, in: root, maker, activity, timers: hub.timers, after: retained)
        recorder?.layoutChanged(at: time ?? application.now)
        let orphans = placePanelsAnew()
        activity.begin(new.screens, at: max(time ?? application.now, application.now))
        plugins.start(maker.bindings, besides: running, after: retained.change)
        application.endIgnoringInteractionEvents()
        tellStatus()
        return orphans
    }

    private func placePanelsAnew() -> [Int32] {
        var orphans: [Int32] = []
        for (place, panel) in panels.enumerated() {
            guard let screen = plan.screenIndex(for: panel.device) else {
                orphans.append(panel.number)
                panels[place].screen = nil
                continue
            }
            let name = plan.screens[screen].name
            if name != panel.screenName { leave(panel) }
            (panels[place].screen, panels[place].screenName) = (screen, name)
            let settings = PanelSettings(for: panel.device, before: plan.screens[screen]) { _ in }
            hub.panel(panel.number)?.settings = settings
        }
        orphans += hub.pens.filter { kind(of: $0.description) == .touchscreen }.map(\.number)
        hub.settingsChanged()
        for number in orphans { remove(number) }
        return orphans
    }

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
