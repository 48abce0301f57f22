internal import Geometry
public import Schema
internal import YAML

/// Finds views that expect touches but can never receive a touch, regardless of property changes at run time.
public struct ReachCheck {
    private let layout: Layout
    private let changes: ViewChanges
    private let reading: Reading
    private let viewCount: Int
    /// Number of comparisons between rectangles so far.
    package private(set) var comparisonCount = 0

    public init(_ layout: Layout, _ changes: ViewChanges, _ reading: Reading) {
        (self.layout, self.changes, self.reading) = (layout, changes, reading)
        var count = layout.windows.count + layout.screens.reduce(0) { $0 + $1.windows.count }
        layout.forEachView { _ in count += 1 }
        viewCount = count
    }

    public mutating func run() {
        if layout.screens.isEmpty {
            check(layout.root, layout.windows, on: ScreenLayout())
        }
        for (index, screen) in layout.screens.enumerated() {
            let root = screen.root ?? (index == 0 ? layout.root : nil)
            check(root, (index == 0 ? layout.windows : []) + screen.windows, on: screen)
        }
    }

    private mutating func check(_ root: ViewLayout?, _ windows: [WindowLayout], on screen: ScreenLayout) {
        if let size = screen.size {
            let found = findings(root, windows, on: screen, size)
            for (mark, message) in found.all { reading.warning(message, .unreachable, at: mark) }
            reading.omit(found.omitted)
            return
        }
        let found = findings(root, windows, on: screen, ScreenLayout.defaultSize)
        guard !found.all.isEmpty else { return }
        // A warning for two very different screen sizes is assumed to apply to all screen sizes.
        let always = [Size(width: 1000, height: 1000), Size(width: 4000, height: 4000)]
            .map { findings(root, windows, on: screen, $0).marks }
            .reduce(found.marks) { $0.intersection($1) }
        let size = ScreenLayout.defaultSize.words
        let words = "the screen has the default size, \(size) points, because 'screens:' sets no 'size'"
        for (mark, message) in found.all {
            reading.warning(always.contains(mark) ? message : "\(message) (\(words))", .unreachable, at: mark)
        }
        reading.omit(found.omitted)
    }

    private mutating func findings(
        _ root: ViewLayout?,
        _ windows: [WindowLayout],
        on screen: ScreenLayout,
        _ size: Size
    ) -> Reach.Findings {
        let reach = Reach(reading: reading, changes: changes, viewCount: viewCount)
        check(root, windows, on: screen, size, reach)
        comparisonCount += reach.findings.comparisonCount
        return reach.findings
    }

    private func check(
        _ root: ViewLayout?,
        _ windows: [WindowLayout],
        on layout: ScreenLayout,
        _ size: Size,
        _ reach: Reach
    ) {
        let screen = Rect(origin: .zero, size: size)
        // Orders the windows from front to back. Of windows with equal levels, the later window is in front.
        let others = windows.enumerated().sorted { ($0.element.level, $0.offset) > ($1.element.level, $1.offset) }
        var covers = layout.deadZones.prefix(Reach.maximumCovers).map {
            Reach.Cover(frame: $0.value, name: "the dead zone", mark: $0.mark, isDeadZone: true)
        }
        for (_, window) in others.filter({ $0.element.level >= 0 }) { check(window, on: size, under: &covers, reach) }
        if let root {
            reach.check([root], in: Reach.Container(window: screen, named: "the screen", under: covers))
            covers.append(Reach.Cover(frame: screen, name: "the main window", mark: root.mark))
        }
        for (_, window) in others.filter({ $0.element.level < 0 }) { check(window, on: size, under: &covers, reach) }
    }

    /// Checks a window, and adds the window to `covers`, the areas that cover the windows behind it.
    private func check(_ window: WindowLayout, on size: Size, under covers: inout [Reach.Cover], _ reach: Reach) {
        let title = window.id.map { "the window '\($0.value)'" } ?? "the window"
        let moves = changes.contain(.geometry, of: window.id)
        if !moves, reach.isNegative(window.frame, in: size, title, "the screen", at: window.mark) { return }
        if window.isHidden { return }
        let frame = (window.frame ?? .whole).resolved(in: size)
        if let root = window.root {
            reach.check([root], in: Reach.Container(window: moves ? nil : frame, named: title, under: covers))
        }
        if changes.contain(.hits, of: window.id) || covers.count >= Reach.maximumCovers { return }
        covers.append(Reach.Cover(frame: frame, name: title, mark: window.mark))
    }
}
