// Only for release builds: debug code allocates memory that optimized code does not.
#if !DEBUG

import CAllocationCount
import HandlerEvents
import PluginAPI
import TestTraits
import Testing

@Suite(.tags(.allocation)) struct `Memory allocation of the queue` {
    @Test func `the queue allocates nothing, full or not`() throws {
        let queue = try HandlerEventQueue(capacity: 64)
        let binding = `Handler event queue`.binding(group: 1)
        func push(_ round: Int32) {
            for time in 0...100 as ClosedRange<Int64> {
                let event: EventName = time == 0 ? .touchesBegan : time == 100 ? .touchesEnded : .touchesMoved
                var handlerEvent = HandlerEvent(event, at: time)
                handlerEvent.stream = round
                _ = queue.push(handlerEvent, for: binding)
            }
        }
        // The first use of a type allocates Swift runtime metadata, which must not be counted.
        push(0)
        while queue.pop() != nil {}
        let before = allocation_count()
        for round in 0..<100 as Range<Int32> {
            push(round)
            // With no reads for 40 rounds, more streams arrive than fit into the queue.
            if round % 40 == 0 { while queue.pop() != nil {} }
        }
        #expect(allocation_count() == before)
        #expect(queue.coalesced > 0 && queue.dropped > 0)
    }
}

#endif
