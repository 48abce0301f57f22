/// A message to clients, encoded once and shared by all clients.
struct StreamMessage {
    /// Identifies the stream (touch, gesture or press) of a message.
    struct Topic: Hashable {
        var group: Int32
        var stream: Int32
    }

    let bytes: [UInt8]
    var topic: Topic?
    /// Binding of a move or value message; nil for other messages. A newer message of the same binding may replace this
    /// message.
    var move: ObjectIdentifier?
    /// Whether the message contains a control's value. The last value of a control must not be lost.
    var isValue = false
}

/// Messages queued for one client, in order. The number of messages and bytes is limited.
///
/// While the queue is at least half full, newer moves of a stream and newer values of a control replace queued ones.
/// When the queue is full, moves are dropped, but all other messages are retained. If these other messages alone exceed
/// a limit, the client is too slow and must be disconnected.
struct Outbox {
    private let limit: Int
    private let byteLimit: Int
    private var messages: [StreamMessage] = []
    /// Index of the first queued message in `messages`.
    private var head = 0
    private var bytes = 0
    /// Number of move and value messages that were replaced or dropped.
    private(set) var coalesced = 0

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    var count: Int { messages.count - head }
    var isEmpty: Bool { count == 0 }

    /// Appends a message. Returns false if the message does not fit and must not be dropped.
    mutating func add(_ message: StreamMessage) -> Bool {
        if message.move != nil, isBehind, replace(with: message) { return true }
        if !hasRoom(for: message) { removeMoves(onlyFollowed: true) }
        if !hasRoom(for: message) { removeMoves(onlyFollowed: false) }
        guard hasRoom(for: message) else {
            guard message.move != nil, !message.isValue else { return false }
            coalesced += 1
            return true
        }
        messages.append(message)
        bytes += message.bytes.count
        return true
    }

    /// Removes and returns the oldest message; returns nil if the outbox is empty.
    mutating func next() -> StreamMessage? {
        guard head < messages.count else { return nil }
        let message = messages[head]
        head += 1
        bytes -= message.bytes.count
        if head == messages.count {
            messages.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= limit {
            messages.removeFirst(head)
            head = 0
        }
        return message
    }

    private var isBehind: Bool { count >= limit / 2 || bytes >= byteLimit / 2 }

    private func hasRoom(for message: StreamMessage) -> Bool {
        count < limit && bytes + message.bytes.count <= byteLimit
    }

    /// Replaces the latest queued move of the same stream and binding, unless another message of the stream follows it.
    /// A value message replaces the last value of its control. Returns false if no message was replaced.
    private mutating func replace(with message: StreamMessage) -> Bool {
        for index in (head..<messages.count).reversed() where message.isValue || messages[index].topic == message.topic
        {
            if !message.isValue, messages[index].move == nil { return false }
            guard messages[index].move == message.move else { continue }
            bytes += message.bytes.count - messages[index].bytes.count
            messages[index] = message
            coalesced += 1
            return true
        }
        return false
    }

    /// Drops all queued moves or, if `onlyFollowed` is true, only moves with a newer message of their stream.
    private mutating func removeMoves(onlyFollowed: Bool) {
        var later: Set<StreamMessage.Topic> = []
        var kept: [StreamMessage] = []
        for message in messages[head...].reversed() {
            let isFollowed = message.topic.map { !later.insert($0).inserted } ?? false
            if message.move != nil, !message.isValue, isFollowed || !onlyFollowed {
                coalesced += 1
                bytes -= message.bytes.count
            } else {
                kept.append(message)
            }
        }
        messages = kept.reversed()
        head = 0
    }
}
