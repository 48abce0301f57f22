internal import HandlerEvents
internal import PluginAPI

/// Streams whose begin a program received; keeps a restarted program from receiving ends without begins.
struct OpenStreamSet {
    private struct Key: Hashable {
        var group: Int32
        var stream: Int32
    }

    private enum Teller {
        /// Received by the running program.
        case present
        /// Received by a former run; later events of the stream are dropped.
        case past
    }

    private var tellers: [Key: Teller] = [:]
    /// Keys, oldest first, so that streams without an end are evicted eventually.
    private var order: [Key] = []
    /// The last end; further bindings may receive the same end.
    private var last: (key: Key, time: Int64, isTold: Bool)?
    /// Limit process-streams (Processes and shared objects): streams whose beginning a plugin process has received.
    /// Past it: the least recently used one is forgotten.
    private static let limit = 1024

    /// Marks all open streams as begun in a former run.
    mutating func forgetProgram() {
        for key in order { tellers[key] = .past }
    }

    /// Whether the program receives the event; records begins and ends.
    mutating func tell(_ handlerEvent: HandlerEvent, _ binding: Binding) -> Bool {
        let key = Key(group: binding.group, stream: handlerEvent.stream)
        switch handlerEvent.event.flow {
        case .single, .value: return true
        case .begins:
            insert(key)
            return true
        case .goesOn: return tellers[key] != .past
        case .ends:
            if let last, last.key == key, last.time == handlerEvent.time { return last.isTold }
            let isTold = tellers.removeValue(forKey: key) != .past
            order.removeAll { $0 == key }
            last = (key, handlerEvent.time, isTold)
            return isTold
        }
    }

    private mutating func insert(_ key: Key) {
        if tellers.updateValue(.present, forKey: key) != nil { order.removeAll { $0 == key } }
        order.append(key)
        if order.count > Self.limit { tellers[order.removeFirst()] = nil }
    }
}
