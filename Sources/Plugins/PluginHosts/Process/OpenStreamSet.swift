internal import HandlerEvents
internal import PluginAPI

/// Streams whose begin a program received; keeps a restarted program from receiving ends without begins.
struct OpenStreamSet {
    private struct Key: Hashable {
        var group: Int32
        var stream: Int32
    }

    private enum Recipient {
        /// Received by the running program.
        case current
        /// Received by a former run; later events of the stream are dropped.
        case former
    }

    private var recipients: [Key: Recipient] = [:]
    /// Keys, oldest first, so that streams without an end are evicted eventually.
    private var order: [Key] = []
    /// The last end; further bindings may receive the same end.
    private var last: (key: Key, time: Int64, isSent: Bool)?
    /// Limit process-streams (Processes and shared objects): open streams of a plugin process. If exceeded: the least
    /// recently used stream is forgotten.
    private static let limit = 1024

    /// Marks all open streams as begun in a former run.
    mutating func programEnded() {
        for key in order { recipients[key] = .former }
    }

    /// Whether the program receives the event; records begins and ends.
    mutating func admit(_ handlerEvent: HandlerEvent, _ binding: Binding) -> Bool {
        let key = Key(group: binding.group, stream: handlerEvent.stream)
        switch handlerEvent.event.flow {
        case .single, .value: return true
        case .begins:
            insert(key)
            return true
        case .continues: return recipients[key] != .former
        case .ends:
            if let last, last.key == key, last.time == handlerEvent.time { return last.isSent }
            let isSent = recipients.removeValue(forKey: key) != .former
            order.removeAll { $0 == key }
            last = (key, handlerEvent.time, isSent)
            return isSent
        }
    }

    private mutating func insert(_ key: Key) {
        if recipients.updateValue(.current, forKey: key) != nil { order.removeAll { $0 == key } }
        order.append(key)
        if order.count > Self.limit { recipients[order.removeFirst()] = nil }
    }
}
