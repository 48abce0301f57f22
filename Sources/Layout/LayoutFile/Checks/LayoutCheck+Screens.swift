internal import Geometry
internal import Schema
internal import YAML

extension LayoutCheck {
    /// Checks the names, positions and contents of the screens, and that only one window is the key window.
    func checkScreens() {
        let screens = layout.screens
        checkNames(screens)
        checkOverlaps(screens)
        if screens.count > 1 {
            let reason = "cannot be at the top level if the layout has several screens"
            if let root = layout.root {
                reading.error("'root' \(reason); move 'root' to a screen", .misplacedKey, at: root.mark)
            }
            if let window = layout.windows.first {
                reading.error("'windows' \(reason); move 'windows' to a screen", .misplacedKey, at: window.mark)
            }
        } else if let root = layout.root, screens.first?.root != nil {
            reading.error("both the screen and the layout have a 'root'; remove one of them", .conflict, at: root.mark)
        }
        let keys = inventory.windows.filter(\.isKey)
        if keys.count > 1 {
            let first = line(keys[0].mark, from: keys[1].mark)
            reading.warning(
                "only one window can be the key window; remove 'key: true' here or on \(first)",
                .conflict,
                at: keys[1].mark
            )
        }
    }

    private func checkNames(_ screens: [ScreenLayout]) {
        var first: [String: Mark] = [:]
        for name in screens.compactMap(\.name) {
            if let mark = first[name.value] {
                let lineName = line(mark, from: name.mark)
                reading.error(
                    "the screen name '\(name.value)' is already used on \(lineName); use a different name",
                    .duplicateName,
                    at: name.mark
                )
            } else {
                first[name.value] = name.mark
            }
        }
    }

    private func checkOverlaps(_ screens: [ScreenLayout]) {
        var frames: [(index: Int, frame: Rect)] = []
        for (index, screen) in screens.enumerated() {
            // If the size of a screen is unknown, the positions of later screens are unknown too.
            guard let size = screen.size else { return }
            let next = frames.last.map { Point(x: $0.frame.maxX, y: $0.frame.minY) } ?? .zero
            let frame = Rect(origin: screen.position ?? next, size: size)
            if let other = frames.first(where: { $0.frame.intersects(frame) }) {
                let first = screens[other.index]
                let name = first.name.map { "'\($0.value)'" } ?? "on \(line(first.mark, from: screen.mark))"
                reading.warning(
                    "this screen overlaps the screen \(name); change the 'position' of one of them",
                    .conflict,
                    at: screen.position == nil ? first.mark : screen.mark
                )
            }
            frames.append((index, frame))
        }
    }
}
