internal import Geometry
internal import Schema
internal import YAML

extension LayoutCheck {
    /// Checks that screens do not overlap, and that each has content of its own.
    func checkScreens() {
        let screens = layout.screens
        checkNames(screens)
        checkOverlaps(screens)
        if screens.count > 1 {
            let remedy = "of several screens each has its own; put it into one of 'screens:'"
            if let root = layout.root { reading.error("'root' fills the only screen; \(remedy)", at: root.mark) }
            if let window = layout.windows.first {
                reading.error("'windows' are those of the only screen; \(remedy)", at: window.mark)
            }
        } else if let root = layout.root, screens.first?.root != nil {
            reading.error("the screen has its own 'root'; remove that or the layout's 'root'", at: root.mark)
        }
        let keys = inventory.windows.filter(\.isKey)
        if keys.count > 1 {
            let first = line(keys[0].mark, from: keys[1].mark)
            reading.warning(
                "only one window can be key, and the one in \(first) has 'key: true', too",
                at: keys[1].mark
            )
        }
    }

    private func checkNames(_ screens: [ScreenLayout]) {
        var first: [String: Mark] = [:]
        for name in screens.compactMap(\.name) {
            if let mark = first[name.value] {
                let lineName = line(mark, from: name.mark)
                reading.error("'\(name.value)' is the name of another screen, in \(lineName)", at: name.mark)
            } else {
                first[name.value] = name.mark
            }
        }
    }

    private func checkOverlaps(_ screens: [ScreenLayout]) {
        var frames: [(index: Int, frame: Rect)] = []
        for (index, screen) in screens.enumerated() {
            // Without a size, the positions of later screens are unknown.
            guard let size = screen.size else { return }
            let next = frames.last.map { Point(x: $0.frame.maxX, y: $0.frame.minY) } ?? .zero
            let frame = Rect(origin: screen.position ?? next, size: size)
            if let other = frames.first(where: { $0.frame.intersects(frame) }) {
                let first = screens[other.index]
                let name = first.name.map { "'\($0.value)'" } ?? "the one in \(line(first.mark, from: screen.mark))"
                reading.warning("this screen overlaps \(name)", at: screen.position == nil ? first.mark : screen.mark)
            }
            frames.append((index, frame))
        }
    }
}
