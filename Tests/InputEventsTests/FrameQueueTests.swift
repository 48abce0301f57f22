import InputEvents
import TestTraits
import Testing

/// Tests the frame queue between a device's reader and the hub.
@Suite struct FrameQueueTests {
    private func move(_ value: Int32) -> [RawEvent] { [RawEvent(.contactX, value, at: 1), RawEvent(.report, at: 1)] }

    private func frames(_ queue: inout FrameQueue) -> [[Int32]] {
        var frames: [[Int32]] = []
        while let range = queue.first {
            frames.append(queue.events[range].map(\.value))
            queue.removeFirst()
        }
        return frames
    }

    @Test func `frames come out in order, and an incomplete one waits for its SYN_REPORT`() {
        var queue = FrameQueue()
        for event in move(7) + move(8) + move(9).dropLast() { queue.append(event) }
        #expect(frames(&queue) == [[7, 0], [8, 0]])
        queue.compact()
        #expect(queue.events.map(\.value) == [9])
        #expect(queue.first == nil)
        queue.append(RawEvent(.report, at: 1))
        #expect(frames(&queue) == [[9, 0]])
        queue.compact()
        #expect(queue.events.isEmpty)
    }

    @Test(.rule("K7")) func `a piece of a split frame is a range of its own`() {
        var queue = FrameQueue()
        for event in [RawEvent(.contactX, 1, at: 1), RawEvent(.report, 1, at: 1)] + move(2) { queue.append(event) }
        #expect(frames(&queue) == [[1, 1], [2, 0]])
    }

    @Test func `unprocessed frames keep their ends when earlier ones are removed`() {
        var queue = FrameQueue()
        for event in move(1) + move(2) + move(3) { queue.append(event) }
        queue.removeFirst()
        queue.compact()
        for event in move(4).dropLast() { queue.append(event, endsFrame: false) }
        #expect(frames(&queue) == [[2, 0], [3, 0]])
    }

    @Test func `the memory grows with the events, and frames keep their ends`() {
        var queue = FrameQueue()
        for value in Int32(0)..<1000 { for event in move(value) { queue.append(event) } }
        #expect(queue.count == 2000)
        #expect(queue[1998].value == 999)
        let first = queue.withFirst { $0.count }
        #expect(first == 2)
        #expect(frames(&queue).map { $0[0] } == Array(0..<1000))
        let none = queue.withFirst { $0.count }
        #expect(none == nil)
    }
}

/// Tests the decoder of slot events (`SlotCursor`) and the set of pressed keys (`KeySet`).
@Suite struct SlotCursorTests {
    @Test(.rule("K9")) func `values after an invalid slot belong to no slot until a valid one is selected`() {
        var cursor = SlotCursor()
        func decode(_ axis: Axis, _ value: Int32) -> SlotCursor.Meaning {
            cursor.decode(axis.rawValue, value, count: 2)
        }
        #expect(decode(.contactX, 1) == .ofSlot)
        for slot in [2, -1, .max, .min] as [Int32] {
            #expect(decode(.slot, slot) == .invalidSelection)
            #expect(decode(.contactX, 1) == .ofInvalidSlot)
            #expect(decode(.trackingID, 1) == .ofInvalidSlot)
            #expect(decode(.x, 1) == .ofDevice)
        }
        #expect(decode(.slot, 1) == .selection)
        #expect(decode(.contactX, 1) == .ofSlot)
        #expect(cursor.slot == 1)
    }

    @Test func `a key set holds the kernel's 768 keys and no others`() {
        var keys = KeySet()
        #expect(keys.isEmpty)
        for code in [0, 63, 64, 767] as [UInt16] {
            let changes = [keys.set(code, true), keys.set(code, true)]
            #expect(changes == [true, false])
            #expect(keys.contains(code))
        }
        let isAdded = keys.set(768, true)
        #expect(!isAdded && !keys.contains(768))
        #expect(Array(keys.codes) == [0, 63, 64, 767])
        for code in Array(keys.codes) { keys.set(code, false) }
        #expect(keys.isEmpty)
    }
}
