/// One message for clients, rendered once for all of them.
struct StreamMessage {
    /// The stream of a touch, gesture or press that a message is about.
    struct Topic: Hashable {
        var group: Int32
        var stream: Int32
    }

    let bytes: [UInt8]
    var topic: Topic?
    /// Set for moves and values: only the same binding's may take its place.
    var move: ObjectIdentifier?
    /// A control's value, whichever touch gave it that: the last one is not to be lost.
    var isValue = false
}

/// What waits for one client, in order: never more than so many messages and bytes.
///
/// While a client is behind, the newest move of a stream takes the place of the one that waits. All other messages stay;
/// when there is no room for one even without moves, the client cannot be served any longer.
struct Outbox {
    private let limit: Int
    private let byteLimit: Int
    private var messages: [StreamMessage] = []
    /// What stands before it has been taken out.
    private var head = 0
    private var bytes = 0
    /// Moves that were left out.
    private(set) var coalesced = 0

    init(limit: Int, byteLimit: Int) {
        self.limit = limit
        self.byteLimit = byteLimit
    }

    var count: Int { messages.count - head }
    var isEmpty: Bool { count == 0 }

    /// Puts a message behind the others; false when there is no room for it and it is not to be lost.
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

    /// Takes the oldest one out.
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

    /// Lets a move take the place of the stream's last one, unless something of the stream stands behind that, and a value
    /// that of the control's last one.
    private mutating func replace(with message: StreamMessage) -> Bool {
        for place in (head..<messages.count).reversed() where message.isValue || messages[place].topic == message.topic
        {
            if !message.isValue, messages[place].move == nil { return false }
            guard messages[place].move == message.move else { continue }
            bytes += message.bytes.count - messages[place].bytes.count
            messages[place] = message
            coalesced += 1
            return true
        }
        return false
    }

    /// Gives up moves: all of them, or those that something newer of their stream stands behind.
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
