internal import HandlerEvents
internal import PluginAPI

/// Records which run of the plugin program received the begin event of each stream: the current run or an earlier run.
/// A stream consists of the events of one touch, gesture or key. A restarted program does not receive the remaining
/// events of an earlier run's streams.
struct OpenStreamSet {
    private struct Key: Hashable {
        var group: Int32
        var stream: Int32
    }

    private enum Recipient {
        /// The running program has received the begin event.
        case current
        /// An earlier run of the program received the begin event. Later events of the stream are dropped.
        case former
    }

    private var recipients: [Key: Recipient] = [:]
    /// Keys of `recipients`, oldest first. A full set evicts the oldest stream, whose end event may never arrive.
    private var order: [Key] = []
    /// The latest end event, and the result that `admit` returned for it. `admit` returns the same result for all
    /// bindings of this event.
    private var last: (key: Key, time: Int64, isSent: Bool)?
    /// Limit process-streams (limits.md, Processes and shared objects): maximum number of open streams of a plugin
    /// process. If exceeded: the stream that began first is no longer tracked; if the process restarts, the new process
    /// receives the remaining events of this stream.
    private static let limit = 1024

    /// Marks all open streams as begun in an earlier run of the program.
    mutating func programEnded() {
        for key in order { recipients[key] = .former }
    }

    /// Returns whether the program must receive the event. Records which streams have begun and ended.
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
