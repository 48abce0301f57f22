import Contacts
import Geometry
import InputEvents
import Testing

@testable import TouchbridgeCommands

/// Tests the calibration matrix computed from touches, and the detection of touches that do not fit it.
struct CalibrationFitTests {
    private static let inset = Size(width: 0.1, height: 0.1)
    /// A panel of 400 by 200 mm. The error limit is 2 % of its 447 mm diagonal, 8.9 mm.
    private static let scale = CalibrationScale(
        panel: Size(width: 400, height: 200),
        screen: Size(width: 800, height: 400)
    )

    /// Returns exact touches on `count` targets, for a panel with the calibration `matrix`.
    private func touches(_ count: Int, _ matrix: Calibration = .identity) -> [CalibrationTouch] {
        let determinant = matrix.a * matrix.e - matrix.b * matrix.d
        return CalibrationTarget.list(count, inset: Self.inset).map { target in
            let (x, y) = (target.location.x - matrix.c, target.location.y - matrix.f)
            let location = Point(
                x: (matrix.e * x - matrix.b * y) / determinant,
                y: (matrix.a * y - matrix.d * x) / determinant
            )
            return CalibrationTouch(target: target.location, location: location)
        }
    }

    private static let matrices = [
        "1 0 0 0 1 0", "0 -1 1 1 0 0", "-1 0 1 0 -1 1", "1.1 0.02 -0.05 0 0.9 0.04", "16 0 0 0 12 -1",
    ]

    @Test(arguments: matrices, [4, 5, 6, 9])
    func `exact touches give the exact matrix`(_ text: String, _ count: Int) throws {
        let matrix = try #require(Calibration(text))
        let touches = touches(count, matrix)
        guard case .fit(let fit) = CalibrationVerdict(touches, Self.scale) else {
            Issue.record("\(CalibrationVerdict(touches, Self.scale))")
            return
        }
        #expect(fit.matrix.text == text)
        #expect(Self.scale.largestError(of: touches, in: fit) < 1e-9)
        #expect(!fit.isMirrored)
    }

