public import Contacts
public import Geometry

/// Settings of a panel, from the layout of its screen.
public struct PanelSettings: Equatable, Sendable {
    public var mapping: PanelMapping
    public var filters = PanelFilters()

    public init(screen: Rect) { mapping = PanelMapping(screen: screen) }
}
