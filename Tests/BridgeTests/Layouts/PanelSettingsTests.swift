internal import Bridge
import Contacts
import Geometry
import InputEvents
internal import InputHub
import TestSupport
import Testing

/// Tests that a panel receives the panel settings of its layout.
struct PanelSettingsTests {
    private static let keys = [
        "rotation: 90", "flipX: true", "staleContactTimeout: 2s", "silentAfter: 1h", "touchArbitration: false",
        "filters: { debounce: 20ms, dejitter: 4, minimumPressure: 0.1, outOfRange: reject, ghosts: 1min }",
        "calibration: [1, 0, 0.1, 0, 1, 0]",
    ]

    @Test(arguments: [keys, keys.reversed()])
    func `the keys of a screen become the settings of its panel, in any order`(keys: [String]) throws {
        let input = keys.joined(separator: ", ")
        let stage = try LayoutStage(
            "screens: [{ size: [100, 100], position: [50, 0], deadZones: [[0, 0, 10, 10]], input: { \(input) } }]\nroot: {}"
        )
        let panel = try #require(stage.pipeline.add(Streams.panel()) { _ in })
        var expected = PanelSettings(screen: Rect(x: 50, y: 0, width: 100, height: 100))
        (expected.mapping.rotation, expected.mapping.flipsX) = (.quarter, true)
        expected.mapping.calibration = Calibration(a: 1, b: 0, c: 0.1, d: 0, e: 1, f: 0)
        (expected.filters.debounce, expected.filters.dejitter, expected.filters.minimumPressure) = (20_000, 4, 0.1)
        (expected.filters.outOfRange, expected.filters.ghosts) = (.reject, 60_000_000)
        (expected.filters.staleContactTimeout, expected.filters.arbitrates) = (2_000_000, false)
        expected.filters.silentAfter = 3_600_000_000
        expected.filters.deadZones = [Rect(x: 50, y: 0, width: 10, height: 10)]
        #expect(stage.pipeline.hub.panel(panel)?.settings == expected)
    }

    @Test
    func `udev's calibration applies only if the layout has none`() throws {
        func calibration(_ input: String) throws -> Calibration? {
            let stage = try LayoutStage("screens: [{ size: [100, 100], input: { \(input) } }]\nroot: {}")
            var device = Streams.panel()
            device.udev["LIBINPUT_CALIBRATION_MATRIX"] = "1 0 0.5 0 1 0"
            let panel = try #require(stage.pipeline.add(device) { _ in })
            return stage.pipeline.hub.panel(panel)?.settings.mapping.calibration
        }
        #expect(try calibration("")?.c == 0.5)
        #expect(try calibration("calibration: [1, 0, 0.1, 0, 1, 0]")?.c == 0.1)
    }
}
