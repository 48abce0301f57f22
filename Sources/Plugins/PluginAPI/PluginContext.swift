public import HandlerEvents
public import Platform

/// What a plugin is given when it is made; it may keep it and use it from any thread.
public struct PluginContext: Sendable {
    /// Its name in the layout.
    public let name: String
    public let log: Logger
    public let tree: any TreeAccess
    public let hostEnvironment: HostEnvironment

    private let lost: @Sendable (HandlerEvent, Binding, CallLoss) -> Void

    /// The context of a named plugin; `lost` receives the calls that it took and did not deliver.
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

    /// Reports a call that the plugin took, and that is not and will not be delivered; once for each such call.
    ///
    /// A replay counts them. A screen that could not be made dark keeps no touch from anybody, and one that could not be
    /// lit is lit again.
    public func report(_ loss: CallLoss, of handlerEvent: HandlerEvent, for binding: Binding) {
        lost(handlerEvent, binding, loss)
    }
}

/// Why a call that a plugin took was not delivered.
public enum CallLoss: Sendable {
    /// It was tried and did not succeed, or is impossible.
    case failed
    /// It was not tried, as the plugin stopped before, or what it belongs to was not delivered.
    case dropped
}
