public import HandlerEvents
public import Platform
public import PluginAPI

/// A plugin whose own thread executes queued calls.
///
/// A plugin needs a subclass only if the input thread must do more than queue calls.
open class WorkerPlugin: Plugin {
    package let link: PluginLink
    private let work: Work
    private let deadlineFraction: Double
    private let minimumStop: Int64
    private var thread: WorkerThread?
    private var didRefuse = false

    /// Additional time to wait for a thread whose name lookup has just ended. The thread must end before
    /// `finishStopping` returns, because the outcome of a call must not be reported later.
    private static let lookUpGrace = TimeSpan(microseconds: 250_000)

    /// Function that is called on the input thread and returns the body of the plugin's thread; throws if the plugin
    /// cannot start.
    package typealias Work = (PluginLink) throws(ServiceError) -> @Sendable () -> Void

    /// Creates a plugin that is not yet started. The deadline of the thread is the time limit of the stop multiplied by
    /// `deadlineFraction`. The remaining time allows the thread to log undelivered calls. The plugin waits for the
    /// thread for at least `minimumStop` microseconds.
    package init(
        _ link: PluginLink,
        deadlineFraction: Double = 0.9,
        minimumStop: Int64 = 0,
        work: @escaping Work
    ) {
        (self.link, self.work, self.deadlineFraction, self.minimumStop) = (link, work, deadlineFraction, minimumStop)
    }

    deinit {
        link.queue.close()
        link.update { ($0.isStopping, $0.deadline) = (true, $0.deadline ?? MonotonicClock.now) }
    }

    public func start() throws(ServiceError) {
        guard thread == nil else { return }
        thread = try WorkerThread(name: link.context.name, try work(link))
    }

    open func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        let result = link.queue.push(handlerEvent, for: binding)
        // Wakes the thread to log the rejection, because the thread may be waiting for requests that hang. Consecutive
        // rejections need only one wakeup.
        if !result.isAccepted, !didRefuse { link.wakeup.signal() }
        didRefuse = !result.isAccepted
        return result
    }

    public func bindingsChanged(_ bindings: [Binding]) {
        link.queue.bindingsChanged(bindings)
        link.update { $0.bindings = bindings }
    }

    open func layoutChanged(_ change: LayoutChange) {}

    open func statusChanged(_ status: BridgeStatus) {}
    open var usesPanelHealth: Bool { false }

    public func beginStopping() {
        link.queue.close()
        link.update { $0.isStopping = true }
    }

    open var isDone: Bool { thread?.hasEnded ?? true }

    /// Interrupts the thread's work if the thread is still running shortly before the time limit of the stop. Returns a
    /// clause for the log that states why the thread is busy, or nil if the reason is unknown.
    open func interrupt() -> String? { nil }

    /// Waits until the thread ends or the time limit expires. If a name lookup is still running, which cannot be
    /// interrupted, abandons the thread and reports its undelivered calls as dropped. The abandoned thread ends after
    /// the lookup without logging.
    public func finishStopping(within limit: TimeSpan) {
        beginStopping()
        let begin = MonotonicClock.now
        let timeout = max(limit.microseconds, minimumStop)
        link.update { $0.deadline = begin + Int64(Double(limit.microseconds) * deadlineFraction) }
        guard let thread, !thread.join(within: TimeSpan(microseconds: timeout * 7 / 8)) else { return }
        let work = interrupt()
        if thread.join(within: TimeSpan(microseconds: max(0, begin + timeout - MonotonicClock.now))) { return }
        if let abandoned = link.lookUp.abandon(link) {
            let message = "the plugin did not stop in time, because the name lookup of \(abandoned) has not finished"
            link.log.say(.warning, "\(message); its thread is abandoned")
        } else if link.lookUp.hasEnded(after: begin), thread.join(within: Self.lookUpGrace) {
            return
        } else if let work {
            link.log.say(.warning, "the plugin did not stop in time, because \(work); its thread is abandoned")
        } else {
            link.log.say(.warning, "the plugin did not stop in time")
        }
    }

    public var health: PluginHealth { link.health }
}
