public import HandlerEvents
public import Platform

/// Environment of a plugin; it may be stored and used from any thread.
public struct PluginContext: Sendable {
    /// The plugin's name in the layout.
    public let name: String
    public let log: Logger
    public let tree: any TreeAccess
    public let hostEnvironment: HostEnvironment

    private let lost: @Sendable (HandlerEvent, Binding, CallLoss) -> Void

    /// Creates the context of a named plugin; `lost` receives the accepted calls that were not delivered.
    public init(
        name: String,
        log: Logger,
        tree: any TreeAccess,
        hostEnvironment: HostEnvironment,
        lost: @escaping @Sendable (HandlerEvent, Binding, CallLoss) -> Void = { _, _, _ in }
    ) {
        self.name = name
        self.log = log
        self.tree = tree
        self.hostEnvironment = hostEnvironment
        self.lost = lost
    }

    /// Reports an accepted call that will not be delivered; at most once for each call.
    ///
    /// A replay counts them. Screen power depends on them: a screen that failed to turn dark keeps taking touches, and
    /// one that failed to light is lit again.
    public func report(_ loss: CallLoss, of handlerEvent: HandlerEvent, for binding: Binding) {
        lost(handlerEvent, binding, loss)
    }
}

/// Reason why an accepted call was not delivered.
public enum CallLoss: Sendable {
    /// Delivery failed or is impossible.
    case failed
    /// Not attempted: the plugin stopped first, or the call's stream was not delivered.
    case dropped
}
