import TestTraits
import Testing

@testable import BuiltinStream

@Suite struct OutboxTests {
    private final class Name {}

    /// Wraps an outbox in a class, because `#expect` cannot mutate a value.
    private final class Box {
        private var outbox: Outbox

        init(limit: Int, byteLimit: Int) { outbox = Outbox(limit: limit, byteLimit: byteLimit) }

        var isEmpty: Bool { outbox.isEmpty }
        var coalesced: Int { outbox.coalesced }
        func add(_ message: StreamMessage) -> Bool { outbox.add(message) }
        func next() -> String? { outbox.next().map { String(decoding: $0.bytes, as: UTF8.self) } }

        /// Returns and removes all messages.
        var rest: [String] {
            var texts: [String] = []
            while let text = next() { texts.append(text) }
            return texts
        }
    }

    private let binding = Name()
    private let other = Name()

    private func message(_ text: String, _ stream: Int32? = nil, move: Name? = nil) -> StreamMessage {
        var message = StreamMessage(bytes: Array(text.utf8))
        message.topic = stream.map { StreamMessage.Topic(group: 1, stream: $0) }
        message.move = move.map { ObjectIdentifier($0) }
        return message
    }

    @Test func `below the limit, all messages are kept in order`() {
        let outbox = Box(limit: 8, byteLimit: 1000)
        for text in ["a", "b", "c"] { #expect(outbox.add(message(text, 1, move: binding))) }
        #expect(outbox.rest == ["a", "b", "c"])
        #expect(outbox.coalesced == 0)
    }

    @Test func `above half of the limit, a new move replaces the queued one`() {
        let outbox = Box(limit: 4, byteLimit: 1000)
        for text in ["a", "b"] { #expect(outbox.add(message(text, 1, move: binding))) }
        for text in ["c", "d"] { #expect(outbox.add(message(text, 1, move: binding))) }
        #expect(outbox.add(message("e", 2, move: binding)))
        #expect(outbox.rest == ["a", "d", "e"])
        #expect(outbox.coalesced == 2)
    }

    @Test func `a move replaces none before another message of its stream, nor one of another binding`() {
        let outbox = Box(limit: 8, byteLimit: 1000)
        for text in ["1", "2", "3"] { #expect(outbox.add(message(text, 9))) }
        #expect(outbox.add(message("move", 1, move: binding)))
        #expect(outbox.add(message("end", 1)))
        #expect(outbox.add(message("next", 1, move: binding)))
        #expect(outbox.add(message("others", 1, move: other)))
        #expect(outbox.rest == ["1", "2", "3", "move", "end", "next", "others"])
    }

    @Test(.pastLimit("stream-outbox"))
    func `a full outbox drops superseded moves first, then other moves`() {
        let outbox = Box(limit: 4, byteLimit: 1000)
        #expect(outbox.add(message("old", 1, move: binding)))
        #expect(outbox.add(message("end", 1)))
        #expect(outbox.add(message("live", 2, move: binding)))
        #expect(outbox.add(message("single")))
        #expect(outbox.add(message("begin", 3)))
        #expect(outbox.add(message("begin", 4)))
        #expect(!outbox.add(message("begin", 5)))
        #expect(outbox.rest == ["end", "single", "begin", "begin"])
        #expect(outbox.coalesced == 2)
    }

    @Test func `a move that does not fit is dropped`() {
        let outbox = Box(limit: 2, byteLimit: 1000)
        for text in ["a", "b"] { #expect(outbox.add(message(text))) }
        #expect(outbox.add(message("move", 1, move: binding)))
        #expect(outbox.rest == ["a", "b"])
        #expect(outbox.coalesced == 1)
    }

    @Test(.atLimit("stream-outbox-bytes"), .pastLimit("stream-outbox-bytes"))
    func `the number of bytes is limited like the number of messages`() {
        let outbox = Box(limit: 100, byteLimit: 10)
        #expect(outbox.add(message("12345", 1, move: binding)))
        #expect(outbox.add(message("123456", 1)))
        #expect(!outbox.add(message("123456", 2)))
        #expect(outbox.rest == ["123456"])
        #expect(outbox.add(message("1234567890")))
    }

    @Test func `the ring buffer wraps around repeatedly`() {
        let outbox = Box(limit: 4, byteLimit: 1000)
        for number in 0..<1000 {
            #expect(outbox.add(message("\(number)")))
            #expect(outbox.add(message("\(number)!")))
            #expect(outbox.next() == "\(number)")
            #expect(outbox.next() == "\(number)!")
            #expect(outbox.isEmpty)
        }
    }
}

@Suite struct LiveStreamsTests {
    private func topic(_ stream: Int32) -> StreamMessage.Topic { StreamMessage.Topic(group: 1, stream: stream) }
    private func message(_ text: String) -> StreamMessage { StreamMessage(bytes: Array(text.utf8)) }
    private func texts(_ streams: LiveStreams) -> [String] {
        streams.messages.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `live streams are ordered by their beginnings, with all their messages`() {
        var streams = LiveStreams(limit: 4)
        streams.begin(topic(2), at: 1, message("a"))
        streams.begin(topic(1), at: 1, message("b"))
        streams.begin(topic(2), at: 1, message("c"))
        streams.move(topic(1), message("d"))
        streams.move(topic(1), message("e"))
        #expect(texts(streams) == ["a", "c", "b", "e"])
        streams.end(topic(2))
        #expect(texts(streams) == ["b", "e"])
    }

    @Test func `a stream that begins again replaces the former one`() {
        var streams = LiveStreams(limit: 4)
        streams.begin(topic(1), at: 1, message("a"))
        streams.move(topic(1), message("b"))
        streams.begin(topic(1), at: 2, message("c"))
        #expect(texts(streams) == ["c"])
    }

    @Test func `a full list drops the least recently updated stream`() {
        var streams = LiveStreams(limit: 2)
        streams.begin(topic(1), at: 1, message("a"))
        streams.begin(topic(2), at: 2, message("b"))
        streams.move(topic(1), message("c"))
        streams.begin(topic(3), at: 3, message("d"))
        #expect(texts(streams) == ["a", "c", "d"])
    }
}
