import InputEvents
import TestSupport
import TestTraits
import Testing

@testable import InputHub
@testable import LayoutPlans

/// Tests the assignment of a recording's panels to screens.
@Suite struct PanelAssignmentTests {
    private let layout = """
        screens:
          - { name: left, input: { path: "pci-1" }, root: {} }
          - { name: middle, input: { path: "pci-2" }, root: {} }
          - { name: right, input: { path: "pci-3" }, root: {} }
        """

    private func panel(_ path: String?) -> DeviceDescription {
        var panel = Streams.panel()
        if let path { panel.udev["ID_PATH"] = path }
        return panel
    }

    private func screens(_ paths: [String?], _ assignment: PanelAssignment) throws -> [Int?] {
        try LayoutStage.plan(layout).screens(of: paths.map(panel), by: assignment)
    }

    @Test(.rule("L6")) func `a panel is assigned to the matching screen, or to none`() throws {
        #expect(try screens(["pci-2", nil, "pci-9", "pci-1"], .matching) == [1, nil, nil, 0])
    }

    @Test func `--screen assigns every panel to that screen, whatever its input: says`() throws {
        #expect(try screens(["pci-2", nil], .screen(2)) == [2, 2])
    }

    @Test func `--any-screen assigns unmatched panels to the first screens without a panel`() throws {
        #expect(try screens([nil, "pci-1", nil], .anyScreen) == [1, 0, 2])
        #expect(try screens([nil], .anyScreen) == [0])
        // With more panels than screens, the fourth panel is assigned to the first screen.
        #expect(try screens([nil, nil, nil, nil], .anyScreen) == [0, 1, 2, 0])
    }

    @Test func `a device other than a touchscreen gets no screen`() throws {
        let devices = [Streams.keys(), panel(nil)]
        let plan = try LayoutStage.plan(layout)
        #expect(plan.screens(of: devices, by: .anyScreen) == [nil, 0])
        #expect(plan.screens(of: devices, by: .screen(1)) == [nil, 1])
    }

    @Test(.rule("V13")) func `a chosen screen accepts an unusual device, but not beside a panel`() throws {
        var mouse = panel(nil)
        mouse.udev = ["ID_INPUT": "1", "ID_INPUT_MOUSE": "1"]
        let plan = try LayoutStage.plan(layout)
        #expect(plan.screens(of: [mouse], by: .matching) == [nil])
        #expect(plan.screens(of: [Streams.keys(), mouse], by: .screen(2)) == [nil, 2])
        #expect(plan.screens(of: [mouse], by: .anyScreen) == [0])
        #expect(plan.screens(of: [mouse, panel(nil)], by: .screen(2)) == [nil, 2])
        #expect(plan.screens(of: [mouse, panel(nil)], by: .anyScreen) == [nil, 0])
    }

    @Test func `a panel without a matching screen is reported with each screen's requirements`() throws {
        let words = try LayoutStage.plan(layout).mismatch(of: panel("pci-9"))
        #expect(
            words.hasSuffix(
                "matches no screen's `input:`; the screen `left` requires `path: pci-1`, "
                    + "the screen `middle` requires `path: pci-2`, the screen `right` requires `path: pci-3`"
            )
        )
    }
}
