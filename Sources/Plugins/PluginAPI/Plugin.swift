public import HandlerEvents
public import Platform

/// A named set of handlers, as one entry of a layout's `plugins` makes it.
///
/// All methods are called on the input thread and return at once: whatever takes time goes elsewhere, through a queue
/// that has an end.
public protocol Plugin: AnyObject {
    /// Begins its work; what can fail while it works is reported then, not here.
    func start() throws(ServiceError)
    /// Takes an event that the layout bound to it.
    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult
    /// Takes what several touches did in one event, in their order, as the one call that it is to the layout; so many as
    /// `HandlerResults.most` at once. One after the other unless it says otherwise.
    func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults
    /// Whether `frameDidEnd` is to be called; false unless it says otherwise.
    var batchesFrames: Bool { get }
    /// Everything that one report of a device, or one turn of the clock, led to has been handed over: who gathers what
    /// belongs together sends it now.
    func frameDidEnd()
    /// Is told which of its bindings there are from now on, also after a reload that left its settings as they were.
    func bindingsChanged(_ bindings: [Binding])
    /// Called after a reload, behind `bindingsChanged`, on a plugin that goes on.
    func layoutChanged(_ change: LayoutChange)
    /// A status of the whole bridge that it may want to publish: devices, activity.
    func statusChanged(_ status: BridgeStatus)
    /// Takes no more events; what it has taken should be delivered.
    func beginStopping()
    /// Whether all that it has taken is delivered or given up, once it takes no more; true where nothing waits.
    var isDone: Bool { get }
    /// Waits for what it has taken for so long at most, then lets go of everything.
    func finishStopping(within limit: TimeSpan)
    /// How it is.
    var health: PluginHealth { get }
}

extension Plugin {
    public func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults {
        var answers = HandlerResults()
        for place in handlerEvents.indices { answers.add(take(handlerEvents[place], for: binding), at: place) }
        return answers
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

/// What came of handing an event over.
public struct HandlerResult: BitwiseCopyable, Sendable {
    /// False when there was no room for it.
    public var isAccepted: Bool
    /// Whether the event goes on up the chain; nil leaves that to the layout.
    public var passes: Bool?

    public init(isAccepted: Bool = true, passes: Bool? = nil) {
        self.isAccepted = isAccepted
        self.passes = passes
    }

    public static var accepted: HandlerResult { HandlerResult() }
    public static var refused: HandlerResult { HandlerResult(isAccepted: false) }
}

/// What came of handing several over.
public struct HandlerResults: BitwiseCopyable, Sendable {
    /// So many are handed over at once.
    public static var most: Int { UInt64.bitWidth }

    /// A bit for each that there was room for, from the lowest on.
    public var accepted: UInt64 = 0
    /// Whether the event goes on up the chain, which it does when any of them passes; nil leaves that to the layout.
    public var passes: Bool?

    public init() {}

    /// All of so many, `most` at most, were taken, and nothing is said of the chain.
    public init(accepted count: Int) { accepted = count < Self.most ? 1 << UInt64(count) - 1 : .max }

    /// There was room for one, and nothing is said of the chain.
    @inlinable
    public mutating func accept(_ place: Int) { accepted |= 1 << UInt64(place) }

    public mutating func add(_ answer: HandlerResult, at place: Int) {
        if answer.isAccepted { accept(place) }
        if let passes = answer.passes { self.passes = passes || self.passes == true }
    }

    /// How many there was room for.
    public var acceptedCount: Int { accepted.nonzeroBitCount }
    public func isAccepted(_ place: Int) -> Bool { accepted & 1 << UInt64(place) != 0 }
}

/// What the bridge as a whole is doing.
public struct BridgeStatus: Equatable, Sendable {
    /// The panels that are there, by name.
    public var panels: [String] = []
    /// When somebody last touched a screen, in seconds since 1970; nil when nobody has.
    public var lastTouch: Double?
    public var isIdle = false
    /// The panels that are or were there; two of one name before one screen are one.
    public var health: [PanelHealth] = []

    public init() {}
}
