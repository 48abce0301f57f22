import Testing

@testable import Inspector

/// What waits for a page.
struct ClientTests {
    @Test func `four questions and four answers wait for a page, and not one more`() {
        let client = Client(Reader(of: Chronicle(capacity: 8), within: nil, isComplete: true))
        for touch: Int32 in 1...5 { client.ask(touch) }
        #expect((1...5).map { _ in client.takeQuestion() } == [1, 2, 3, 4, nil])
        for count in 0..<4 {
            #expect(client.replies.count == count && client.hasRoomForReply)
            client.replies.append([])
        }
        #expect(!client.hasRoomForReply)
    }
}
