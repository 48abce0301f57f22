// Unoptimized code allocates where optimized code does not; these tests run in release builds only.
#if !DEBUG

import CAllocationCount
internal import FlightLog
import InputEvents
internal import InputHub
import ResponderKit
import TestTraits
import Testing

/// Moving fingers allocate nothing from event to view.
@Suite(.tags(.allocation)) struct AllocationTests {
    @Test(arguments: [1, 5, 10])
    func `moving fingers allocate nothing from event to view`(_ fingers: Int32) throws {
        let stage = Stage()
        // The log's ring becomes full during the run.
        stage.hub.log = EventLog(capacity: 4096)
        let number = try #require(try stage.add(Streams.panel()))
        stage.application.removeObserver(stage)
        for finger in 0..<fingers { stage.send(Streams.down(finger, finger, 10 * finger, 10, at: 1), of: number) }
        var time: Int64 = 1000
        var frame: ContiguousArray<RawEvent> = []
        func run(_ frames: Int) {
            for step in 0..<frames {
                frame.removeAll(keepingCapacity: true)
                time += 1000
                for finger in 0..<fingers {
                    frame.append(RawEvent(.slot, finger, at: time))
                    frame.append(RawEvent(.contactX, Int32(step % 900), at: time))
                    frame.append(RawEvent(.contactY, Int32(step % 700), at: time))
                }
                frame.append(RawEvent(.report, at: time))
                stage.hub.take(frame.span, of: number)
            }
        }
        run(1000)
        let before = allocation_count()
        run(1000)
        #expect(allocation_count() - before == 0)
        #expect(stage.view.moves > 1000)
    }
}

#endif
