import Geometry
import InputEvents
import JSON
import Testing

@testable import TouchbridgeCommands

/// Tests the computation of a panel's orientation from touches in its corners.
struct IdentifyTests {
    /// Returns the location of a screen corner on a panel that is first mirrored, then rotated clockwise by quarter
    /// turns.
    private func corner(_ corner: Corner, quarters: Int, isMirrored: Bool) -> Corner {
        let turned = (corner.rawValue - quarters + 4) % 4
        return Corner(rawValue: isMirrored ? [1, 0, 3, 2][turned] : turned) ?? corner
    }

    @Test(arguments: 0..<4, [false, true])
    func `three corners determine the rotation of a panel and whether it is mirrored`(
        _ quarters: Int,
        _ isMirrored: Bool
    ) {
        let touched = Corner.asked.map { corner($0, quarters: quarters, isMirrored: isMirrored) }
        let orientation = PanelOrientation(touched: touched)
        #expect(orientation?.degrees == quarters * 90)
        #expect(orientation?.flipsX == isMirrored)
    }

    @Test(arguments: [
        [Corner.upperLeft, .upperLeft, .lowerRight], [.upperLeft, .lowerRight, .upperRight], [.upperRight],
    ])
    func `an impossible order of corners gives no orientation`(_ touched: [Corner]) {
        #expect(PanelOrientation(touched: touched) == nil)
    }

    private let locations: [Corner: Point] = [
        .upperLeft: Point(x: 0.1, y: 0.05), .upperRight: Point(x: 0.9, y: 0.1), .lowerRight: Point(x: 0.8, y: 0.9),
    ]

    @Test func `identify asks for each corner of each screen`() throws {
        var wizard = Wizard(["left", "right"], asksForCorners: true)
        #expect(wizard.question == "Touch the upper left corner of the screen 'left'.")
        for corner in Corner.asked { #expect(try wizard.touch(#require(locations[corner]), of: 1) == nil) }
        #expect(wizard.question == "Touch the upper left corner of the screen 'right'.")
        let mapped = "The touched panel is already mapped to the screen 'left'."
        #expect(wizard.touch(Point(x: 0.1, y: 0.1), of: 1) == mapped)
        #expect(wizard.touch(Point(x: 0.5, y: 0.1), of: 0) == "The touch was not close to a corner.")
        #expect(wizard.touch(Point(x: 0.1, y: 0.1), of: 0) == nil)
        #expect(wizard.question == "Touch the upper right corner of the screen 'right'.")
        #expect(wizard.touch(Point(x: 0.1, y: 0.1), of: 2) == "The touch was on a different panel. Try again.")
        #expect(wizard.question == "Touch the upper left corner of the screen 'right'.")
        for corner in Corner.asked { #expect(try wizard.touch(#require(locations[corner]), of: 0) == nil) }
        #expect(wizard.isDone)
        #expect(wizard.findings.map(\.panel) == [1, 0])
    }

    private func panel(_ name: String, serial: String? = nil, path: String? = nil) -> DeviceDescription {
        var device = DeviceDescription(name: name)
        device.udev["ID_SERIAL_SHORT"] = serial
        device.udev["ID_PATH"] = path
        return device
    }

    @Test func `L6: a panel is identified by the first property that no other panel shares`() {
        let alone = panel("A [x]", serial: "1", path: "p")
        func sign(_ others: DeviceDescription...) -> JSONValue? {
            PanelSign(of: alone, among: others).map { .object($0.members) }
        }
        #expect(sign(panel("B")) == ["name": "A \\[x]"])
        #expect(sign() == ["name": "A \\[x]"])
        #expect(sign(panel("A [x]", serial: "2", path: "p")) == ["serial": "1"])
        #expect(sign(panel("A [x]", serial: "1", path: "q")) == ["path": "p"])
        // One panel has the same name, and another the same path, so both properties are necessary.
        let others = (panel("A [x]", serial: "1", path: "q"), panel("B", serial: "1", path: "p"))
        #expect(sign(others.0, others.1) == ["name": "A \\[x]", "path": "p"])
        #expect(sign(panel("A [x]", serial: "1", path: "p")) == nil)
    }

    @Test func `panels with identical properties are reported with a remedy`() throws {
        let twins = [panel("Twin", path: "p"), panel("Twin", path: "p"), panel("Other")]
        var wizard = Wizard(["left", "middle", "right"], asksForCorners: true)
        let corners: [[Corner]] = [[.lowerLeft, .upperLeft, .upperRight], Corner.asked, Corner.asked]
        let locations = locations.merging([.lowerLeft: Point(x: 0.1, y: 0.9)]) { $1 }
        for (number, corners) in corners.enumerated() {
            for corner in corners { #expect(try wizard.touch(#require(locations[corner]), of: number) == nil) }
        }
        let answer = PanelAnswer(wizard.findings, of: twins)
        #expect(
            answer.lines == [
                "screens:",
                #"  # - { name: "left", input: { rotation: 90 } }  # Twin, not distinguishable"#,
                #"  # - { name: "middle", input: {} }  # Twin, not distinguishable"#,
                #"  - { name: "right", input: { name: "Other" } }  # Other"#,
            ]
        )
        let inputs = answer.json["screens"]?.list?.map { $0["input"] }
        #expect(inputs == [.null, .null, ["name": "Other"]])
        let problem = try #require(answer.problem)
        let panels = "'left' ('Twin'), 'middle' ('Twin')"
        #expect(problem.hasPrefix("no `input:` can distinguish these panels: \(panels), because "))
        #expect(problem.contains("plug each panel into a separate port"))
    }

    @Test func `a single panel needs no identifying property`() throws {
        var wizard = Wizard(["screen"], asksForCorners: false)
        #expect(wizard.touch(Point(x: 0.5, y: 0.5), of: 0) == nil)
        let answer = PanelAnswer(wizard.findings, of: [panel("")])
        #expect(answer.problem == nil && answer.lines.last == #"  - { name: "screen", input: {} }  # "#)
    }
}