    @Test func `noise is averaged, and the error is measured on the panel`() throws {
        var touches = touches(5, try #require(Calibration("0 -1 1 1 0 0")))
        // The screen's x axis is the panel's y axis of 200 mm, so 0.01 is 2 mm.
        touches[4].location.y += 0.01
        let fit = try #require(CalibrationFit(touches))
        #expect(Self.scale.error(of: touches[4], in: fit).decimal(2) == "1.6")
        #expect(Self.scale.error(of: touches[0], in: fit).decimal(2) == "0.41")
        let points = CalibrationScale(panel: nil, screen: Size(width: 1000, height: 500))
        #expect(points.unit == "points")
        #expect(points.error(of: touches[4], in: fit).decimal(2) == "8")
    }

    @Test(arguments: [4, 5, 6, 7, 9], 0..<9)
    func `one far outlier is named`(_ count: Int, _ index: Int) {
        guard index < count else { return }
        var touches = touches(count)
        touches[index].location = Point(x: touches[index].location.x < 0.5 ? 0.4 : 0.25, y: 0.35)
        #expect(CalibrationVerdict(touches, Self.scale) == .outlier(index))
    }

    @Test func `a touch at the limit fits, and one past the limit does not`() {
        var touches = touches(9)
        touches[4].location.x += 8 / 400
        #expect(CalibrationVerdict(touches, Self.scale) != .outlier(4))
        touches[4].location.x += 3 / 400
        #expect(CalibrationVerdict(touches, Self.scale) == .outlier(4))
    }

    @Test(arguments: [4, 5, 9]) func `two touches in the wrong order fit no map`(_ count: Int) {
        var touches = touches(count)
        (touches[0].location, touches[1].location) = (touches[1].location, touches[0].location)
        #expect(CalibrationVerdict(touches, Self.scale) == .inconsistent)
    }

    @Test func `mirrored touches give a mirrored matrix`() throws {
        let touches = touches(4, Calibration(a: -1, b: 0, c: 1, d: 0, e: 1, f: 0))
        guard case .fit(let fit) = CalibrationVerdict(touches, Self.scale) else {
            Issue.record("no fit")
            return
        }
        #expect(fit.isMirrored && fit.matrix.text == "-1 0 1 0 1 0")
    }

    @Test func `touches on a line determine no matrix`() {
        var touches = touches(5)
        for index in touches.indices { touches[index].location = Point(x: 0.1 + 0.2 * Double(index), y: 0.3) }
        #expect(CalibrationVerdict(touches, Self.scale) == .line)
        for index in touches.indices { touches[index].location = Point(x: 0.5, y: 0.5) }
        #expect(CalibrationVerdict(touches, Self.scale) == .line)
        #expect(CalibrationFit(Array(touches.prefix(2))) == nil)
    }

    @Test func `an equal touch is refused and asked for again`() {
        var session = CalibrationSession(CalibrationTarget.list(4, inset: Self.inset), Self.scale)
        #expect(session.question == "1 of 4: Touch the upper left target.")
        #expect(session.take(.at(Point(x: 0.1, y: 0.1))) == nil)
        let problem = session.take(.at(Point(x: 0.104, y: 0.1)))
        #expect(problem?.hasPrefix("The touch is at the same position as the touch of the upper left target; ") == true)
        #expect(session.question == "2 of 4: Touch the upper right target.")
        #expect(session.take(.moved)?.hasPrefix("The finger moved") == true)
        #expect(session.take(.severalFingers)?.hasPrefix("Several fingers") == true)
        #expect(session.take(.at(Point(x: 0.9, y: 0.1))) == nil)
    }

    @Test func `an outlier is asked for again, and the other touches remain`() {
        var session = CalibrationSession(CalibrationTarget.list(5, inset: Self.inset), Self.scale)
        for (x, y) in [(0.1, 0.1), (0.9, 0.1), (0.6, 0.7), (0.1, 0.9)] {
            #expect(session.take(.at(Point(x: x, y: y))) == nil)
        }
        let problem = session.take(.at(Point(x: 0.5, y: 0.5)))
        #expect(problem == "The touch of the lower right target does not fit the others; touch this target again.")
        #expect(session.question == "3 of 5: Touch the lower right target." && session.fit == nil)
        #expect(session.take(.at(Point(x: 0.9, y: 0.9))) == nil)
        #expect(session.fit?.matrix.text == "1 0 0 0 1 0" && session.target == nil)
    }

    @Test func `a fingertip in a corner of a rotated panel is as far from both edges`() {
        var session = CalibrationSession(cornersOf: Self.scale)
        #expect(session.question == "1 of 4: Push a fingertip into the upper left corner of the screen.")
        // On the rotated panel, 4 mm are 0.01 of its width and 0.02 of its height.
        for (x, y) in [(0.01, 0.98), (0.01, 0.02), (0.99, 0.02), (0.99, 0.98)] {
            #expect(session.take(.at(Point(x: x, y: y))) == nil)
        }
        #expect(session.fit?.matrix.text == "0 -1 1 1 0 0")
    }

    @Test(arguments: [
        (1.0, "1"), (-0.5, "-0.5"), (0.000_001, "0"), (-0.000_004, "0"), (12.345678, "12.34568"), (0.00001, "0.00001"),
    ])
    func `matrix numbers have no exponents`(_ number: Double, _ text: String) { #expect(number.decimal(5) == text) }

    @Test(arguments: PanelMapping.Rotation.allCases, [false, true])
    func `the matrix of an orientation is that of the layout's rotation and flipX`(
        _ rotation: PanelMapping.Rotation,
        _ isFlipped: Bool
    ) {
        var orientation = PanelOrientation()
        (orientation.rotation, orientation.flipsX) = (rotation, isFlipped)
        var device = DeviceDescription(name: "")
        device.axes = [.x: AxisRange(minimum: 0, maximum: 99), .y: AxisRange(minimum: 0, maximum: 49)]
        var keys = PanelMapping(screen: Rect(x: 0, y: 0, width: 1, height: 1))
        (keys.rotation, keys.flipsX) = (rotation, isFlipped)
        var matrix = PanelMapping(screen: keys.screen)
        matrix.calibration = orientation.matrix
        for (x, y) in [(Int32(0), Int32(0)), (99, 0), (20, 40)] {
            let (first, second) = (
                keys.transform(from: device).point(x: x, y: y), matrix.transform(from: device).point(x: x, y: y)
            )
            #expect(first.distance(to: second) < 1e-9)
        }
    }
}
