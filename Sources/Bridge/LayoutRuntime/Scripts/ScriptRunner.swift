internal import HandlerEvents
internal import InputHub
internal import JSON
internal import Platform
internal import PluginAPI
internal import TouchTrace

/// A script of the layout; runs the script's functions and timers between events.
final class ScriptRunner: TimerOwner {
    let name: String
    let site: ScriptSite
    let log: Logger
    /// Binding of the script's timers in messages and traces.
    let timerBinding: Binding
    private let script: any Script
    private var state: JSONValue?
    private var isLoaded = false
    /// Last state from the state file or from `takePersistentState`; nil without such a state.
    private(set) var persistedState: JSONValue?
    private let persistsState: Bool
    /// Whether a function has run since `takePersistentState`.
    private var hasRun = false
    /// Whether the state may replace the stored state. False after a failed load, until a function succeeds.
    private var canPersist = true
    private var isStopped = false
    private var timerBudget = ScriptBudget(ScriptBudget.timerLimit)
    /// Time of the last timer, in whole seconds.
    private var timerSecond: Int64 = .min
    private var timerName: InternedID = 0
    /// The current event of the script.
    var event = HandlerEvent(.action, at: 0)
    /// Bindings of called handlers, for traces; without arguments, which may be confidential.
    var called: [String: CalledHandler] = [:]
    var lines = RateLimiter(perSecond: ScriptRunner.linesPerSecond, now: 0)
    private(set) var health = ScriptHealth()

    /// Limit script-lines (limits.md, Scripts): maximum number of lines per second that a script logs. If exceeded:
    /// further lines are dropped.
    static let linesPerSecond = 20

    init(
        _ name: String,
        _ script: any Script,
        _ site: ScriptSite,
        _ log: Logger,
        state: JSONValue?,
        persistsState: Bool,
        persistedState: JSONValue?
    ) {
        (self.name, self.script, self.site, self.log, self.state) = (name, script, site, log, state)
        (self.persistsState, self.persistedState) = (persistsState, persistedState)
        timerBinding = Binding(
            plugin: name,
            handler: "timer",
            view: name,
            arguments: NoArguments(),
            isOfScript: true,
            hostEnvironment: site.hostEnvironment
        )
        site.timers.mayBeUsed = true
    }

    /// State for the successor of this script after a reload. If saving fails, the state last stored in a file, or nil.
    var savedState: JSONValue? {
        guard isLoaded else { return state }
        do throws(ScriptError) {
            return try script.savedState()
        } catch {
            let problem = "the script's state could not be carried over to the new layout and is lost"
            log.say(.error, "\(problem): \(error.message)")
            return persistedState
        }
    }

    /// Returns the state for the state file; nil if it is unchanged, cannot be saved, or must not be stored.
    func takePersistentState() -> JSONValue? {
        guard persistsState, hasRun, canPersist else { return nil }
        hasRun = false
        do throws(ScriptError) {
            let state = try script.savedState()
            guard state != persistedState else { return nil }
            persistedState = state
            return state
        } catch {
            let problem = "the state could not be saved and will be lost at the next restart"
            log.complain("state", .error, "\(problem): \(error.message)")
            return nil
        }
    }

    /// Executes the script's text once; later calls have no effect.
    func load(at time: Int64) {
        guard !isLoaded else { return }
        isLoaded = true
        do throws(ScriptError) {
            try script.load(exchange(&state, with: nil), at: time, by: self)
        } catch {
            canPersist = false
            health.noteFailure("\(error)", at: site.now)
            log.say(.error, "\(error)")
        }
        didRun()
    }

    /// Runs a function for an event. For a call by another function or a tree command, `caller` provides the
    /// instruction budget.
    func run(_ call: ScriptCall, _ event: HandlerEvent, _ caller: TreeCommandQueue?) {
        load(at: event.time)
        self.event = event
        health.calls += 1
        let binding = call.binding
        var failure: ScriptError?
        do throws(ScriptError) {
            let argument = binding.arguments.expanded(event, binding)
            let time = max(event.time, site.now)
            if let caller {
                try caller.calledScripts.run(script) { () throws(ScriptError) in
                    try script.call(binding.handler, argument, at: time, by: self)
                }
            } else {
                try script.call(binding.handler, argument, at: time, by: self)
            }
        } catch {
            failure = error
        }
        didRun()
        if let recorder = site.context.recorder {
            call.record(by: recorder, for: event.event, isDone: failure == nil)
        }
        guard let failure else {
            canPersist = true
            return
        }
        health.noteFailure("\(failure)", at: site.now)
        site.context.treeCommands?.fail(.error, binding, event, "\(failure)")
    }

    // MARK: Timers

    /// Stops the timers of a script removed by a reload.
    func stop() {
        isStopped = true
        setTimer()
    }

    /// Sets the timer to the script's next deadline. Clears the timer after `stop`, because a queued call must not
    /// restart it.
    private func setTimer() { site.timers.set(self, to: isStopped ? nil : script.deadline) }

    private func didRun() {
        setTimer()
        guard persistsState else { return }
        (hasRun, site.mayHaveChangedState) = (true, true)
    }

    package func timerFired() {
        let event = HandlerEvent(.action, at: site.now)
        withUnsafePointer(to: event) { one in
            _ = site.context.append(.timer(self), Span(_unsafeStart: one, count: 1))
        }
        site.context.runTreeCommands()
    }

    /// Runs the function of the script's earliest timer.
    func fire() {
        event = HandlerEvent(.action, at: site.now)
        let second = event.time / 1_000_000
        if second != timerSecond {
            timerSecond = second
            timerBudget.refill()
        }
        if timerBudget.isEmpty {
            script.postponeTimer(to: (second + 1) * 1_000_000)
            setTimer()
            return log.complain(
                "timers",
                .error,
                "timers wait until the next second: their functions used too many instructions; do less in them"
            )
        }
        health.calls += 1
        var failure: ScriptError?
        do throws(ScriptError) {
            try timerBudget.run(script) { () throws(ScriptError) in
                try script.fireTimer(by: self)
            }
        } catch {
            failure = error
        }
        didRun()
        if let recorder = site.context.recorder {
            if !recorder.names.isCurrent(timerName) { timerName = recorder.names.id(ofPlugin: "\(name).timer") }
            recorder.script(timerName, for: .action, isDone: failure == nil)
        }
        guard let failure else {
            canPersist = true
            return
        }
        health.noteFailure("\(failure)", at: site.now)
        log.complain("timer", .error, "a timer's function failed: \(failure)")
    }
}
