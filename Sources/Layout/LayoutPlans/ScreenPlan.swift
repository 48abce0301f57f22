public import Geometry
public import LayoutFile
internal import Schema

/// A screen with its frame in application coordinates.
public struct ScreenPlan: Sendable {
    public let name: String
    /// In points; by default each screen is to the right of the previous one.
    public let frame: Rect
    /// The screen as the layout states it; empty without a statement.
    public let layout: ScreenLayout

    /// Returns the screens of a layout; one of the default size if the layout has none.
    static func all(of layout: Layout) -> [ScreenPlan] {
        let layouts = layout.screens.isEmpty ? [ScreenLayout()] : layout.screens
        var screens: [ScreenPlan] = []
        for (index, screen) in layouts.enumerated() {
            let next = screens.last.map { Point(x: $0.frame.maxX, y: $0.frame.minY) } ?? .zero
            let frame = Rect(origin: screen.position ?? next, size: screen.size ?? ScreenLayout.defaultSize)
            let defaultName = layouts.count == 1 ? "screen" : "screen \(index + 1)"
            screens.append(ScreenPlan(name: screen.name?.value ?? defaultName, frame: frame, layout: screen))
        }
        return screens
    }
}
