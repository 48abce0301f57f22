public import HandlerEvents
public import Platform

/// A named set of handlers, created from an entry of a layout's `plugins`.
///
/// All methods are called on the input thread and must return without blocking. Slow work must run on another thread
/// that takes events from a bounded queue.
public protocol Plugin: AnyObject {
    /// Starts the plugin. Errors that occur after the start are reported separately.
    func start() throws(ServiceError)
    /// Accepts or rejects an event that the layout binds to the plugin.
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult
    /// Accepts or rejects the events of several touches for one binding, in order. The number of events is at most
    /// `HandlerResults.capacity`. The default implementation passes the events one by one to the other `take`.
    func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults
    /// Whether `frameDidEnd` is called; false by default.
    var batchesFrames: Bool { get }
    /// Called after all events of one frame or one timer were delivered. The plugin then sends the events that it has
    /// batched.
    func frameDidEnd()
    /// Called with the plugin's current bindings, even after a reload that did not change the plugin's settings.
    func bindingsChanged(_ bindings: [Binding])
    /// Called after a reload and after `bindingsChanged`, unless the reload has replaced the plugin.
    func layoutChanged(_ change: LayoutChange)
    /// Called when the status of the service (devices, activity) has changed.
    func statusChanged(_ status: BridgeStatus)
    /// Whether the plugin uses `BridgeStatus.health`; false by default.
    var usesPanelHealth: Bool { get }
    /// Stops accepting events; events that were already accepted must still be delivered.
    func beginStopping()
    /// Whether every accepted event was delivered or abandoned. Read after `beginStopping`; always true for a plugin
    /// without a queue.
    var isDone: Bool { get }
    /// Waits at most `limit` for the delivery of accepted events, then releases all resources.
    func finishStopping(within limit: TimeSpan)
    var health: PluginHealth { get }
}

extension Plugin {
    public func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults {
        var results = HandlerResults()
        for index in handlerEvents.indices { results.add(take(handlerEvents[index], for: binding), at: index) }
        return results
    }

    public var batchesFrames: Bool { false }
    public func frameDidEnd() {}
    public func bindingsChanged(_ bindings: [Binding]) {}
    public func layoutChanged(_ change: LayoutChange) {}
    public func statusChanged(_ status: BridgeStatus) {}
    public var usesPanelHealth: Bool { false }
    public func beginStopping() {}
    public var isDone: Bool { true }
    public func finishStopping(within limit: TimeSpan) {}
}

/// Result of passing an event to a plugin.
public struct HandlerResult: BitwiseCopyable, Sendable {
    /// Whether the plugin accepted the event; false, for example, if the plugin's queue is full.
    public var isAccepted: Bool
    /// Whether the event continues up the responder chain; nil if the layout decides.
    public var passes: Bool?

    public init(isAccepted: Bool = true, passes: Bool? = nil) {
        self.isAccepted = isAccepted
        self.passes = passes
    }

    public static var accepted: HandlerResult { HandlerResult() }
    public static var refused: HandlerResult { HandlerResult(isAccepted: false) }
}

/// Results of passing several events to a plugin in one call.
public struct HandlerResults: BitwiseCopyable, Sendable {
    /// Maximum number of events in one call.
    public static var capacity: Int { UInt64.bitWidth }

    /// Bit set of the accepted events; bit 0 represents the first event.
    public var accepted: UInt64 = 0
    /// Whether the events continue up the responder chain; true if any result lets its event continue, nil if the
    /// layout decides.
    public var passes: Bool?

    public init() {}

    /// Creates a result in which the first `count` events, at most `capacity`, are accepted. The layout decides whether
    /// the events continue up the responder chain.
    public init(accepted count: Int) { accepted = count < Self.capacity ? 1 << UInt64(count) - 1 : .max }

    /// Marks the event with this index as accepted.
    @inlinable
    public mutating func accept(_ index: Int) { accepted |= 1 << UInt64(index) }

    public mutating func add(_ result: HandlerResult, at index: Int) {
        if result.isAccepted { accept(index) }
        if let passes = result.passes { self.passes = passes || self.passes == true }
    }

    public var acceptedCount: Int { accepted.nonzeroBitCount }
    public func isAccepted(_ index: Int) -> Bool { accepted & 1 << UInt64(index) != 0 }
}

/// Status of the whole service, which bridges panels and plugins.
public struct BridgeStatus: Equatable, Sendable {
    /// Names of the connected panels.
    public var panels: [String] = []
    /// Time of the last touch, in seconds since 1970; nil before the first touch.
    public var lastTouch: Double?
    public var isIdle = false
    /// Health of connected and formerly connected panels; empty if no plugin has `usesPanelHealth`. Panels with the
    /// same name on the same screen share an entry.
    public var health: [PanelHealth] = []

    public init() {}
}
