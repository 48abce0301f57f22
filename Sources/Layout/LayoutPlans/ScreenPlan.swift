public import Geometry
public import LayoutFile
internal import Schema

/// A screen with its frame in the coordinates of the application.
public struct ScreenPlan: Sendable {
    public let name: String
    /// Frame in points. By default, each screen is to the right of the previous screen.
    public let frame: Rect
    /// Layout of the screen; empty if the layout declares no screens.
    public let layout: ScreenLayout

    /// Returns the screens of a layout. If the layout contains no screens, returns a single screen of the default size.
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
