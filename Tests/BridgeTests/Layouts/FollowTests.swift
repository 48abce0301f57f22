internal import Bridge
import Geometry
import HandlerEvents
internal import LayoutPlans
internal import LayoutRuntime
import PluginAPI
import ResponderKit
import Testing

/// Tests views that follow fingers.
struct FollowTests {
    private func stage(_ follows: String, _ keys: String = "", frame: String = "[100, 100, 400, 400]") throws
        -> LayoutStage
    {
        try LayoutStage(
            """
            screens: [{ size: [1000, 800] }]
            root: { id: page, subviews: [{ id: photo, frame: \(frame), follows: \(follows)\(keys) }] }
            """
        )
    }

    /// Moves fingers in steps from their first to their last locations. Each step is one report.
    private func drag(
        _ stage: LayoutStage,
        _ fingers: [(Point, Point)],
        steps: Int = 20,
        lifts: Bool = true,
        from start: Int64 = 1_000_000,
        each: () -> Void = {}
    ) {
        func report(_ change: TouchSample.Change, _ part: Double, at time: Int64) {
            let samples = fingers.enumerated().map { index, finger in
                let x = finger.0.x + (finger.1.x - finger.0.x) * part
                let y = finger.0.y + (finger.1.y - finger.0.y) * part
                return TouchSample(FingerID(device: 1, contact: Int32(index)), change, at: Point(x: x, y: y))
            }
            stage.pipeline.advance(to: time)
            stage.application.send(TouchFrame(time: time, samples))
        }
        report(.began, 0, at: start)
        for step in 1...steps {
            report(.moved, Double(step) / Double(steps), at: start + Int64(step) * 10_000)
            each()
        }
        if lifts { report(.ended, 1, at: start + Int64(steps + 1) * 10_000) }
    }

    private func isNear(_ a: Double, _ b: Double) -> Bool { (a - b).magnitude < 1e-6 }

