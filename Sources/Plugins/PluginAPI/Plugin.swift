public import HandlerEvents
public import Platform

/// A named set of handlers; one entry of a layout's `plugins` creates it.
///
/// All methods are called on the input thread and return without blocking: slow work runs on another thread, behind
/// a bounded queue.
public protocol Plugin: AnyObject {
    /// Starts the plugin; errors that occur while it runs are reported later.
    func start() throws(ServiceError)
    /// Handles an event that the layout bound to the plugin.
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult
    /// Handles the events of several touches of one batch, in order, as one call of the layout; at most
    /// `HandlerResults.capacity` at once. The default handles them one by one.
    func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults
    /// Whether `frameDidEnd` is called; false by default.
    var batchesFrames: Bool { get }
    /// Called when all events of one report of a device, or of one timer, were delivered; sends what was batched.
    func frameDidEnd()
    /// Called with the plugin's current bindings, also after a reload that left its settings unchanged.
    func bindingsChanged(_ bindings: [Binding])
    /// Called after a reload and after `bindingsChanged`, on a plugin that survives the reload.
    func layoutChanged(_ change: LayoutChange)
    /// Called when the status of the bridge (devices, activity) changes.
    func statusChanged(_ status: BridgeStatus)
    /// Stops accepting events; accepted ones are still to be delivered.
    func beginStopping()
    /// Whether every accepted event was delivered or given up after `beginStopping`; true for a plugin without a queue.
    var isDone: Bool { get }
    /// Waits at most `limit` for accepted events, then releases all resources.
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
    public func beginStopping() {}
    public var isDone: Bool { true }
    public func finishStopping(within limit: TimeSpan) {}
}

/// Result of handing an event to a plugin.
public struct HandlerResult: BitwiseCopyable, Sendable {
    /// Whether the plugin accepted the event; false if its queue is full.
    public var isAccepted: Bool
    /// Whether the event continues up the responder chain; nil leaves that to the layout.
    public var passes: Bool?

    public init(isAccepted: Bool = true, passes: Bool? = nil) {
        self.isAccepted = isAccepted
        self.passes = passes
    }

    public static var accepted: HandlerResult { HandlerResult() }
    public static var refused: HandlerResult { HandlerResult(isAccepted: false) }
}

/// Results of handing several events to a plugin at once.
public struct HandlerResults: BitwiseCopyable, Sendable {
    /// Maximum number of events handed over at once.
    public static var capacity: Int { UInt64.bitWidth }

    /// Bit set of the accepted events; bit 0 is the first.
    public var accepted: UInt64 = 0
    /// Whether the event continues up the chain; true if any result passes it, nil leaves that to the layout.
    public var passes: Bool?

    public init() {}

    /// Creates a result that accepts the first `count` events, at most `capacity`, and leaves the chain to the layout.
    public init(accepted count: Int) { accepted = count < Self.capacity ? 1 << UInt64(count) - 1 : .max }

    /// Marks one event as accepted.
    @inlinable
    public mutating func accept(_ index: Int) { accepted |= 1 << UInt64(index) }

    public mutating func add(_ result: HandlerResult, at index: Int) {
        if result.isAccepted { accept(index) }
        if let passes = result.passes { self.passes = passes || self.passes == true }
    }

    public var acceptedCount: Int { accepted.nonzeroBitCount }
    public func isAccepted(_ index: Int) -> Bool { accepted & 1 << UInt64(index) != 0 }
}

/// Status of the bridge as a whole.
public struct BridgeStatus: Equatable, Sendable {
    /// Names of the connected panels.
    public var panels: [String] = []
    /// Time of the last touch in seconds since 1970; nil before the first.
    public var lastTouch: Double?
    public var isIdle = false
    /// Health of connected and former panels; two of one name on one screen share an entry.
    public var health: [PanelHealth] = []

    public init() {}
}
