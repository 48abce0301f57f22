import Glibc
import HandlerEvents
import PluginAPI
import Schema
import TestTraits
import Testing

struct `Handler event queue` {
    private let queue: HandlerEventQueue
    private let binding = Self.binding(group: 1)

    init() throws { queue = try HandlerEventQueue(capacity: 16) }

    static func binding(
        group: Int32,
        width: Int32 = 1,
        ends: Binding.BoundEnds = .some,
        bindsValue: Bool = false
    ) -> Binding {
        Binding(
            plugin: "bus",
            handler: "publish",
            view: "a",
            arguments: NoArguments(),
            group: group,
            width: width,
            ends: ends,
            bindsValue: bindsValue,
            hostEnvironment: HostEnvironment(host: "kiosk")
        )
    }

    private func handlerEvent(_ event: EventName, _ time: Int64, stream: Int32 = 1) -> HandlerEvent {
        var handlerEvent = HandlerEvent(event, at: time)
        handlerEvent.stream = stream
        return handlerEvent
    }

    private func drain() -> [Int64] {
        var times: [Int64] = []
        while let (handlerEvent, _) = queue.pop() { times.append(handlerEvent.time) }
        return times
    }

    /// Pushes events without a stream until the queue is full, and returns their number.
    private func fill() -> Int {
        var count = 0
        while queue.push(handlerEvent(.action, -1, stream: 99), for: binding).isAccepted { count += 1 }
        return count
    }

    @Test func `events come out in order with their bindings`() {
        for time in 1...8 as ClosedRange<Int64> {
            #expect(queue.push(handlerEvent(.action, time), for: binding).isAccepted)
        }
        #expect(queue.waiting == 8)
        #expect(queue.pop()?.binding === binding)
        #expect(drain() == [2, 3, 4, 5, 6, 7, 8])
        #expect(queue.waiting == 0 && queue.dropped == 0 && queue.coalesced == 0)
    }

    @Test func `below the limit all moves are kept`() {
        #expect(queue.push(handlerEvent(.touchesBegan, 1), for: binding).isAccepted)
        for time in 2...6 as ClosedRange<Int64> {
            #expect(queue.push(handlerEvent(.touchesMoved, time), for: binding).isAccepted)
        }
        #expect(drain() == [1, 2, 3, 4, 5, 6])
    }

    @Test func `a full queue replaces the older move of each stream by the newest`() {
        for stream in 1...2 as ClosedRange<Int32> {
            #expect(queue.push(handlerEvent(.touchesBegan, Int64(stream), stream: stream), for: binding).isAccepted)
            #expect(queue.push(handlerEvent(.touchesMoved, 10, stream: stream), for: binding).isAccepted)
        }
        _ = fill()
        for time in 20...29 as ClosedRange<Int64> {
            for stream in 1...2 as ClosedRange<Int32> {
                #expect(queue.push(handlerEvent(.touchesMoved, time, stream: stream), for: binding).isAccepted)
            }
        }
        #expect(queue.coalesced == 20)
        #expect(drain().filter { $0 > 0 } == [1, 29, 2, 29])
    }

    @Test func `moves of different bindings or events never replace each other`() {
        let other = Self.binding(group: 1, width: 2)
        let first = Self.binding(group: 1, width: 2)
        #expect(queue.push(handlerEvent(.touchDown, 1), for: first).isAccepted)
        #expect(queue.push(handlerEvent(.touchDown, 1), for: other).isAccepted)
        _ = fill()
        for time in 2...5 as ClosedRange<Int64> {
            #expect(queue.push(handlerEvent(.touchDragInside, time), for: first).isAccepted)
            #expect(queue.push(handlerEvent(.touchDragInside, time + 100), for: other).isAccepted)
        }
        #expect(!queue.push(handlerEvent(.touchDragOutside, 200), for: first).isAccepted)
        #expect(queue.push(handlerEvent(.touchUpInside, 6), for: first).isAccepted)
        #expect(queue.push(handlerEvent(.touchUpInside, 6), for: other).isAccepted)
        #expect(drain().filter { $0 > 0 } == [1, 1, 5, 105, 6, 6])
    }

