import Geometry
import Testing

@testable import Pictures

struct ReplaySummaryTests {
    private let scene: Scene = {
        var scene = Scene(title: "test")
        scene.screens = [Scene.Screen(name: "lobby", frame: Rect(x: 0, y: 0, width: 1000, height: 600))]
        return scene
    }()

    /// Returns a summary of `touches` touches with `moves` moves each.
    private func summary(touches: Int, moves: Int, name: String = "page") -> ReplaySummary {
        var summary = ReplaySummary()
        var time: Int64 = 5_000_000
        for number in 1...touches {
            let start = Point(x: Double(number * 37 % 900), y: Double(number * 91 % 500))
            summary.begin(number, at: start, time, hit: (name, Quad(scene.screens[0].frame)))
            for move in 0..<moves {
                time += 8000
                summary.move(number, to: Point(x: start.x + Double(move % 200), y: start.y), time)
                summary.report(time, after: time - 8000)
                summary.addEntry(.init(.handler, "log.write of \(name)"), .plain, "on touchesMoved", of: number, time)
            }
            time += 8000
            summary.end(number, at: start, time, isCancelled: number % 3 == 0)
            summary.addEntry(.init(.gesture, "tap \(number % 100)"), .ended, "recognized", of: number, time)
            summary.refuse(at: start, time, because: "dead zone")
            time += 200_000
        }
        return summary
    }

