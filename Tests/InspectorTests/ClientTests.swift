import TestTraits
import Testing
internal import TouchTrace

@testable import Inspector

/// Tests the queue and message limits of one page.
struct ClientTests {
    @Test(.atLimit("inspector-questions"), .pastLimit("inspector-questions"))
    func `up to four requests and four replies are queued per page`() {
        let client = Client(Reader(of: TraceHistory(capacity: 8), within: nil, isComplete: true))
        for touch: Int32 in 1...5 { client.ask(.explain(touch: touch)) }
        let touches: [Int32] = [1, 2, 3, 4]
        #expect((1...5).map { _ in client.takeQuestion() } == touches.map { .explain(touch: $0) } + [nil])
        for count in 0..<4 {
            #expect(client.replies.count == count && client.hasRoomForReply)
            client.replies.append([])
        }
        #expect(!client.hasRoomForReply)
    }

    @Test func `a page that does not read its replies requests neither events nor contacts, until it has read them`() {
        let client = Client(Reader(of: TraceHistory(capacity: 8), within: nil, isComplete: true))
        client.askRecording(of: 0...9)
        #expect(client.needsEvents)
        client.replies.append([])
        #expect(!client.needsEvents)
        _ = client.takeReply()
        #expect(client.needsEvents)
        _ = client.takeRecording()
        client.slotTime = 5
        #expect(client.needsEvents && !client.needsContacts)
        client.replies.append([])
        #expect(!client.needsEvents)
        client.slotTime = .max
        #expect(client.needsContacts)
        while client.hasRoomForReply { client.replies.append([]) }
        #expect(!client.needsEvents && !client.needsContacts)
        _ = client.takeReply()
        #expect(client.needsContacts)
    }

    @Test func `a page receives at most 800 records per message`() {
        var history = TraceHistory(capacity: 1024)
        for time in 0...800 as ClosedRange<Int64> { history.append(TraceRecord(.touch, at: time)) }
        var reader = Reader(of: history, within: nil, isComplete: false)
        var records: [TraceRecord] = []
        for times in [0..<800, 800..<801] as [Range<Int64>] {
            let missed = reader.take(from: history, limit: Message.recordLimit, into: &records)
            #expect(missed == 0)
            #expect(records.map(\.time) == Array(times))
        }
        let hasMore = reader.hasMore(in: history)
        #expect(!hasMore)
    }
}
