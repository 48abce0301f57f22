import Contacts
import Geometry
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Tests the conversion of device units to points.
@Suite struct DigitizerTests {
    private let device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY])

    private func location(_ x: Int32, _ y: Int32, _ change: (inout PanelMapping) -> Void) -> Point {
        var mapping = PanelMapping(screen: Rect(x: 0, y: 0, width: 1000, height: 1000))
        change(&mapping)
        return mapping.transform(from: device).point(x: x, y: y)
    }

    /// For each rotation, the screen locations of the panel's corners, clockwise from its top left.
    @Test(
        .rule("V14"),
        arguments: [
            (PanelMapping.Rotation.none, [0, 0, 1, 0, 1, 1, 0, 1]),
            (.quarter, [1, 0, 1, 1, 0, 1, 0, 0]),
            (.half, [1, 1, 0, 1, 0, 0, 1, 0]),
            (.threeQuarters, [0, 1, 0, 0, 1, 0, 1, 1]),
        ] as [(PanelMapping.Rotation, [Double])]
    )
    func `a panel rotated clockwise maps each corner to the next one`(
        _ rotation: PanelMapping.Rotation,
        _ corners: [Double]
    ) {
        for (corner, unit) in [(0, 0), (999, 0), (999, 999), (0, 999)].enumerated() {
            let shown = location(Int32(unit.0), Int32(unit.1)) { mapping in
                mapping.screen = Rect(x: 5, y: 7, width: 1080, height: 1920)
                mapping.rotation = rotation
            }
            #expect((shown.x - (5 + 1078.92 * corners[2 * corner])).magnitude < 1e-9)
            #expect((shown.y - (7 + 1918.08 * corners[2 * corner + 1])).magnitude < 1e-9)
        }
    }

    @Test func `the axis swap precedes the flips, then calibration, then rotation`() {
        #expect(near(location(100, 200) { $0.swapsAxes = true }, 200, 100))
        #expect(near(location(100, 200) { $0.flipsX = true }, 899, 200))
        #expect(near(location(100, 200) { $0.flipsY = true }, 100, 799))
        #expect(near(location(100, 200) { ($0.swapsAxes, $0.flipsX) = (true, true) }, 799, 100))
        let shift = Calibration(a: 1, b: 0, c: 0.05, d: 0, e: 2, f: 0)
        #expect(near(location(100, 200) { ($0.flipsX, $0.calibration) = (true, shift) }, 949, 400))
        #expect(near(location(100, 200) { ($0.calibration, $0.rotation) = (shift, .quarter) }, 598, 150))
    }

    @Test func `libinput's matrix for 90° equals our rotation by 90°`() throws {
        let matrix = try #require(Calibration("0 -1 1 1 0 0"))
        for (x, y) in [(0, 0), (100, 200), (999, 3)] as [(Int32, Int32)] {
            let turned = location(x, y) { $0.rotation = .quarter }
            #expect(near(location(x, y) { $0.calibration = matrix }, turned.x, turned.y))
        }
    }

    @Test(arguments: [
        "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 x 0 1 0", "nan 0 0 0 1 0", "inf 0 0 0 1 0", "1e9 0 0 0 1 0",
    ])
    func `a calibration needs exactly six numbers`(_ text: String) { #expect(Calibration(text) == nil) }

    @Test(.rule("V14")) func `extreme ranges and values give finite locations`() {
        var wide = device
        wide.axes[.contactX] = AxisRange(minimum: .min, maximum: .max)
        wide.axes[.contactY] = AxisRange(minimum: .max - 1, maximum: .max)
        let mapping = PanelMapping(screen: Rect(x: 0, y: 0, width: 1000, height: 1000))
        var filters = PanelFilters()
        filters.outOfRange = .pass
        var digitizer = Digitizer(for: wide, mapping: mapping, filters: filters)
        for value in [Int32.min, -1, 0, 1, .max] {
            let placed = digitizer.sample(for: .at(value, value), at: 0)
            #expect(placed?.location.x.isFinite == true && placed?.location.y.isFinite == true)
        }
        #expect(digitizer.sample(for: .at(0, .max), at: 0)?.location == Point(x: 500, y: 500))
    }

    private func near(_ point: Point, _ x: Double, _ y: Double) -> Bool {
        (point.x - x).magnitude < 1e-9 && (point.y - y).magnitude < 1e-9
    }
}

extension ContactChange {
    static func at(
        _ x: Int32,
        _ y: Int32 = 0,
        _ phase: Phase = .down,
        slot: Int32 = 0,
        pressure: Int32 = 0
    ) -> ContactChange {
        var state = SlotState()
        (state.trackingID, state.x, state.y, state.pressure) = (1, x, y, pressure)
        return ContactChange(slot: slot, phase: phase, state: state)
    }
}
