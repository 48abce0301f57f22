public import HandlerEvents
public import Platform

/// Environment in which a plugin runs; can be stored and used on any thread.
public struct PluginContext: Sendable {
    /// The plugin's name in the layout.
    public let name: String
    public let log: Logger
    public let tree: any TreeAccess
    public let hostEnvironment: HostEnvironment

    private let lost: @Sendable (HandlerEvent, Binding, CallLoss) -> Void
    private let reported: @Sendable (HandlerEvent, Binding, CallReport) -> Void

    /// Creates the context of the plugin with this name. `lost` receives each accepted call that was not delivered.
    /// `reported` receives each call whose result is known.
    public init(
        name: String,
        log: Logger,
        tree: any TreeAccess,
        hostEnvironment: HostEnvironment,
        reported: @escaping @Sendable (HandlerEvent, Binding, CallReport) -> Void = { _, _, _ in },
        lost: @escaping @Sendable (HandlerEvent, Binding, CallLoss) -> Void = { _, _, _ in }
    ) {
        self.name = name
        self.log = log
        self.tree = tree
        self.hostEnvironment = hostEnvironment
        self.reported = reported
        self.lost = lost
    }

    /// Reports an accepted handler call that will not be delivered. Must be called at most once for each handler call.
    ///
    /// `touchbridge replay` counts the reported calls. The power state of screens also depends on these reports. If the
    /// calls that turn a screen off fail, the screen continues to deliver touches. Failed calls that turn a screen on
    /// are repeated.
    public func report(_ loss: CallLoss, of handlerEvent: HandlerEvent, for binding: Binding) {
        report(CallReport(loss == .failed ? .failed : .dropped), of: handlerEvent, for: binding)
    }

    /// Reports the result of an accepted handler call, with the cause of a failure. Must be called at most once for
    /// each handler call.
    public func report(_ report: CallReport, of handlerEvent: HandlerEvent, for binding: Binding) {
        reported(handlerEvent, binding, report)
        if let loss = report.loss { lost(handlerEvent, binding, loss) }
    }
}

/// Reason why an accepted call was not delivered.
public enum CallLoss: Sendable {
    /// The delivery failed or is impossible.
    case failed
    /// The plugin did not attempt the delivery: it stopped, or could not deliver an earlier call for the same touch,
    /// press or gesture.
    case dropped
}
