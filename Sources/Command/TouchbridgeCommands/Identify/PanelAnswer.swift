internal import InputEvents
internal import JSON
internal import PluginAPI

/// YAML lines for the `screens:` section of a layout, with an `input:` that identifies each touched panel.
struct PanelAnswer {
    private(set) var lines = ["screens:"]
    private(set) var json: JSONValue = .null
    /// Comment lines with compositor settings for the panels that can be distinguished from all other panels.
    private(set) var compositors: [String] = []
    /// Error message about panels that no `input:` can distinguish from other panels; nil if all panels can be
    /// distinguished.
    private(set) var problem: String?

    init(_ findings: [Wizard.Finding], of panels: [DeviceDescription]) {
        var screens: [JSONValue] = []
        var alike: [String] = []
        for finding in findings {
            let panel = panels[finding.panel]
            let others = panels.indices.filter { $0 != finding.panel }.map { panels[$0] }
            let sign = PanelSign(of: panel, among: others)
            // If only one panel is connected, its `input:` needs no conditions.
            let isKnown = sign != nil || others.isEmpty
            let input = finding.input(sign)
            let path = panel.udev["ID_PATH"].map { JSONValue.text($0) } ?? .null
            screens.append([
                "name": .text(finding.screen), "panel": .text(panel.name), "path": path,
                "input": isKnown ? input : .null,
            ])
            let line = "- { name: \(JSONValue.text(finding.screen)), input: \(input.flow) }  # \(panel.name)"
            // The line of an indistinguishable panel is commented out, because the line would match any panel.
            lines.append(isKnown ? "  \(line)" : "  # \(line), not distinguishable")
            if isKnown {
                compositors += CompositorLines(panel: panel, sign: sign, matrix: finding.orientation?.matrix).comments
            }
            if !isKnown { alike.append("'\(finding.screen)' ('\(panel.name)')") }
        }
        json = ["screens": .list(screens)]
        guard !alike.isEmpty else { return }
        problem = """
            no `input:` can distinguish these panels: \(alike.joined(separator: ", ")), because another panel has the \
            same name, serial number and path; plug each panel into a separate port for which 'touchbridge devices' \
            shows a path, then run 'touchbridge identify' again
            """
    }
}

extension JSONValue {
    /// The object as a YAML flow mapping on one line; the keys need no quotes.
    fileprivate var flow: String {
        guard let members, !members.isEmpty else { return "{}" }
        return "{ " + members.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + " }"
    }
}
