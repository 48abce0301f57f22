public import Contacts
public import Geometry

/// What a screen's layout says of the panel before it.
public struct PanelSettings: Equatable, Sendable {
    public var mapping: PanelMapping
    public var filters = PanelFilters()
    /// A contact of which nothing is heard for so many microseconds is cancelled; nil for never (V12).
    public var silenceLimit: Int64?

    /// Whether a pen in range cancels fingers and rejects new ones (V10).
    public var arbitrates = true

    public init(screen: Rect) { mapping = PanelMapping(screen: screen) }
}
