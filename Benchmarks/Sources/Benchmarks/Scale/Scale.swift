import InputEvents
internal import InputHub
import Report
import ResponderKit

/// Costs by the number of views, recognizers, panels and clients.
enum Scale {
    static let charts = [
        ScaleChart("views", "A hit test, by views", x: "views in the tree", unit: "ns"),
        ScaleChart("recognizers", "A moved frame, by gesture recognizers", x: "long presses that wait", unit: "ns"),
        ScaleChart("panels", "A frame of 2 fingers, by panels", x: "panels with 2 fingers each", unit: "ns"),
        ScaleChart("clients", "A frame of 2 fingers, by clients of a stream", x: "WebSocket clients", unit: "ns"),
    ]
    private static let turns = 7

    static func measure() throws -> [ScalePoint] {
        try views() + recognizers() + panels() + StreamScale.measure()
    }

    private static func views() -> [ScalePoint] {
        var points: [ScalePoint] = []
        for views in [100, 1000, 10_000, 100_000, 1_000_000] {
            for (shape, fanOut) in [("spread out", 10), ("siblings", views)] {
                let forest = HitTestBench.Forest(views, fanOut: fanOut)
                let calls = fanOut > 100_000 ? 8 : fanOut > 1000 ? 64 : 6400
                // The first searches build the index and are not measured.
                let ours = Measure.turns(turns, calls: 6400) { forest.searchOurs(6400) }
                let plain = Measure.turns(turns, calls: calls) { forest.searchPlain(calls) }
                for (name, samples) in [("ours, \(shape)", ours), ("plain recursion, \(shape)", plain)] {
                    points.append(ScalePoint(chart: "views", series: name, x: Double(views), samples: samples))
                }
            }
        }
        return points
    }

    private static func recognizers() -> [ScalePoint] {
        var points: [ScalePoint] = []
        for count in [0, 1, 10, 100, 1000, 10_000] {
            let near = FrameBench.MovedFrames(1, count)
            let far = FrameBench.MovedFrames(1, 0, elsewhere: count)
            let (few, many) = (max(20, 200_000 / (10 + count)), 20_000)
            let samples = [
                ("on the touched views", Measure.turns(turns, calls: few) { near.send(few) }),
                ("on other views", Measure.turns(turns, calls: many) { far.send(many) }),
            ]
            for (name, samples) in samples {
                points.append(ScalePoint(chart: "recognizers", series: name, x: Double(count), samples: samples))
            }
        }
        return points
    }

    private static func panels() throws -> [ScalePoint] {
        try [1, 2, 4, 8, 16, 32].map { count in
            let way = try ManyPanels(count)
            let frames = 3200 / count * count
            let samples = Measure.turns(turns, calls: frames) { way.play(frames / count) }
            return ScalePoint(chart: "panels", series: "each panel's frame", x: Double(count), samples: samples)
        }
    }
}

/// Panels of one application, all touched at the same time.
private final class ManyPanels {
    private let way: PanelWay
    private let numbers: [Int32]
    private var step: Int32 = 0

    init(_ count: Int) throws {
        let way = try PanelWay(PipelineBench.panel())
        numbers = try [way.number] + (1..<count).map { _ in try way.addPanel(PipelineBench.panel()) }
        self.way = way
    }

    /// Plays `frames` frames of each panel; the panels alternate.
    func play(_ frames: Int) {
        for _ in 0..<frames {
            step += 1
            let time = Int64(step) * 8_000
            for number in numbers {
                var events = ContiguousArray<RawEvent>()
                events.reserveCapacity(12)
                for finger: Int32 in 0..<2 {
                    events.append(RawEvent(.slot, finger, at: time))
                    if step == 1 { events.append(RawEvent(.trackingID, finger, at: time)) }
                    events.append(RawEvent(.contactX, finger * 300 + step % 400, at: time))
                    events.append(RawEvent(.contactY, 2000 + step % 300, at: time))
                }
                events.append(RawEvent(.report, at: time))
                way.hub.take(events.span, of: number)
            }
        }
    }
}
