import CAllocationCount
import Evdev
import InputEvents
import TestTraits
import Testing

/// Tests the batch size and the memory allocations of reading events.
@Suite(.serialized, .tags(.realKernel)) struct CostTests {
    @Test(.rule("K15")) func `one call reads a bounded number of events and reports that more may follow`() throws {
        let panel = try Panel(slots: 100)
        let reader = try DeviceReader(path: panel.path)
        for id in Int32(0)..<100 { try panel.down(slot: id, id: id, 10, 10) }
        for step in Int32(0)..<6 { for slot in Int32(0)..<100 { try panel.move(slot: slot, 20 + step, 20 + step) } }
        var frames = FrameQueue()
        var counts: [Int] = []
        while true {
            let before = frames.count
            let outcome = try reader.read(into: &frames)
            counts.append(frames.count - before)
            guard outcome == .more else { break }
        }
        #expect(counts.count > 2)
        #expect(counts.allSatisfy { $0 < 1024 })
        #expect(reader.metrics.synDropped == 0)
    }

    @Test(
        .atLimit("read-events"),
        .pastLimit("read-events"),
        .rule("K15"),
        arguments: [(511, [511]), (512, [512, 0]), (513, [512, 1])]
    )
    func `one call reads at most 512 events and leaves the rest to the next one`(_ count: Int, _ counts: [Int]) throws {
        let panel = try Panel(slots: 100)
        let reader = try DeviceReader(path: panel.path)
        var frames = FrameQueue()
        try panel.down(slot: 0, id: 1, 10, 10)
        #expect(try reader.read(into: &frames) == .drained)
        // A frame has two events including SYN_REPORT; one frame of three events makes the total odd.
        if count % 2 == 1 { try panel.play([(.contactX, 11), (.contactY, 11)]) }
        for step in 0..<Int32((count - count % 2 * 3) / 2) { try panel.play([(.contactX, 20 + step)]) }
        for (index, expected) in counts.enumerated() {
            let before = frames.count
            let outcome = try reader.read(into: &frames)
            #expect(frames.count - before == expected)
            #expect(outcome == (index == counts.count - 1 ? .drained : .more))
        }
        #expect(reader.metrics.synDropped == 0)
    }

    @Test func `reading frames allocates no memory`() throws {
        let panel = try Panel()
        let reader = try DeviceReader(path: panel.path)
        var frames = FrameQueue()
        try panel.down(slot: 0, id: 1, 1, 1)
        func read() throws -> UInt64 {
            frames.removeAll()
            let before = allocation_count()
            _ = try reader.read(into: &frames)
            return allocation_count() - before
        }
        _ = try read()
        var allocations: UInt64 = 0
        for step in Int32(0)..<500 {
            try panel.move(slot: 0, 100 + step, 200 + step)
            allocations += try read()
            #expect(frames.count == 3)
        }
        #expect(allocations == 0)
    }
}
