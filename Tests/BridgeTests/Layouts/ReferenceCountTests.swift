// Unoptimized code retains where optimized code does not, and other architectures call the counted functions with
// another calling convention.
#if !DEBUG && arch(x86_64)

internal import Bridge
import CAllocationCount
internal import InputHub
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import InputEvents
import Schema
import TestTraits
import Testing
internal import TouchTrace

/// A moved frame of one finger retains and releases few objects: each costs as much as decoding an event.
@Suite(.tags(.allocation), .serialized) struct ReferenceCountTests {
    @Test(
        arguments: [
            ("on: { touches: c.count }", "", 20),
            (
                "gestures: [{ type: pan, cancelsTouchesInView: false, on: { changed: c.count } }], on: { touches: [c.count, c.count: ~] }",
                "idle: { after: 1h, do: [c.count] }", 60
            ),
        ] as [(String, String, UInt64)]
    )
    func `a moved frame retains and releases few objects`(_ view: String, _ screen: String, _ limit: UInt64) throws {
        let text = """
            plugins: { c: { type: counter } }
            screens: [{ size: [1000, 1000], \(screen) }]
            root: { multipleTouchEnabled: true, \(view) }
            """
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: [EventCounter.type], reading) }
        let pipeline = Pipeline(try #require(plan, "\(reading.diagnostics)"))
        pipeline.start(at: 0)
        let counter = try #require(pipeline.plugins.plugin("c") as? EventCounter)
        let number = try #require(pipeline.add(Streams.panel()) { _ in })
        pipeline.take(Streams.down(0, 1, 10, 10, at: 1).span, of: number)
        var time: Int64 = 1000
        let frames = (0..<1000).map { step in
            time += 1000
            return ContiguousArray([
                RawEvent(.contactX, Int32(abs(step % 200 - 100)), at: time),
                RawEvent(.contactY, Int32(abs((step + 50) % 200 - 100)), at: time),
                RawEvent(.report, at: time),
            ])
        }
        for frame in frames.prefix(500) { pipeline.take(frame.span, of: number) }
        let taken = counter.count
        reference_count_begin()
        for frame in frames.dropFirst(500) { pipeline.take(frame.span, of: number) }
        let count = reference_count_end()
        #expect(counter.count - taken >= 500)
        #expect(count / 500 <= limit)
    }
}

#endif