    @Test
    func `an area without finite limits causes no crash`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [800, 480] }]
            root:
              subviews:
                - frame: [100, 100, 200, 200]
                  bounds: [0, 0, 1e308, 1e308]
                  subviews:
                    - id: photo
                      frame: [0, 0, 100%, 100%]
                      follows: { gestures: pan, area: [-900000000%, 0, 900000000%, 10] }
            """
        )
        drag(stage, [(Point(x: 150, y: 150), Point(x: 300, y: 200))])
        #expect(try stage.view("photo").superview != nil)
    }

    @Test
    func `a pan moves the view by its transform`() throws {
        let stage = try stage("pan")
        drag(stage, [(Point(x: 200, y: 200), Point(x: 260, y: 170))])
        let photo = try stage.view("photo")
        #expect(photo.transform == AffineTransform(translationX: 60, y: -30))
        #expect(photo.center == Point(x: 300, y: 300))
        drag(stage, [(Point(x: 250, y: 200), Point(x: 260, y: 250))], from: 3_000_000)
        #expect(photo.transform == AffineTransform(translationX: 70, y: 20))
    }

    @Test
    func `a pinch scales the view about the centre of the fingers`() throws {
        let stage = try stage("[pinch]")
        let fingers = [(Point(x: 150, y: 200), Point(x: 100, y: 200)), (Point(x: 250, y: 200), Point(x: 300, y: 200))]
        drag(stage, fingers)
        let photo = try stage.view("photo")
        #expect(isNear(photo.transform.a, 2) && isNear(photo.transform.b, 0))
        let middle = photo.convert(Point(x: 200, y: 200), from: nil)
        #expect(isNear(middle.x, 100) && isNear(middle.y, 100))
    }

    @Test
    func `a rotation rotates the view about the centre of the fingers`() throws {
        let stage = try stage("[rotation]")
        let fingers = [(Point(x: 150, y: 200), Point(x: 200, y: 150)), (Point(x: 250, y: 200), Point(x: 200, y: 250))]
        drag(stage, fingers)
        let photo = try stage.view("photo")
        #expect(isNear(photo.transform.a, 0) && isNear(photo.transform.b, 1))
        let middle = photo.convert(Point(x: 200, y: 200), from: nil)
        #expect(isNear(middle.x, 100) && isNear(middle.y, 100))
    }

    @Test
    func `with all gestures, each finger stays at its point of the view`() throws {
        let stage = try stage("[pan, pinch, rotation]")
        let photo = try stage.view("photo")
        let ends = [Point(x: 420, y: 460), Point(x: 640, y: 210)]
        let fingers = [(Point(x: 150, y: 200), ends[0]), (Point(x: 250, y: 200), ends[1])]
        var points: [[Point]] = []
        var step = 0
        drag(stage, fingers, steps: 40) {
            step += 1
            let now = fingers.map { from, to in
                let part = Double(step) / 40
                let place = Point(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
                return photo.convert(place, from: nil)
            }
            points.append(now)
        }
        for now in points.dropFirst(10) {
            #expect(isNear(now[0].x, 50) && isNear(now[0].y, 100))
            #expect(isNear(now[1].x, 150) && isNear(now[1].y, 100))
        }
    }

    @Test
    func `fingers on two views move both views`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [1000, 800] }]
            root:
              subviews:
                - { id: a, frame: [0, 0, 200, 200], follows: [pan, pinch, rotation] }
                - { id: b, frame: [500, 0, 200, 200], follows: [pan, pinch, rotation] }
            """
        )
        let fingers = [(Point(x: 50, y: 50), Point(x: 80, y: 50)), (Point(x: 550, y: 50), Point(x: 550, y: 90))]
        drag(stage, fingers)
        #expect(try stage.view("a").transform == AffineTransform(translationX: 30, y: 0))
        #expect(try stage.view("b").transform == AffineTransform(translationX: 0, y: 40))
    }

    @Test
    func `the area limits the center, and the view returns with the finger`() throws {
        let stage = try stage("{ gestures: pan, area: [200, 300, \"100% - 400\", 0] }")
        let photo = try stage.view("photo")
        drag(stage, [(Point(x: 200, y: 200), Point(x: 900, y: 400))], lifts: false)
        #expect(photo.transform == AffineTransform(translationX: 500, y: 0))
        stage.move(700, 100, at: 2_000_000)
        #expect(photo.transform == AffineTransform(translationX: 500, y: 0))
        stage.move(350, 100, at: 2_100_000)
        #expect(photo.transform == AffineTransform(translationX: 150, y: 0))
    }

    @Test
    func `scale and rotation have limits`() throws {
        let stage = try stage("{ gestures: [pinch, rotation], scale: [0.5, 1.5], rotation: [-30, 30] }")
        let photo = try stage.view("photo")
        let fingers = [(Point(x: 250, y: 300), Point(x: 300, y: 100)), (Point(x: 350, y: 300), Point(x: 300, y: 500))]
        drag(stage, fingers)
        let transform = photo.transform
        #expect(isNear((transform.a * transform.d - transform.b * transform.c).squareRoot(), 1.5))
        #expect(isNear(Trigonometry.arctangent(y: transform.b, x: transform.a), .pi / 6))
    }

    @Test
    func `a view that snaps back has its former transform after the lift`() throws {
        let stage = try stage("{ gestures: [pan], snapBack: true, on: { ended: { m.note: ['{{translationX}}'] } } }")
        _ = stage.drain()
        drag(stage, [(Point(x: 200, y: 200), Point(x: 260, y: 200))])
        #expect(try stage.view("photo").transform == .identity)
        #expect(stage.journal.handlerEvents.map(\.translationX) == [60])
    }

    @Test
    func `handlers receive the transform, at most at the chosen rate`() throws {
        let on = "on: { began: m.note, changed: m.note, ended: m.note, cancelled: m.note }"
        for (rate, count) in [("", 17), (", changesPerSecond: 20", 4)] {
            let stage = try stage("{ gestures: [pan, pinch, rotation], \(on)\(rate) }")
            drag(stage, [(Point(x: 200, y: 200), Point(x: 260, y: 200))])
            let events = stage.journal.handlerEvents
            #expect(events.first?.event == .began && events.last?.event == .ended)
            #expect(events.last?.translationX == 60 && events.last?.scale == 1)
            #expect(events.filter { $0.event == .changed }.count == count - 1)
            #expect(Set(events.map(\.stream)).count == 1)
        }
    }

    @Test
    func `a report of two fingers causes one changed event`() throws {
        let stage = try stage("{ gestures: [pan, pinch, rotation], on: { changed: m.note } }")
        let fingers = [(Point(x: 150, y: 200), Point(x: 420, y: 460)), (Point(x: 250, y: 200), Point(x: 640, y: 210))]
        drag(stage, fingers, steps: 40)
        let times = stage.journal.handlerEvents.map(\.time)
        #expect(Set(times).count >= times.count - 2)
    }

    @Test
    func `the gestures begin at the slop of the layout, also in millimetres`() throws {
        func scale(_ follows: String) throws -> Bool {
            let stage = try stage(follows)
            // The finger moves by 36 points, or 9.6 mm: without a panel, a millimetre has 3.75 points.
            drag(stage, [(Point(x: 200, y: 200), Point(x: 236, y: 200))])
            return try !stage.view("photo").transform.isIdentity
        }
        #expect(try scale("{ gestures: pan }"))
        #expect(try scale("{ gestures: pan, slop: 35 }"))
        #expect(try !scale("{ gestures: pan, slop: 37 }"))
        #expect(try scale("{ gestures: [pan, pinch, rotation], slop: 9mm, slopAngle: 20 }"))
        #expect(try !scale("{ gestures: pan, slop: 10mm }"))
    }

    @Test(arguments: [true, false])
    func `recognized gestures cancel their touches only if the layout says so`(_ cancels: Bool) throws {
        let stage = try stage(
            "{ gestures: [pan, pinch, rotation], cancelsTouchesInView: \(cancels) }",
            ", multipleTouchEnabled: true, on: { touchesMoved: m.note, touchesEnded: m.note, touchesCancelled: m.note }"
        )
        drag(stage, [(Point(x: 200, y: 200), Point(x: 300, y: 250)), (Point(x: 300, y: 300), Point(x: 300, y: 400))])
        let events = stage.drain()
        #expect(events.contains { $0.contains("touchesCancelled") } == cancels)
        #expect(events.contains { $0.contains("touchesEnded") } != cancels)
        #expect(!(try stage.view("photo").transform.isIdentity))
    }

    @Test
    func `a reload keeps the transform`() throws {
        let text = "root: { subviews: [{ id: photo, frame: [0, 0, 400, 400], follows: [pan], tag: 1 }] }"
        let stage = try LayoutStage(text)
        drag(stage, [(Point(x: 200, y: 200), Point(x: 260, y: 200))])
        let moved = AffineTransform(translationX: 60, y: 0)
        for _ in 0..<2 {
            _ = stage.pipeline.reload(try LayoutStage.plan(text, stage.journal))
            #expect(try stage.view("photo").transform == moved)
        }
        let changed = text.replacing("tag: 1", with: "transform: { scale: 2 }")
        _ = stage.pipeline.reload(try LayoutStage.plan(changed, stage.journal))
        #expect(try stage.view("photo").transform == AffineTransform(scaleX: 2, y: 2))
    }

    @Test
    func `the removal of a view cancels its gestures`() throws {
        let stage = try stage("{ gestures: [pan, pinch, rotation], on: { began: m.note, cancelled: m.note } }")
        drag(stage, [(Point(x: 200, y: 200), Point(x: 260, y: 200))], lifts: false)
        #expect(stage.ask(.remove(view: "photo")) == .done)
        #expect(stage.journal.handlerEvents.map(\.event) == [.began, .cancelled])
        stage.move(300, 300, at: 2_000_000)
        stage.up(300, 300, at: 2_010_000)
        #expect(stage.journal.handlerEvents.count == 2)
    }

    @Test(arguments: ["tap", "[]", "[pan, pan]", "{ scale: [1, 2] }", "{ gestures: pan, scale: [0, 2] }"])
    func `invalid values are rejected`(follows: String) throws {
        #expect(LayoutStage.read("root: { follows: \(follows) }").plan == nil)
    }
}
