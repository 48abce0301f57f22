internal import Bridge
internal import CommandSupport
internal import InputEvents
internal import LayoutPlans
internal import TouchScripts

/// Virtual panels of a pipeline: touchscreens whose events Touchbridge generates. A panel exists from its first use
/// until `removeAll()`.
struct VirtualPanels {
    private let pipeline: Pipeline
    /// Panels, by the index of the screen to which they are mapped.
    private var panels: [Int: (number: Int32, panel: ScriptPanel)] = [:]

    init(_ pipeline: Pipeline) { self.pipeline = pipeline }

    /// Returns the panel that is mapped to a screen, and the panel's device number. Adds the panel if it does not
    /// exist.
    mutating func panel(before screen: Int) throws(TouchScriptError) -> (number: Int32, panel: ScriptPanel) {
        if let panel = panels[screen] { return panel }
        let name = DeviceDescription.virtualFingerName(on: pipeline.plan.screens[screen].name)
        let panel = try pipeline.plan.scriptPanel(before: screen, named: name)
        var complaints: [String] = []
        let number = pipeline.addVirtualPanel(panel.description, before: screen) { complaints.append($0) }
        guard let number else {
            let reason = complaints.joined(separator: ", ")
            let remedy = "use a different screen"
            throw TouchScriptError("'\(name)'", "the panel cannot be added: \(reason)", remedy: remedy)
        }
        panels[screen] = (number, panel)
        return (number, panel)
    }

    mutating func removeAll() {
        for panel in panels.sorted(by: { $0.key < $1.key }) { pipeline.remove(panel.value.number) }
        panels.removeAll()
    }
}
