public import Geometry
public import LayoutFile
internal import Schema

/// A screen and where it lies in the application's coordinates.
public struct ScreenPlan: Sendable {
    public let name: String
    /// In points; screens lie side by side, each to the right of the one before unless the layout says otherwise.
    public let frame: Rect
    /// The screen as it was written, or nothing said at all.
    public let layout: ScreenLayout

    /// The screens of a layout; without any there is one of the usual size.
    static func all(of layout: Layout) -> [ScreenPlan] {
        let layouts = layout.screens.isEmpty ? [ScreenLayout()] : layout.screens
        var screens: [ScreenPlan] = []
        for (place, screen) in layouts.enumerated() {
            let next = screens.last.map { Point(x: $0.frame.maxX, y: $0.frame.minY) } ?? .zero
            let frame = Rect(origin: screen.position ?? next, size: screen.size ?? ScreenLayout.usualSize)
            let usualName = layouts.count == 1 ? "screen" : "screen \(place + 1)"
            screens.append(ScreenPlan(name: screen.name?.value ?? usualName, frame: frame, layout: screen))
        }
        return screens
    }
}
