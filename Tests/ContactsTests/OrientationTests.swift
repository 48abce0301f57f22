import Contacts
import Geometry
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Tests that every panel unit maps into its screen, for every rotation and mirroring.
@Suite struct OrientationTests {
    /// Orientation of a panel; `all` contains all combinations of swapped and mirrored axes.
    struct Orientation: CustomTestStringConvertible {
        var name: String
        var change: @Sendable (inout PanelMapping) -> Void
        var testDescription: String { name }

        static let all: [Orientation] = {
            var all: [Orientation] = []
            let matrices = [
                "-1 0 1 0 1 0", "1 0 0 0 -1 1", "-1 0 1 0 -1 1", "0 -1 1 1 0 0", "0 1 0 -1 0 1", "0 1 0 1 0 0",
            ]
            for rotation in PanelMapping.Rotation.allCases {
                for bits in 0..<8 {
                    for matrix in [nil] + matrices {
                        let name = "rotation \(rotation.rawValue), exchange and flips \(bits), \(matrix ?? "no matrix")"
                        all.append(
                            Orientation(name: name) { mapping in
                                mapping.rotation = rotation
                                mapping.swapsAxes = bits & 1 != 0
                                mapping.flipsX = bits & 2 != 0
                                mapping.flipsY = bits & 4 != 0
                                mapping.calibration = matrix.flatMap { Calibration($0) }
                            }
                        )
                    }
                }
            }
            return all
        }()
    }

    private static let ranges: [ClosedRange<Int32>] = [
        0...478, 0...479, 0...4095, 0...32767, 1...4096, 100...3996, -3...7, 3...1337, -2048...2047, 0...1,
        -32768...32767,
        (.min) ... .max, (.max - 1) ... .max,
    ]

    private static let screens = [
        Rect(x: 0, y: 0, width: 1080, height: 1920), Rect(x: 0, y: 0, width: 479, height: 1361),
        Rect(x: 1920, y: 0.1, width: 1279.7, height: 1023.3), Rect(x: -333.3, y: 77.7, width: 1.0 / 3, height: 7),
    ]

    private static func device(_ x: ClosedRange<Int32>, _ y: ClosedRange<Int32>) -> DeviceDescription {
        var device = DeviceDescription.panel([.slot, .trackingID, .contactX, .contactY])
        device.axes[.contactX] = AxisRange(minimum: x.lowerBound, maximum: x.upperBound)
        device.axes[.contactY] = AxisRange(minimum: y.lowerBound, maximum: y.upperBound)
        return device
    }

    /// Returns a range's ends, their neighbours and some values between.
    private static func units(of range: ClosedRange<Int32>) -> [Int32] {
        let (low, high) = (Int64(range.lowerBound), Int64(range.upperBound))
        let units = [low, low + 1, low + (high - low) / 3, low + (high - low) / 2, high - 1, high]
        return Set(units.map { Int32(min(max($0, low), high)) }).sorted()
    }

    @Test(.rule("V16"), arguments: Orientation.all)
    func `every unit lies on the screen, evenly spaced, with the first one at an edge`(_ orientation: Orientation) {
        for (index, x) in Self.ranges.enumerated() {
            for screen in Self.screens {
                let y = Self.ranges[(index * 5 + 3) % Self.ranges.count]
                var mapping = PanelMapping(screen: screen)
                orientation.change(&mapping)
                let transform = mapping.transform(from: Self.device(x, y))
                let points = Self.units(of: x).flatMap { x in Self.units(of: y).map { transform.point(x: x, y: $0) } }
                let outside = points.filter { !screen.contains($0) }
                #expect(outside.isEmpty, "\(x) by \(y) on \(screen): \(outside)")
                #expect(points.map(\.x).min() == screen.minX)
                #expect(points.map(\.y).min() == screen.minY)
                // The maximum x coordinate is one unit before the screen's edge, for either direction of the axis.
                let row = [x.lowerBound, x.upperBound].map { transform.point(x: $0, y: y.lowerBound) }
                let across = row[0].x == row[1].x ? y : x
                let count = Double(across.upperBound) - Double(across.lowerBound) + 1
                let last = screen.minX + screen.width - screen.width / count
                #expect(abs((points.map(\.x).max() ?? 0) - last) <= 1e-12 * (screen.width + abs(screen.minX)))
            }
        }
    }

    @Test(
        .rule("V6", "V16"),
        arguments: [PanelFilters.OutOfRange.clamp, .pass, .reject],
        PanelMapping.Rotation.allCases
    )
    func `events at the panel's edges begin on the screen`(
        _ outOfRange: PanelFilters.OutOfRange,
        _ rotation: PanelMapping.Rotation
    ) throws {
        let screen = Rect(x: 0, y: 0, width: 320, height: 480)
        var filters = PanelFilters()
        filters.outOfRange = outOfRange
        var mapping = PanelMapping(screen: screen)
        mapping.rotation = rotation
        var digitizer = Digitizer(for: Self.device(0...959, 0...639), mapping: mapping, filters: filters)
        let inside = [(0, 0), (959, 0), (959, 639), (0, 639)] as [(Int32, Int32)]
        let beyond = [(-1, -1), (960, 640), (-32768, 300), (300, .max), (.min, .max)] as [(Int32, Int32)]
        for (x, y) in outOfRange == .clamp ? inside + beyond : inside {
            let sample = digitizer.sample(for: .at(x, y), at: 0)
            let placed = try #require(sample)
            #expect(screen.contains(placed.location), "\(x), \(y) is at \(placed.location)")
        }
    }

    @Test(
        .rule("V6", "V16"),
        arguments: [
            "1.04 0 -0.02 0 1.05 -0.025", "-1.04 0 1.02 0 -1.05 1.025", "0.9 -0.2 0.3 0.2 1.1 -0.2", "1e6 0 0 0 1e6 0",
        ]
    )
    func `with clamp, a calibration that exceeds the screen stays on it`(_ matrix: String) throws {
        let calibration = try #require(Calibration(matrix))
        for screen in Self.screens {
            for (x, y) in [(0...479, 0...799), (100...3996, -3...7)] as [(ClosedRange<Int32>, ClosedRange<Int32>)] {
                var mapping = PanelMapping(screen: screen)
                mapping.calibration = calibration
                var filters = PanelFilters()
                filters.dejitter = 50
                var digitizer = Digitizer(for: Self.device(x, y), mapping: mapping, filters: filters)
                for horizontal in Self.units(of: x) + [.min, .max] {
                    for vertical in Self.units(of: y) + [.min, .max] {
                        let state = ContactChange.at(horizontal, vertical).state
                        #expect(screen.contains(digitizer.location(of: state)))
                    }
                }
                _ = digitizer.sample(for: .at(0, 0), at: 0)
                for _ in 0..<4 {
                    guard let placed = digitizer.sample(for: .at(.max, .max, .moved), at: 0) else { continue }
                    #expect(screen.contains(placed.location))
                }
            }
        }
    }

    @Test(.rule("V16")) func `a mirrored axis is mirrored in units: 479.5 of 480 points`() {
        var mapping = PanelMapping(screen: Rect(x: 0, y: 0, width: 480, height: 480))
        mapping.flipsX = true
        let transform = mapping.transform(from: Self.device(0...959, 0...959))
        #expect(transform.point(x: 0, y: 0) == Point(x: 479.5, y: 0))
        #expect(transform.point(x: 959, y: 959) == Point(x: 0, y: 479.5))
        #expect(transform.unit(at: Point(x: 479.5, y: 479.5)) == Point(x: 0, y: 959))
    }
}
