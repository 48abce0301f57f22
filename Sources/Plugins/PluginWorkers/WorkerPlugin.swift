public import HandlerEvents
public import Platform
public import PluginAPI

/// A plugin that executes queued calls on its own thread. Subclasses add work for the input thread.
open class WorkerPlugin: Plugin {
    package let link: PluginLink
    private let work: Work
    private let deadlineFraction: Double
    private let minimumStop: Int64
    private var thread: WorkerThread?
    private var didRefuse = false

    /// Additional time to wait for a thread whose name lookup has just ended. The thread must report the outcome of its
    /// calls before `finishStopping` returns.
    private static let lookUpGrace = TimeSpan(microseconds: 250_000)

    /// Prepares the plugin on the input thread, and returns the body of the plugin's thread. Throws if the plugin
    /// cannot start.
    package typealias Work = (PluginLink) throws(ServiceError) -> @Sendable () -> Void

    /// Creates a plugin without starting its thread.
    ///
    /// - Parameter deadlineFraction: Part of the stop time limit after which the thread must end. The remaining time is
    ///   for logging undelivered calls.
    /// - Parameter minimumStop: Minimum time to wait for the thread, in microseconds.
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
        // Wakes the thread to log the rejection; the thread may be waiting for a stalled request. One wakeup suffices
        // for consecutive rejections.
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

    /// Interrupts a thread that is still running shortly before the stop time limit. Returns a clause for the log that
    /// states the reason for the delay; nil if the reason is unknown.
    open func interrupt() -> String? { nil }

    /// Waits until the thread ends or the time limit expires. A running name lookup cannot be interrupted: abandons
    /// such a thread and reports its undelivered calls as dropped. An abandoned thread ends silently after its lookup.
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
