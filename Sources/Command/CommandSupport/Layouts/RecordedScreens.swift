internal import Bridge
internal import Contacts
internal import InputEvents
package import LayoutPlans
package import Recordings
internal import Schema
internal import TouchScripts

/// The screens to which the devices of a recording are mapped.
///
/// The options `--screen` and `--any-screen` have precedence. Otherwise, the recorded script, the recorded virtual
/// finger or the layout's `input:` determines the screen.
package struct RecordedScreens {
    /// Screen index of each device, in the order of the devices; nil for a device that is not mapped to a screen.
    package let indices: [Int?]
    /// Error if no device of the recording is mapped to a screen. Nil if a device is mapped, or if the recording
    /// contains no device that a screen could accept.
    package let mismatch: ScreenMismatch?

    /// Maps the devices of a recording to the screens of a layout.
    package init(_ plan: LayoutPlan, _ reader: RecordingReader, _ path: String, _ arguments: Arguments)
        throws(UsageError)
    {
        let devices = reader.devices
        // A touch script is replayed on a simulated panel of one screen, regardless of the screen's `input:`.
        let assignment: PanelAssignment =
            if let script = reader.script {
                .screen(try arguments.screen(of: plan) ?? script.screenIndex(on: plan) ?? 0)
            } else {
                try arguments.assignment(on: plan)
            }
        var indices = plan.screens(of: devices, by: assignment)
        if assignment == .matching || assignment == .anyScreen {
            // A virtual finger (a device that the service simulates for `tap`) ignores `input:` and is mapped to its
            // own screen.
            for (index, device) in devices.enumerated() {
                let screen = plan.screens.firstIndex { $0.name == device.virtualFingerScreen }
                if let screen { indices[index] = screen }
            }
        }
        let touchscreens = devices.filter { plan.kind(of: $0) == .touchscreen }
        let panels = touchscreens.isEmpty ? devices.filter(\.isAcceptable) : touchscreens
        self.indices = indices
        mismatch =
            indices.contains { $0 != nil }
            ? nil : panels.first.map { ScreenMismatch(path: path, panel: $0, others: panels.count - 1, plan: plan) }
    }

    /// Rejects `--screen` in combination with `--any-screen`, and either option without a layout.
    package static func check(_ arguments: Arguments, hasLayout: Bool) throws(UsageError) {
        if arguments.has("screen"), arguments.has("any-screen") {
            throw arguments.wrong("--screen and --any-screen cannot both be set; remove one")
        }
        guard !hasLayout else { return }
        for name in ["screen", "any-screen"] where arguments.has(name) {
            throw arguments.wrong("--\(name) chooses a screen of a layout; specify the layout with --layout FILE")
        }
    }
}

extension Arguments {
    /// Returns the index of the screen named by `--screen`; nil if the option is missing.
    package func screen(of plan: LayoutPlan) throws(UsageError) -> Int? {
        guard let name = value("screen") else { return nil }
        if let index = plan.screens.firstIndex(where: { $0.name == name }) { return index }
        throw wrong("the layout has no screen '\(name)'\(Names.suggestion(for: name, in: plan.screens.map(\.name)))")
    }

    fileprivate func assignment(on plan: LayoutPlan) throws(UsageError) -> PanelAssignment {
        if has("any-screen") { return .anyScreen }
        return try screen(of: plan).map { .screen($0) } ?? .matching
    }
}

/// Thrown if no device of the recording is mapped to a screen, because no touch would be delivered.
package struct ScreenMismatch: Error, CustomStringConvertible {
    let path: String
    let panel: DeviceDescription
    /// Number of touchscreens other than `panel`. If the recording contains no touchscreen, the number of other devices
    /// that a screen could accept.
    let others: Int
    let plan: LayoutPlan

    package var description: String {
        let isIgnored = panel.isAcceptable && plan.kind(of: panel) != .touchscreen
        let (one, many) =
            isIgnored
            ? ("device is also ignored", "devices are also ignored")
            : ("panel of the recording also matches no screen", "panels of the recording also match no screen")
        let more = others == 0 ? "" : "; \(others) other \(others == 1 ? one : many)"
        let remedy = "choose a screen with --screen NAME, or use --any-screen"
        return "\(path): \(plan.mismatch(of: panel))\(more); \(remedy)"
    }
}