    @Test
    func `the summary and pictures of a long recording are limited in size`() throws {
        let summary = summary(touches: 3000, moves: 60)
        #expect(summary.strokeCount == 3000)
        #expect(summary.strokes.count <= ReplaySummary.strokeLimit + ReplaySummary.fullLimit)
        #expect(summary.strokes.dropLast(ReplaySummary.fullLimit).allSatisfy { $0.samples.count <= Stroke.thinLimit })
        #expect(
            summary.entries.count <= ReplaySummary.entryLimit * 2 && summary.lanes.count <= ReplaySummary.laneLimit
        )
        #expect(
            summary.reports.count <= ReplaySummary.reportLimit * 2
                && summary.refusals.count <= ReplaySummary.refusalLimit * 2
        )
        for svg in [ReplayPicture(summary, over: scene).svg, TimelinePicture(summary, title: "test").svg] {
            let read = try #require(WellFormed(svg))
            #expect(svg.count < 400_000)
            #expect(read.hasNumbersOnly)
            #expect(read.text.contains("newest 20"))
        }
    }

    @Test
    func `a touch of a million moves keeps its shape in a few hundred samples`() throws {
        var stroke = Stroke(1, at: .zero, 0, hit: nil)
        for move in 1...1_000_000 { stroke.move(to: Point(x: Double(move), y: 0), Int64(move) * 1000) }
        #expect(stroke.moves == 1_000_000)
        #expect((Stroke.sampleLimit / 2 - 1...Stroke.sampleLimit).contains(stroke.samples.count))
        let gaps = zip(stroke.samples, stroke.samples.dropFirst()).map { $1.location.x - $0.location.x }
        #expect(gaps.allSatisfy { $0 <= 8192 })
    }

    @Test
    func `a finger that stays is a pause, and one that moves is not`() {
        var stroke = Stroke(1, at: .zero, 0, hit: nil)
        stroke.move(to: Point(x: 2, y: 1), 200_000)
        stroke.move(to: Point(x: 50, y: 0), 400_000)
        stroke.move(to: Point(x: 100, y: 0), 500_000)
        stroke.end(at: Point(x: 101, y: 0), 1_500_000, isCancelled: false)
        #expect(stroke.pauses.map(\.length) == [400_000, 1_000_000])
        #expect(stroke.pauses.map(\.location) == [.zero, Point(x: 100, y: 0)])
    }

    @Test
    func `repeated entries are merged and counted per touch`() {
        var summary = ReplaySummary()
        let lane = ReplaySummary.Lane(.handler, "log.write")
        for number in 1...2 { summary.begin(number, at: .zero, 0, hit: nil) }
        for time in 0..<10 { summary.addEntry(lane, .plain, "on touchesMoved", of: time % 2 + 1, Int64(time) * 8000) }
        summary.addEntry(lane, .plain, "on touchesMoved", of: 1, 9_000_000)
        #expect(summary.entries.map(\.count) == [5, 5, 1])
    }

    @Test(arguments: LayoutPictureTests.hostile.indices)
    func `hostile names in a summary are drawn as text`(_ number: Int) throws {
        let name = LayoutPictureTests.hostile[number]
        var summary = summary(touches: 3, moves: 4, name: name)
        summary.begin(9, at: Point(x: .nan, y: .infinity), 9_000_000, hit: (name, Quad(.zero)))
        summary.keep(9, from: name, because: "it is shy")
        for svg in [ReplayPicture(summary, over: scene).svg, TimelinePicture(summary, title: name).svg] {
            let read = try #require(WellFormed(svg))
            #expect(read.elements["script"] == nil && read.hasNumbersOnly)
            #expect(svg.count < 60_000)
        }
    }

    @Test
    func `extreme times are drawn`() throws {
        var summary = ReplaySummary()
        for (number, time) in [Int64.min, -1, 0, .max - 1, .max].enumerated() {
            summary.begin(number, at: .zero, time, hit: nil)
            summary.addEntry(.init(.control, "a"), .began, "touchDown", of: number, time)
            summary.report(time, after: .min)
            summary.refuse(at: .zero, time, because: "dead zone")
            summary.end(number, at: .zero, .max, isCancelled: false)
        }
        for svg in [ReplayPicture(summary, over: scene).svg, TimelinePicture(summary, title: "test").svg] {
            let read = try #require(WellFormed(svg))
            #expect(read.hasNumbersOnly)
        }
    }

    @Test
    func `an empty summary has a picture`() throws {
        #expect(WellFormed(ReplayPicture(ReplaySummary(), over: scene).svg) != nil)
        let read = try #require(WellFormed(TimelinePicture(ReplaySummary(), title: "test").svg))
        #expect(read.text.contains("No touch."))
    }

    /// Returns a summary of one tap on a view.
    private var tap: ReplaySummary {
        var summary = ReplaySummary()
        let frame = Rect(x: 50, y: 450, width: 300, height: 100)
        summary.begin(1, at: Point(x: 100, y: 500), 0, hit: ("call", Quad(frame)))
        summary.end(1, at: Point(x: 100, y: 500), 50_000, isCancelled: false)
        summary.addEntry(.init(.handler, "log.write of call"), .plain, "on touchUpInside", of: 1, 50_000)
        return summary
    }

    @Test
    func `the legend contains only the symbols in the picture`() throws {
        let read = try #require(WellFormed(ReplayPicture(tap, over: scene).svg))
        for used in ["began, touch 1", "ended", "view that was hit", "handler"] { #expect(read.text.contains(used)) }
        for other in ["moved", "rested", "cancelled", "rejected", "not delivered", "gesture", "control"] {
            #expect(!read.text.contains("\n\(other)"), "\(other)")
        }
        let timeline = try #require(WellFormed(TimelinePicture(tap, title: "test").svg))
        for used in ["touch ended", "handler call"] { #expect(timeline.text.contains(used)) }
        for other in ["cancelled", "rejected", "gesture", "in progress", "control event", "omitted time"] {
            #expect(!timeline.text.contains(other), "\(other)")
        }
    }

    @Test
    func `the screen of a portrait picture is as wide as labels permit, and the picture ends below its notes`() throws {
        var tall = Scene(title: "test")
        tall.screens = [Scene.Screen(name: "lobby", frame: Rect(x: 0, y: 0, width: 1080, height: 1920))]
        let text = String(decoding: ReplayPicture(tap, over: tall).svg, as: UTF8.self)
        let read = try #require(WellFormed(Array(text.utf8)))
        let screen = try #require(read.rects.first { $0.style == "ink fat" }?.frame)
        #expect(screen.width > 700 && screen.minX >= 30, "\(screen)")
        let paper = try #require(read.rects.first { $0.style == "paper" }?.frame)
        let last = try #require(read.texts.map(\.y).max())
        #expect(paper.width == 1200 && (last...last + 60).contains(paper.height), "\(paper), \(last)")
        #expect(read.texts.allSatisfy { paper.contains(Point(x: $0.x, y: $0.y)) })
    }

    @Test
    func `the line to a label avoids other views`() {
        var board = LabelBoard(Rect(x: 0, y: 0, width: 1000, height: 800))
        var callouts = Callouts()
        callouts.add("0.050 s call touchUpInside", at: Point(x: 100, y: 550))
        let screen = Rect(x: 40, y: 40, width: 600, height: 560)
        let views = [Rect(x: 50, y: 500, width: 100, height: 90), Rect(x: 200, y: 500, width: 400, height: 90)]
        let placement = callouts.place(on: &board, beside: [screen], around: views)
        #expect(placement.leaders.count == 1 && placement.omitted == 0)
        #expect(placement.leaders.allSatisfy { !$0.crosses(views[1]) })
        let level = Segment(Point(x: 100, y: 550), Point(x: 700, y: 550))
        #expect(level.crosses(views[1]) && !level.crosses(Rect(x: 200, y: 560, width: 400, height: 30)))
    }

    @Test
    func `the line to a label crosses no other label`() {
        var board = LabelBoard(Rect(x: 0, y: 0, width: 1000, height: 800))
        var callouts = Callouts()
        let screen = Rect(x: 40, y: 40, width: 600, height: 560)
        for (x, y) in [(300.0, 480.0), (320, 560)] {
            callouts.add("0.050 s call touchUpInside", at: Point(x: x, y: y))
        }
        let placement = callouts.place(on: &board, beside: [screen], around: [])
        #expect(board.taken.count == 2 && placement.leaders.count == 2)
        for leader in placement.leaders { #expect(board.taken.count { leader.crosses($0) } == 1, "\(leader)") }
    }

    @Test
    func `the name of a view is not under the number of a touch`() throws {
        var scene = scene
        let frame = Rect(x: 400, y: 200, width: 120, height: 120)
        scene.setViews([
            SceneView(id: "corner", className: "View", kind: .view, quad: Quad(frame), frame: frame, depth: 1)
        ])
        var summary = ReplaySummary()
        summary.begin(1, at: Point(x: 460, y: 260), 0, hit: ("corner", Quad(frame)))
        summary.end(1, at: Point(x: 460, y: 260), 50_000, isCancelled: false)
        let read = try #require(WellFormed(ReplayPicture(summary, over: scene).svg))
        let name = try #require(read.texts.first { $0.text == "corner" && $0.style.hasPrefix("halo") })
        let tag = try #require(read.texts.first { $0.text == "1" && $0.style.hasPrefix("num") })
        #expect(abs(name.y - tag.y) > 16 || abs(name.x - tag.x) > 30, "\(name), \(tag)")
    }

    @Test
    func `a time does not cover the edge of a screen`() throws {
        var summary = ReplaySummary()
        summary.begin(1, at: Point(x: 500, y: 300), 0, hit: nil)
        for move in 1...45 { summary.move(1, to: Point(x: 500 + Double(move) * 10, y: 300), Int64(move) * 8000) }
        summary.end(1, at: Point(x: 950, y: 300), 400_000, isCancelled: false)
        let read = try #require(WellFormed(ReplayPicture(summary, over: scene).svg))
        let edge = try #require(read.rects.first { $0.style == "ink fat" }?.frame.maxX)
        let time = try #require(read.texts.first { $0.text == "0.400 s" && $0.style == "small halo" })
        #expect(time.x > edge || time.x + Words.width("0.400 s", 12) < edge, "\(time), \(edge)")
    }

    @Test
    func `the axis is monotonic, omits idle time and covers all times`() {
        let spans: [ClosedRange<Int64>] = [0...100_000, 50_000...400_000, 60_000_000...60_300_000]
        let axis = TimeAxis(spans, left: 100, right: 1100)
        #expect(axis.pieces.count == 2)
        let positions = stride(from: Int64(-10_000), through: 61_000_000, by: 10_000).map { axis($0) }
        #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(positions.allSatisfy { (100...1100).contains($0) })
        let many = TimeAxis((0..<1000).map { $0 * 9_000_000...$0 * 9_000_000 + 1 }, left: 0, right: 1000)
        #expect(many.pieces.count <= 17 && many.pieces.allSatisfy { $0.right > $0.left })
    }
}
