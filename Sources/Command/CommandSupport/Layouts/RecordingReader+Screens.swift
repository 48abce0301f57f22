internal import Contacts
internal import InputEvents
internal import InputHub
package import LayoutPlans
package import Recordings
package import ResponderKit
internal import Schema
package import TouchScripts

extension RecordingReader {
    /// Opens a recording for a layout or, without a layout, for a screen of the given size.
    ///
    /// A touch script is replayed on a simulated panel. The panel is mapped to the screen of the option `--screen`,
    /// otherwise to the screen that the script names, otherwise to the first screen.
    package convenience init(
        path: String,
        on plan: LayoutPlan?,
        size: Size = .zero,
        _ arguments: Arguments
    ) throws {
        let chosen = try plan.flatMap { try arguments.screen(of: $0) }
        try self.init(path: path, describedBy: arguments.value("description")) { script throws(TouchScriptError) in
            guard let plan else { return try ScriptPanel(screen: size) }
            let screen = if let chosen { chosen } else { try script.screen(on: plan) }
            return try plan.scriptPanel(before: screen)
        }
    }
}

extension Arguments {
    /// Returns the arguments with `--layout` set to the layout that a touch script names. Applies only if the script is
    /// the single positional argument, and `--layout` and `--size` are missing.
    package var withScriptLayout: Arguments {
        guard positional.count == 1, !has("layout"), !has("size"),
            let layout = (try? ScriptText(path: positional[0]))?.layout(ofScriptAt: positional[0])
        else { return self }
        return setting("layout", to: layout)
    }
}

extension ScriptText {
    /// Returns the index of the screen that the script names, or 0; throws if the layout has no such screen.
    package func screen(on plan: LayoutPlan) throws(TouchScriptError) -> Int {
        guard let (name, source) = screen else { return 0 }
        if let index = screenIndex(on: plan) { return index }
        let names = plan.screens.map(\.name)
        let near = Names.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        let remedy = near ?? "available: \(names.joined(separator: ", "))"
        throw source.error(source.column(of: name), "the layout has no screen '\(name)'", remedy: remedy)
    }

    func screenIndex(on plan: LayoutPlan) -> Int? { plan.screens.firstIndex { $0.name == screen?.name } }
}

extension LayoutPlan {
    /// Returns a simulated panel that covers the whole screen. The panel inverts the mapping of the screen's `input:`,
    /// so each touch arrives at the position written in the script.
    package func scriptPanel(
        before screen: Int,
        named name: String = DeviceDescription.scriptPanelName
    ) throws(TouchScriptError) -> ScriptPanel {
        let device = DeviceDescription(name: name)
        let mapping = PanelSettings(for: device, before: screens[screen]) { _ in }.mapping
        return try ScriptPanel(mapping: mapping, named: name)
    }
}
