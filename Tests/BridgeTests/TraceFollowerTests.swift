import Testing

@testable import TouchTrace

/// Tests the queue from the input thread to a client of `events --follow`.
struct TraceFollowerTests {
    private func ending(at time: Int64) -> TraceRecord { TraceRecord(.misuse, at: time) }

    @Test
    func `a slow reader loses records, whose number the next record contains`() throws {
        let follower = TraceFollower(includesMoves: false)
        for time in 1...Int64(TraceFollower.limit) { follower.put(ending(at: time), nil) }
        // Events that arrive while the queue is full.
        for time in 10_000..<Int64(10_003) { follower.put(ending(at: time), nil) }
        for time in 1...Int64(TraceFollower.limit) {
            let item = try #require(follower.take())
            #expect(item.record.time == time && item.lostBefore == 0)
        }
        #expect(follower.take() == nil)
        follower.put(ending(at: 20_000), nil)
        follower.put(ending(at: 20_001), nil)
        let item = try #require(follower.take())
        #expect(item.record.time == 20_000 && item.lostBefore == 3)
        #expect(follower.take()?.lostBefore == 0)
        var text = TraceText(following: InternTable(), devices: [:])
        text.renderLoss(of: item.lostBefore, before: item.record.time)
        #expect(String(decoding: text.bytes, as: UTF8.self) == "{\"t\":20000,\"kind\":\"lost\",\"count\":3}\n")
    }

    @Test
    func `presses are never queued, and moves only on request`() {
        var move = TraceRecord(.touch, at: 1)
        move.detail = 1
        #expect(move.isOngoing)
        for includesMoves in [false, true] {
            let follower = TraceFollower(includesMoves: includesMoves)
            follower.put(TraceRecord(.press, at: 1), nil)
            follower.put(move, nil)
            #expect((follower.take() != nil) == includesMoves)
            #expect(follower.take() == nil)
        }
    }
}
