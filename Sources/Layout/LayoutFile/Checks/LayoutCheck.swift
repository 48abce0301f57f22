internal import Schema
internal import YAML

/// Finds references to missing names, and valid settings that are probably mistakes.
struct LayoutCheck {
    let layout: Layout
    let reading: Reading
    let inventory: Inventory

    init(_ layout: Layout, _ reading: Reading) {
        self.layout = layout
        self.reading = reading
        inventory = Inventory(layout)
    }

    func run() {
        checkIds()
        checkReferences()
        checkPlugins()
        checkActions()
        checkScreens()
        for screen in layout.screens { checkEvents(of: screen) }
        layout.forEachView { view in
            checkEvents(of: view)
            checkUnits(of: view)
        }
        for sequence in inventory.sequences { checkEvents(of: sequence) }
    }

    /// Formats a line number for messages. Adds the file name if the line is not in the file of `other`.
    func line(_ mark: Mark, from other: Mark) -> String {
        guard mark.source != other.source, let file = reading.file(of: mark) else { return "line \(mark.line)" }
        return "line \(mark.line) of \(file)"
    }
}
