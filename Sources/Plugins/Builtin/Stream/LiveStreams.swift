/// Table of open event streams (touches, gestures and presses that have not ended). A new client first receives the
/// begin event and the latest move of each open stream.
///
/// If the layout does not bind a stream's end events, the stream is never removed. Therefore a full table evicts the
/// least recently used stream.
struct LiveStreams {
    private struct Stream {
        /// Messages for the stream's begin event, one per binding.
        var beginnings: [StreamMessage]
        var move: StreamMessage?
        let time: Int64
        let begunAt: Int
        var usedAt: Int
    }

    private let limit: Int
    private var firstGroup = Int32.min
    private var streams: [StreamMessage.Topic: Stream] = [:]
    /// Number of messages added so far; serves as the sequence number of a stream's first and last message.
    private var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func begin(_ topic: StreamMessage.Topic, at time: Int64, _ message: StreamMessage) {
        guard topic.group >= firstGroup else { return }
        count += 1
        if streams[topic]?.time == time {
            streams[topic]?.beginnings.append(message)
            return
        }
        if streams[topic] == nil, streams.count >= limit,
            let oldest = streams.min(by: { $0.value.usedAt < $1.value.usedAt })
        {
            streams[oldest.key] = nil
        }
        streams[topic] = Stream(beginnings: [message], time: time, begunAt: count, usedAt: count)
    }

    mutating func move(_ topic: StreamMessage.Topic, _ message: StreamMessage) {
        count += 1
        streams[topic]?.move = message
        streams[topic]?.usedAt = count
    }

    mutating func end(_ topic: StreamMessage.Topic) { streams[topic] = nil }

    /// Removes streams of earlier layouts: their group number is less than `group`, because group numbers grow with
    /// each reload.
    mutating func forget(before group: Int32) {
        firstGroup = group
        streams = streams.filter { $0.key.group >= group }
    }

    /// The begin messages and the latest move of each open stream, sorted by the time of the begin message.
    var messages: [StreamMessage] {
        streams.values.sorted { $0.begunAt < $1.begunAt }.flatMap { stream in
            stream.beginnings + (stream.move.map { [$0] } ?? [])
        }
    }
}
