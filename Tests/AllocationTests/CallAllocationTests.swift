// These tests run in release builds only, because unoptimized code allocates more.
#if !DEBUG

internal import Bridge
import CAllocationCount
import InputEvents
import TestSupport
import TestTraits
import Testing

/// Tests that the following allocate nothing: conditional, limited, delayed and repeated calls, views that follow
/// fingers, and touch accommodations.
@Suite(.tags(.allocation)) struct CallAllocationTests {
    /// Many delayed calls: the heap of delayed calls grows and shrinks in each pause.
    private static let delayed = (1...60).map { "{ c.count: ~, after: \($0 % 7 * 10 + 20)ms }" }.joined(separator: ", ")

    /// Three fingers move for 1000 frames at intervals of 1 ms, with 20 pauses of 100 ms. The second argument is the
    /// expected number of calls.
    @Test(
        arguments: [
            ("on: { touchesMoved: { c.count: ~, when: '{{x}} < 20 or {{x}} > 80 and {{y : 0}} != 50' } }", 800...2000),
            ("on: { touchesMoved: { c.count: ~, when: '{{x : 50=1, else=0}} == 1' } }", 30...60),
            ("on: { touchesMoved: { c.count: ~, atMost: 10/s } }", 28...32),
            ("on: { touchesMoved: { c.count: ~, after: 50ms } }", 20...20),
            ("on: { touchesMoved: [\(delayed)] }", 1200...1200),
            ("on: { touchesMoved: { c.count: ~, when: '{{x}} < 40', atMost: 100/s, after: 20ms } }", 15...15),
            ("class: Button, autorepeat: { delay: 20ms, interval: 20ms }, on: { touchDown: c.count }", 147...151),
            ("class: Button, autorepeat: { interval: 50ms }, on: { touchDown: { c.count: ~, atMost: 5/s } }", 14...16),
            ("follows: { gestures: [pan, pinch, rotation], on: { changed: { c.count: ~, after: 50ms } } }", 20...20),
            ("follows: { gestures: [pan, pinch, rotation], changesPerSecond: 50, on: { changed: c.count } }", 55...65),
            (
                "subviews: [{ follows: { gestures: [pan, pinch, rotation], scale: [0.5, 2], rotation: [-45, 45], snapBack: true, on: { changed: c.count } } }]",
                900...1000
            ),
        ] as [(String, ClosedRange<Int>)]
    )
    func `calls with restrictions, and views that follow fingers, allocate nothing`(
        _ view: String,
        _ calls: ClosedRange<Int>
    ) throws {
        let stage = try CountingStage(view, application: "")
        for finger in 0..<Int32(3) { stage.take(Streams.down(finger, finger, 10 * finger, 10, at: 1)) }
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func run(_ frames: Int) {
            for step in 0..<frames {
                frame.removeAll(keepingCapacity: true)
                time += step % 50 == 0 ? 101_000 : 1000
                for finger in 0..<Int32(3) {
                    frame.append(RawEvent(.slot, finger, at: time))
                    frame.append(RawEvent(.contactX, Int32(abs((step + 7 * Int(finger)) % 200 - 100)), at: time))
                    frame.append(RawEvent(.contactY, Int32(abs((step + 50) % 200 - 100)), at: time))
                }
                frame.append(RawEvent(.report, at: time))
                stage.take(frame)
            }
        }
        run(1000)
        let (before, made) = (allocation_count(), stage.count)
        run(1000)
        #expect(allocation_count() - before == 0)
        #expect(calls.contains(stage.count - made), "\(stage.count - made) calls")
    }

    private static let accommodations = [
        "holdDuration: 30ms", "ignoreRepeat: 50ms", "tapAssistance: initial, gestureDelay: 40ms",
        "tapAssistance: final, gestureDelay: 40ms", "tapAssistance: final, gestureDelay: 200ms", "minimumMovement: 8",
        "holdDuration: 20ms, ignoreRepeat: 50ms, tapAssistance: initial, minimumMovement: 4",
    ]

    @Test(arguments: accommodations)
    func `accommodations allocate nothing in addition to the touches`(_ keys: String) throws {
        let (assisted, plain) = (try strokes(keys), try strokes(""))
        // A delay longer than the stroke suppresses all moves, which saves a few allocations.
        #expect(assisted.allocations <= plain.allocations && assisted.began == plain.began, "\(assisted), \(plain)")
    }

    @Test(arguments: ["holdDuration: 1s", "ignoreRepeat: 10s"])
    func `touches that accommodations reject allocate nothing`(_ keys: String) throws {
        let result = try strokes(keys)
        #expect(result.allocations == 0 && result.began == 0)
    }

    /// Plays 200 strokes of two fingers as a warm-up, then 200 measured strokes of 100 ms each. Returns the numbers of
    /// allocations and of new touches during the measured strokes.
    private func strokes(_ keys: String) throws -> (allocations: UInt64, began: Int) {
        let screen = keys.isEmpty ? "" : ", accommodations: { \(keys) }"
        let stage = try CountingStage("on: { touchesBegan: c.count }", screen: screen, application: "")
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func stroke() {
            for step in Int32(0)...20 {
                frame.removeAll(keepingCapacity: true)
                for finger in Int32(0)...1 {
                    frame.append(RawEvent(.slot, finger, at: time))
                    if step == 0 || step == 20 {
                        frame.append(RawEvent(.trackingID, step == 0 ? finger : -1, at: time))
                    }
                    frame.append(RawEvent(.contactX, 100 + finger * 400 + step, at: time))
                    frame.append(RawEvent(.contactY, 100 + step * 3, at: time))
                }
                frame.append(RawEvent(.report, at: time))
                stage.take(frame)
                time += 5000
            }
            time += 200_000
            stage.pipeline.advance(to: time)
        }
        for _ in 0..<200 { stroke() }
        let (before, began) = (allocation_count(), stage.count)
        for _ in 0..<200 { stroke() }
        return (allocation_count() - before, stage.count - began)
    }
}

#endif
