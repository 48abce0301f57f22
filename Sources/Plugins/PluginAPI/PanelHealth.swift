/// How a panel is, as far as the bridge knows; the numbers only grow while the bridge runs.
public struct PanelHealth: Equatable, Sendable {
    public enum State: String, Sendable {
        case plugged
        /// It was pulled out, or another layout has no screen for it.
        case unplugged
        /// It is there no more, or cannot be read, without having been pulled out.
        case lost
    }

    /// The name that the device gives itself.
    public let panel: String
    public let screen: String
    public var state = State.plugged
    /// When it was last touched, in seconds since 1970; nil when nobody has.
    public var lastTouch: Double?
    /// Whether a point of it touches by itself at the moment.
    public var hasGhost = false
    /// Points found that touch by themselves.
    public var ghosts = 0
    /// Times that events of it were lost, or made no sense, and its state was looked at anew.
    public var gaps = 0
    /// Reports of slots that it does not have, or of too many.
    public var badSlots = 0
    /// Fingers that were cancelled because nothing was heard of them.
    public var stuck = 0
    /// Strokes that its filters kept back.
    public var keptBack = 0

    /// Every integer, with its key in messages.
    public static let counters: [(key: String, path: any WritableKeyPath<PanelHealth, Int> & Sendable)] = [
        ("ghosts", \.ghosts), ("gaps", \.gaps), ("badSlots", \.badSlots), ("stuck", \.stuck), ("keptBack", \.keptBack),
    ]

    public init(panel: String, screen: String) { (self.panel, self.screen) = (panel, screen) }
}
