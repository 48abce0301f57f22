public import Contacts
public import Geometry

/// What a screen's layout says of the panel before it.
public struct PanelSettings: Equatable, Sendable {
    public var mapping: PanelMapping
    public var filters = PanelFilters()

    public init(screen: Rect) { mapping = PanelMapping(screen: screen) }
}
