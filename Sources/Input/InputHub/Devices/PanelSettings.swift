public import Contacts
public import Geometry

/// Settings of a panel, from the layout of its screen.
public struct PanelSettings: Equatable, Sendable {
    public var mapping: PanelMapping
    public var filters = PanelFilters()
    /// Touch accommodations of the screen; nil if the layout has none.
    public var accommodations: TouchAccommodations?

    public init(screen: Rect) { mapping = PanelMapping(screen: screen) }
}
