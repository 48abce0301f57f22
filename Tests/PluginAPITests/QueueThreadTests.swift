import Glibc
import HandlerEvents
import Platform
import PluginAPI
import Schema
import Synchronization
import Testing

struct `Queue between two threads` {
    /// Numbers of events that the reader received, and violations of the delivery rules.
    private struct Seen {
        var count = 0
        var begun = 0
        var ended = 0
        var faults: [String] = []
        var open: [Int32: Int64] = [:]
        /// Time of each control's last value, by the group of its binding.
        var values: [Int32: Int64] = [:]

        mutating func take(_ handlerEvent: HandlerEvent, _ binding: Binding) {
            count += 1
            let last = open[handlerEvent.stream]
            switch handlerEvent.event.flow {
            case .begins:
                begun += 1
                if last != nil { faults.append("began twice: \(handlerEvent.stream)") }
                open[handlerEvent.stream] = handlerEvent.time
            case .continues:
                if let last, last < handlerEvent.time {} else { faults.append("moved back: \(handlerEvent)") }
                open[handlerEvent.stream] = handlerEvent.time
            case .ends:
                ended += 1
                // The writer stores the time of the stream's last accepted event in the end event's `code`.
                if last != Int64(handlerEvent.code) { faults.append("ended after \(last ?? -1): \(handlerEvent)") }
                open[handlerEvent.stream] = nil
            case .value:
                if values[binding.group, default: -1] >= handlerEvent.time {
                    faults.append("valued back: \(handlerEvent)")
                }
                values[binding.group] = handlerEvent.time
            case .single: break
            }
        }
    }

    /// A thread that reads the queue until it is closed.
    private final class Reader: Sendable {
        private let seen = Mutex(Seen())
        private let queue: HandlerEventQueue

        init(_ queue: HandlerEventQueue) { self.queue = queue }

        func start() throws -> WorkerThread { try WorkerThread(name: "reader") { self.run() } }

        private func run() {
            seen.withLock { seen in
                while true {
                    while let (handlerEvent, binding) = queue.pop() { seen.take(handlerEvent, binding) }
                    if queue.isClosed { break }
                    guard queue.willWait() else { continue }
                    var interest = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&interest, 1, -1)
                }
            }
        }

        /// Results of the thread; complete after the thread has ended.
        var result: Seen { seen.withLock { $0 } }
    }

    /// Interleaves two streams; the queue delivers or drops each stream as a whole.
    @Test(arguments: [8, 32, 1024])
    func `a million events arrive in order, with every end after its last move`(capacity: Int) throws {
        let queue = try HandlerEventQueue(capacity: capacity)
        let reader = Reader(queue)
        let thread = try reader.start()
        let binding = `Handler event queue`.binding(group: 1)
        var begun = 0
        var time: Int64 = 0
        var pushed = 0
        while pushed < 1_000_000 {
            let streams = Int32(pushed)..<Int32(pushed) + 2
            var accepted: [Int32: Int64] = [:]
            for step in 0..<20 {
                for stream in streams {
                    time += 1
                    pushed += 1
                    let event: EventName = step == 0 ? .touchesBegan : step == 19 ? .touchesEnded : .touchesMoved
                    var handlerEvent = HandlerEvent(event, at: time)
                    handlerEvent.stream = stream
                    handlerEvent.code = Int32(accepted[stream] ?? 0)
                    let isAccepted = queue.push(handlerEvent, for: binding).isAccepted
                    if step == 0, isAccepted { begun += 1 }
                    let isExpected = step == 0 || accepted[stream] != nil
                    #expect(isAccepted == isExpected || step == 0)
                    if isAccepted { accepted[stream] = time }
                }
            }
        }
        queue.close()
        #expect(thread.join(within: TimeSpan(microseconds: 60_000_000)))
        let seen = reader.result
        #expect(seen.faults.prefix(5) == [])
        #expect(seen.begun == begun && seen.ended == begun)
        #expect(seen.count + queue.coalesced + queue.dropped == pushed)
        #expect(seen.open.isEmpty)
    }

    /// Each round adds a control, so the queue grows while streams and values are pending.
    @Test(arguments: [8, 64])
    func `slots are replaced during streams and values while others are emptied`(capacity: Int) throws {
        let queue = try HandlerEventQueue(capacity: capacity)
        let reader = Reader(queue)
        let thread = try reader.start()
        let binding = `Handler event queue`.binding(group: 1, ends: .all)
        let filler = `Handler event queue`.binding(group: 0)
        var sliders: [Binding] = []
        var values: [Int32: Int64] = [:]
        var accepted: [Int32: Int64] = [:]
        var (begun, pushed, time) = (0, 0, 0 as Int64)
        func push(_ event: EventName, _ stream: Int32, _ binding: Binding) -> Bool {
            (pushed, time) = (pushed + 1, time + 1)
            var handlerEvent = HandlerEvent(event, at: time)
            handlerEvent.stream = stream
            handlerEvent.code = Int32(accepted[stream] ?? 0)
            return queue.push(handlerEvent, for: binding).isAccepted
        }
        for round in 1...400 as ClosedRange<Int32> {
            sliders.append(`Handler event queue`.binding(group: 1 + round, ends: .none, bindsValue: true))
            queue.bindingsChanged(sliders + [binding, filler])
            if push(.touchesBegan, round, binding) { (begun, accepted[round]) = (begun + 1, time) }
            for step in 0..<40 {
                // Streams that began before the latest `bindingsChanged` continue, as after a layout reload.
                for stream in max(1, round - 2)...round where accepted[stream] != nil {
                    #expect(push(.touchesMoved, stream, binding))
                    accepted[stream] = time
                }
                let slider = sliders[max(0, sliders.count - 1 - step % 4)]
                if push(.valueChanged, round, slider) { values[slider.group] = time }
                // Fills the queue, so newer values replace pending ones.
                if step % 10 == 0 { while push(.action, -1, filler) {} }
            }
            if accepted[round - 2] != nil { #expect(push(.touchesEnded, round - 2, binding)) }
            accepted[round - 2] = nil
        }
        for stream in accepted.keys { #expect(push(.touchesEnded, stream, binding)) }
        queue.close()
        #expect(thread.join(within: TimeSpan(microseconds: 60_000_000)))
        let seen = reader.result
        #expect(seen.faults.prefix(5) == [])
        #expect(seen.begun == begun && seen.ended == begun && seen.open.isEmpty)
        let wrong = values.filter { seen.values[$0.key] != $0.value }
        #expect(wrong.isEmpty && seen.values.count == values.count)
        #expect(seen.count + queue.coalesced + queue.dropped == pushed)
    }

    @Test func `join returns after its timeout if the thread does not end`() throws {
        let gate = try HandlerEventQueue(capacity: 8)
        let thread = try WorkerThread(name: "a name that is longer than the system's") {
            var interest = pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&interest, 1, -1)
        }
        #expect(!thread.join(within: TimeSpan(microseconds: 10_000)))
        gate.close()
        #expect(thread.join(within: TimeSpan(microseconds: 60_000_000)))
        #expect(thread.join(within: TimeSpan(microseconds: 0)))
    }
}
