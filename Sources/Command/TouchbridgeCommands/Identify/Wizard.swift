internal import Geometry
internal import InputEvents
internal import JSON
internal import Platform
internal import PluginAPI

/// Asks for touches in the corners of one screen after another. Determines from the touches the panel of each screen
/// and its rotation.
struct Wizard {
    struct Finding {
        let screen: String
        /// Index of the panel in the list of connected panels.
        let panel: Int
        /// Orientation of the panel; nil if the wizard does not ask for corners.
        let orientation: PanelOrientation?
    }

    private let screens: [String]
    private let asked: [Corner]
    private var touched: [Corner] = []
    private var panel: Int?
    private(set) var findings: [Finding] = []

    /// Creates a wizard. If `asksForCorners` is false, one touch anywhere identifies the panel.
    init(_ screens: [String], asksForCorners: Bool) {
        self.screens = screens
        asked = asksForCorners ? Corner.asked : []
    }

    var isDone: Bool { findings.count == screens.count }

    /// Instruction for the next touch.
    var question: String {
        let screen = TerminalText.line(screens[findings.count])
        guard touched.count < asked.count else { return "Touch any point of the screen '\(screen)'." }
        let corner = asked[touched.count].words
        return "Touch the \(corner) corner of the screen '\(screen)'."
    }

    /// Evaluates a touch, given as fractions of the panel's width and height. Returns an error message if the touch
    /// does not match the instruction; otherwise nil.
    mutating func touch(_ location: Point, of panel: Int) -> String? {
        if findings.contains(where: { $0.panel == panel }) {
            let screen = findings.first { $0.panel == panel }?.screen ?? ""
            return "The touched panel is already mapped to the screen '\(screen)'."
        }
        guard !asked.isEmpty else {
            findings.append(Finding(screen: screens[findings.count], panel: panel, orientation: nil))
            return nil
        }
        if let former = self.panel, former != panel { return startOver("The touch was on a different panel.") }
        guard let corner = Corner(near: location) else { return "The touch was not close to a corner." }
        self.panel = panel
        touched.append(corner)
        guard touched.count == asked.count else { return nil }
        guard let orientation = PanelOrientation(touched: touched) else {
            return startOver("The three touches were not in the requested corners.")
        }
        findings.append(Finding(screen: screens[findings.count], panel: panel, orientation: orientation))
        (touched, self.panel) = ([], nil)
        return nil
    }

    private mutating func startOver(_ reason: String) -> String {
        (touched, panel) = ([], nil)
        return reason + " Try again."
    }
}

extension Wizard.Finding {
    /// Returns the value for `input:`, such as `{ path: "pci-…", rotation: 90 }`.
    func input(_ sign: PanelSign?) -> JSONValue {
        var members = sign?.members ?? []
        if let orientation, orientation.degrees != 0 {
            members.append(.init("rotation", .number(Double(orientation.degrees))))
        }
        if let orientation, orientation.flipsX { members.append(.init("flipX", true)) }
        return .object(members)
    }
}