    @Test func `a move never overtakes another event of its stream`() {
        #expect(queue.push(handlerEvent(.touchDown, 1), for: binding).isAccepted)
        #expect(queue.push(handlerEvent(.touchDragInside, 2), for: binding).isAccepted)
        #expect(queue.push(handlerEvent(.touchDragExit, 3), for: binding).isAccepted)
        _ = fill()
        #expect(queue.push(handlerEvent(.touchDragInside, 4), for: binding).isAccepted)
        #expect(!queue.push(handlerEvent(.touchDragEnter, 5), for: binding).isAccepted)
        #expect(queue.push(handlerEvent(.touchDragInside, 6), for: binding).isAccepted)
        #expect(drain().filter { $0 > 0 } == [1, 2, 3, 6])
    }

    @Test(.pastLimit("process-queue"))
    func `the last move and the end of an accepted stream are never dropped`() {
        #expect(queue.push(handlerEvent(.touchesBegan, 1), for: binding).isAccepted)
        _ = fill()
        let refused = queue.dropped
        #expect(queue.push(handlerEvent(.touchesMoved, 2), for: binding).isAccepted)
        #expect(queue.push(handlerEvent(.touchesMoved, 3), for: binding).isAccepted)
        #expect(queue.push(handlerEvent(.touchesEnded, 4), for: binding).isAccepted)
        #expect(queue.dropped == refused)
        #expect(drain().filter { $0 > 0 } == [1, 3, 4])
    }

    @Test func `a stream without space is dropped as a whole and counted, also when there is space again`() {
        _ = fill()
        let before = queue.dropped
        #expect(!queue.push(handlerEvent(.touchesBegan, 1), for: binding).isAccepted)
        #expect(!drain().isEmpty)
        #expect(!queue.push(handlerEvent(.touchesMoved, 2), for: binding).isAccepted)
        #expect(!queue.push(handlerEvent(.touchesEnded, 3), for: binding).isAccepted)
        #expect(queue.dropped == before + 3)
        #expect(queue.push(handlerEvent(.touchesBegan, 4), for: binding).isAccepted)
        #expect(drain() == [4])
    }

    @Test func `the decision about a beginning applies to all its bindings`() {
        let bindings = [Self.binding(group: 1, width: 2), Self.binding(group: 1, width: 2)]
        while queue.waiting < 10 { _ = queue.push(handlerEvent(.action, -1), for: binding) }
        #expect(!queue.push(handlerEvent(.touchesBegan, 1), for: bindings[0]).isAccepted)
        #expect(!drain().isEmpty)
        #expect(!queue.push(handlerEvent(.touchesBegan, 1), for: bindings[1]).isAccepted)
        #expect(!queue.push(handlerEvent(.touchesCancelled, 2), for: bindings[0]).isAccepted)
        #expect(!queue.push(handlerEvent(.touchesCancelled, 2), for: bindings[1]).isAccepted)
        #expect(drain().isEmpty)
    }

    @Test func `streams without a bound end do not fill the queue`() {
        for stream in 1...1000 as ClosedRange<Int32> {
            #expect(queue.push(handlerEvent(.touchDown, Int64(stream), stream: stream), for: binding).isAccepted)
            #expect(drain() == [Int64(stream)])
        }
    }

    @Test func `the descriptor wakes only a waiting reader`() {
        var interest = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
        _ = queue.push(handlerEvent(.action, 1), for: binding)
        #expect(poll(&interest, 1, 0) == 0)
        #expect(!queue.willWait())
        #expect(drain() == [1])
        #expect(queue.willWait())
        _ = queue.push(handlerEvent(.action, 2), for: binding)
        #expect(poll(&interest, 1, 0) == 1)
        #expect(drain() == [2])
        #expect(poll(&interest, 1, 0) == 0)
    }

    @Test func `a closed queue rejects events, wakes its reader and is closed once drained`() {
        _ = queue.push(handlerEvent(.action, 1), for: binding)
        queue.close()
        var interest = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&interest, 1, 0) == 1)
        #expect(!queue.push(handlerEvent(.action, 2), for: binding).isAccepted)
        #expect(!queue.isClosed)
        #expect(drain() == [1])
        #expect(queue.isClosed)
        // The reader must not wait, because no writer would wake it.
        #expect(!queue.willWait())
    }

    @Test func `bindings are released with their events and with the queue`() throws {
        weak var popped: Binding?
        weak var left: Binding?
        do {
            let queue = try HandlerEventQueue(capacity: 8)
            let bindings = [Self.binding(group: 1), Self.binding(group: 2)]
            (popped, left) = (bindings[0], bindings[1])
            for binding in bindings { _ = queue.push(handlerEvent(.action, 1), for: binding) }
            _ = queue.pop()
        }
        #expect(popped == nil && left == nil)
    }
}
