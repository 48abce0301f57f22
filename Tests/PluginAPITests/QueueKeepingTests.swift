import HandlerEvents
import PluginAPI
import Testing

struct `Events that a queue never drops` {
    private let queue: HandlerEventQueue
    private let filler = `Handler event queue`.binding(group: 99)
    private let slider = `Handler event queue`.binding(group: 1, ends: .none, bindsValue: true)

    init() throws { queue = try HandlerEventQueue(capacity: 64) }

    private func push(_ event: EventName, _ time: Int64, _ stream: Int32, _ binding: Binding) -> Bool {
        var handlerEvent = HandlerEvent(event, at: time)
        handlerEvent.stream = stream
        return queue.push(handlerEvent, for: binding).isAccepted
    }

    private func drain() -> [Int64] {
        var times: [Int64] = []
        while let (handlerEvent, _) = queue.pop() { times.append(handlerEvent.time) }
        return times
    }

    private func fill() { while push(.action, -1, 99, filler) {} }

    @Test func `the last value of a control arrives, whichever touch set it`() {
        queue.bindingsChanged([slider])
        #expect(push(.valueChanged, 1, 1, slider))
        fill()
        for time in 2...9 as ClosedRange<Int64> { #expect(push(.valueChanged, time, Int32(time), slider)) }
        #expect(drain().filter { $0 > 0 } == [9])
    }

    @Test func `a first value of every control fits, however full the queue is`() {
        let sliders = (1...100 as ClosedRange<Int32>).map {
            `Handler event queue`.binding(group: $0, ends: .none, bindsValue: true)
        }
        queue.bindingsChanged(sliders)
        fill()
        for time in 1...3 as ClosedRange<Int64> {
            for slider in sliders { #expect(push(.valueChanged, time, 1, slider)) }
        }
        #expect(drain().filter { $0 > 0 } == Array(repeating: 3, count: 100))
    }

    @Test func `a switch's value follows the end of its touch and opens no stream`() {
        let down = `Handler event queue`.binding(group: 1)
        let flip = `Handler event queue`.binding(group: 1, bindsValue: true)
        queue.bindingsChanged([down, flip])
        #expect(push(.touchDown, 1, 1, down))
        fill()
        #expect(push(.touchUpInside, 2, 1, down))
        #expect(push(.valueChanged, 2, 1, flip))
        #expect(drain().filter { $0 > 0 } == [1, 2, 2])
        // All space is free again except for the value and one event that may be in transit.
        var count = 0
        while push(.action, -1, 99, filler) { count += 1 }
        #expect(count == 63)
    }

    @Test func `values of a new layout fit although former ones are still queued`() {
        for _ in 1...2 {
            let sliders = (1...40 as ClosedRange<Int32>).map {
                `Handler event queue`.binding(group: $0, ends: .none, bindsValue: true)
            }
            queue.bindingsChanged(sliders)
            fill()
            for slider in sliders { #expect(push(.valueChanged, 5, 1, slider)) }
        }
        #expect(drain().filter { $0 > 0 } == Array(repeating: 5, count: 80))
        #expect(queue.waiting == 0)
    }

    @Test(arguments: [Binding.BoundEnds.some, .all])
    func `a resting finger reserves space for its end, whatever other touches do`(_ ends: Binding.BoundEnds) {
        let held = `Handler event queue`.binding(group: 1, ends: ends)
        let endless = `Handler event queue`.binding(group: 2, ends: .none)
        #expect(push(.touchesBegan, 1, 1, held))
        for stream in 2...1000 as ClosedRange<Int32> {
            #expect(push(.touchDown, 2, stream, endless))
            #expect(push(.touchDragInside, 3, stream, endless))
            _ = drain()
        }
        fill()
        // The full queue rejects all of them.
        for stream in 2...1000 as ClosedRange<Int32> { #expect(!push(.touchesBegan, 4, stream, held)) }
        #expect(push(.touchesEnded, 5, 1, held))
        #expect(drain().filter { $0 > 0 } == [5])
    }

    @Test func `streams with a guaranteed end are not dropped for new ones, which are rejected`() {
        let binding = `Handler event queue`.binding(group: 1, ends: .all)
        var begun: [Int32] = []
        for stream in 1...40 as ClosedRange<Int32> {
            if push(.touchesBegan, 1, stream, binding) { begun.append(stream) }
            _ = drain()
        }
        #expect(begun == Array(1...21))
        fill()
        for stream in 1...40 as ClosedRange<Int32> {
            #expect(push(.touchesEnded, 2, stream, binding) == begun.contains(stream))
        }
    }

    @Test func `streams that may have ended otherwise are dropped for new ones`() {
        let binding = `Handler event queue`.binding(group: 1, ends: .some)
        for stream in 1...1000 as ClosedRange<Int32> {
            #expect(push(.touchesBegan, 1, stream, binding))
            _ = drain()
        }
    }

    @Test func `the smallest queue has space for streams of the widest binding`() throws {
        let queue = try HandlerEventQueue(capacity: 8)
        let bindings = (1...10).map { _ in `Handler event queue`.binding(group: 1, width: 10) }
        queue.bindingsChanged(bindings)
        for event in [EventName.touchesBegan, .touchesMoved, .touchesEnded] {
            for stream in 1...4 as ClosedRange<Int32> {
                var handlerEvent = HandlerEvent(event, at: 1)
                handlerEvent.stream = stream
                for binding in bindings { #expect(queue.push(handlerEvent, for: binding).isAccepted) }
            }
        }
        #expect(queue.waiting == 120 && queue.dropped == 0)
    }

    @Test func `a long drag leaves a quarter of the queue to other events`() {
        let binding = `Handler event queue`.binding(group: 1)
        #expect(push(.touchesBegan, 1, 1, binding))
        for time in 2...1000 as ClosedRange<Int64> { #expect(push(.touchesMoved, time, 1, binding)) }
        #expect(queue.waiting <= 48)
        for stream in 2...5 as ClosedRange<Int32> {
            #expect(push(.touchesBegan, 1001, stream, binding))
            #expect(push(.touchesEnded, 1002, stream, binding))
        }
        #expect(push(.touchesEnded, 1003, 1, binding))
        #expect(drain().suffix(2) == [1002, 1003])
    }
}
