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

    /// Creates the context of the plugin with this name. `lost` receives each accepted call that was not delivered.
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

    /// Reports an accepted handler call that will not be delivered. Must be called at most once for each handler call.
    ///
    /// A replay counts the reported calls. Screen power also depends on these reports. If the calls that turn a screen
    /// off fail, the screen continues to deliver touches. If the calls that turn a screen on fail, the calls are
    /// retried.
    public func report(_ loss: CallLoss, of handlerEvent: HandlerEvent, for binding: Binding) {
        lost(handlerEvent, binding, loss)
    }
}

/// Reason why an accepted call was not delivered.
public enum CallLoss: Sendable {
    /// The delivery failed or is impossible.
    case failed
    /// The delivery was not attempted, because the plugin stopped or an earlier call of the stream was not delivered.
    case dropped
}
