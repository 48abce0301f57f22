import Occurrences
import PluginAPI
import PluginWorkers
import Testing

@testable import BuiltinStream

/// A control has one value: the last one is what counts, whichever touch gave it that.
struct ValueTests {
    private let binding = Binding(
        plugin: "p",
        handler: "h",
        view: "slider",
        arguments: NoArguments(),
        group: 1,
        surroundings: Surroundings(host: "kiosk")
    )

    private func value(_ stream: Int32) -> Occurrence {
        var occurrence = Occurrence(.valueChanged, at: Int64(stream))
        occurrence.stream = stream
        return occurrence
    }

    @Test func `of values that wait for a worker the newest is left, also when its touch never arrived`() {
        var backlog = Backlog(capacity: 8)
        let lane = Lane(group: 1, stream: 2)
        backlog.finish(.init(lane: lane, occurrence: Occurrence(.touchDown, at: 0), binding: binding), arrived: false)
        for stream in 1...2 as ClosedRange<Int32> {
            let lane = Lane(group: 1, stream: stream)
            backlog.add(.init(lane: lane, occurrence: value(stream), binding: binding))
        }
        let next = backlog.next()
        #expect(next?.occurrence.time == 2)
        #expect(backlog.isEmpty == false && backlog.count == 0)
    }

    @Test func `a value waits for the one that is under way, and what is behind it for both`() throws {
        var backlog = Backlog(capacity: 8)
        func add(_ event: EventName, _ stream: Int32) {
            var occurrence = value(stream)
            occurrence.event = event
            let lane = Lane(group: 1, stream: stream)
            backlog.add(.init(lane: lane, occurrence: occurrence, binding: binding))
        }
        add(.valueChanged, 1)
        let next = backlog.next()
        let first = try #require(next)
        add(.valueChanged, 2)
        add(.touchUpInside, 2)
        add(.touchDown, 3)
        #expect(backlog.next()?.occurrence.event == .touchDown)
        #expect(backlog.next() == nil)
        // The newest value stands behind the beginning of its own touch.
        add(.touchDown, 4)
        add(.valueChanged, 4)
        #expect(backlog.next()?.occurrence.event == .touchUpInside)
        let last = backlog.next()
        let began = try #require(last)
        #expect(began.occurrence.event == .touchDown && backlog.next() == nil)
        backlog.finish(first, arrived: true)
        #expect(backlog.next() == nil)
        backlog.finish(began, arrived: true)
        #expect(backlog.next()?.occurrence.time == 4)
        #expect(backlog.isEmpty == false && backlog.count == 0 && backlog.coalesced == 1)
    }

    @Test func `a client that is behind gets the newest value of each control`() {
        var outbox = Outbox(limit: 4, byteLimit: 10_000)
        for stream in 1...9 as ClosedRange<Int32> {
            let ended = StreamMessage(Occurrence(.touchUpInside, at: 0), for: binding)
            let hasRoom = stream > 3 || outbox.add(ended)
            let hasRoomForValue = outbox.add(StreamMessage(value(stream), for: binding))
            #expect(hasRoom && hasRoomForValue)
        }
        var texts: [String] = []
        while let message = outbox.next() { texts.append(String(decoding: message.bytes, as: UTF8.self)) }
        #expect(texts.count == 4)
        #expect(texts.filter { $0.contains("\"1.9\"") }.count == 1)
    }
}
