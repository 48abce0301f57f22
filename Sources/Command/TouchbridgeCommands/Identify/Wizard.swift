internal import Geometry
internal import InputEvents
internal import JSON
internal import Platform
internal import PluginAPI

/// Asks for corners of one screen after the other, and learns from the touches which panel is before which, and how.
struct Wizard {
    struct Finding {
        let screen: String
        /// The panel's place among those that are there.
        let panel: Int
        /// Nil where only the panel was asked for.
        let lie: PanelLie?
    }

    private let screens: [String]
    private let asked: [Corner]
    private var touched: [Corner] = []
    private var panel: Int?
    private(set) var findings: [Finding] = []

    /// Without corners, one touch anywhere is enough.
    init(_ screens: [String], asksForCorners: Bool) {
        self.screens = screens
        asked = asksForCorners ? Corner.asked : []
    }

    var isDone: Bool { findings.count == screens.count }

    /// What is to be done next.
    var question: String {
        let screen = TerminalText.line(screens[findings.count])
        guard touched.count < asked.count else { return "Touch the screen '\(screen)' anywhere." }
        let corner = asked[touched.count].words
        return touched.isEmpty ? "Touch the \(corner) corner of the screen '\(screen)'." : "Now its \(corner) corner."
    }

    /// Takes a touch, in parts of the panel's width and height; gives what is wrong with it, if anything is.
    mutating func touch(_ place: Point, of panel: Int) -> String? {
        if findings.contains(where: { $0.panel == panel }) {
            return "That panel is the one of '\(findings.first { $0.panel == panel }?.screen ?? "")' already."
        }
        guard !asked.isEmpty else {
            findings.append(Finding(screen: screens[findings.count], panel: panel, lie: nil))
            return nil
        }
        if let former = self.panel, former != panel { return startOver("That was another panel than before.") }
        guard let corner = Corner(near: place) else { return "That was not close to a corner." }
        self.panel = panel
        touched.append(corner)
        guard touched.count == asked.count else { return nil }
        guard let lie = PanelLie(touched: touched) else {
            return startOver("Those were not three corners of one panel, one after the other.")
        }
        findings.append(Finding(screen: screens[findings.count], panel: panel, lie: lie))
        (touched, self.panel) = ([], nil)
        return nil
    }

    private mutating func startOver(_ reason: String) -> String {
        (touched, panel) = ([], nil)
        return reason + " Once more."
    }
}

extension Wizard.Finding {
    /// What a layout says of the panel: `{ path: "pci-…", rotation: 90 }`.
    func input(_ sign: PanelSign?) -> JSONValue {
        var members = sign?.members ?? []
        if let lie, lie.degrees != 0 { members.append(.init("rotation", .number(Double(lie.degrees)))) }
        if let lie, lie.flipsX { members.append(.init("flipX", true)) }
        return .object(members)
    }
}
