import Glibc
import Occurrences
import PluginAPI
import Schema
import Synchronization
import Testing

struct `Queue between two threads` {
    /// What the reader saw that it should not, per rule.
    private struct Seen {
        var count = 0
        var begun = 0
        var ended = 0
        var faults: [String] = []
        var open: [Int32: Int64] = [:]

        mutating func take(_ occurrence: Occurrence) {
            count += 1
            let last = open[occurrence.stream]
            switch occurrence.event.flow {
            case .begins:
                begun += 1
                if last != nil { faults.append("began twice: \(occurrence.stream)") }
                open[occurrence.stream] = occurrence.time
            case .goesOn:
                if let last, last < occurrence.time {} else { faults.append("moved back: \(occurrence)") }
                open[occurrence.stream] = occurrence.time
            case .ends:
                ended += 1
                // The writer puts the time of the last move into the end.
                if last != Int64(occurrence.code) { faults.append("ended after \(last ?? -1): \(occurrence)") }
                open[occurrence.stream] = nil
            case .single, .value: break
            }
        }
    }

    /// Streams run in parallel, and each is accepted or left out as a whole.
    @Test(arguments: [8, 32, 1024])
    func `a million occurrences in order, every end behind its last move`(capacity: Int) throws {
        let queue = try OccurrenceQueue(capacity: capacity)
        let seen = Mutex(Seen())
        let reader = try PluginThread(name: "reader") {
            seen.withLock { seen in
                while true {
                    while let (occurrence, _) = queue.pop() { seen.take(occurrence) }
                    if queue.isClosed { break }
                    guard queue.willWait() else { continue }
                    var interest = pollfd(fd: queue.descriptor, events: Int16(POLLIN), revents: 0)
                    poll(&interest, 1, -1)
                }
            }
        }
        let binding = `Queue of occurrences`.binding(group: 1)
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
                    var occurrence = Occurrence(event, at: time)
                    occurrence.stream = stream
                    occurrence.code = Int32(accepted[stream] ?? 0)
                    let isAccepted = queue.push(occurrence, for: binding).isAccepted
                    if step == 0, isAccepted { begun += 1 }
                    let isExpected = step == 0 || accepted[stream] != nil
                    #expect(isAccepted == isExpected || step == 0)
                    if isAccepted { accepted[stream] = time }
                }
            }
        }
        queue.close()
        #expect(reader.join(within: TimeSpan(microseconds: 60_000_000)))
        seen.withLock { seen in
            #expect(seen.faults.prefix(5) == [])
            #expect(seen.begun == begun && seen.ended == begun)
            #expect(seen.count + queue.coalesced + queue.dropped == pushed)
            #expect(seen.open.isEmpty)
        }
    }

    @Test func `a thread that does not end is not waited for longer than agreed`() throws {
        let gate = try OccurrenceQueue(capacity: 8)
        let thread = try PluginThread(name: "a name that is longer than the system's") {
            var interest = pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&interest, 1, -1)
        }
        #expect(!thread.join(within: TimeSpan(microseconds: 10_000)))
        gate.close()
        #expect(thread.join(within: TimeSpan(microseconds: 60_000_000)))
        #expect(thread.join(within: TimeSpan(microseconds: 0)))
    }
}
