internal import HandlerEvents
internal import PluginAPI

/// Which streams a program has heard the beginning of, so that another run of it hears no end of what it never heard.
struct OpenStreamSet {
    private struct Key: Hashable {
        var group: Int32
        var stream: Int32
    }

    private enum Teller {
        /// The program that runs was told.
        case present
        /// One that has ended was told, so the rest of the stream is for nobody.
        case past
    }

    private var tellers: [Key: Teller] = [:]
    /// The oldest first, so that streams without an end are forgotten some day.
    private var order: [Key] = []
    /// An end that was told or left out, which other bindings of the place may hear of, too.
    private var last: (key: Key, time: Int64, isTold: Bool)?
    /// Limit process-streams (Processes and shared objects): streams whose beginning a plugin process has received.
    /// Past it: the least recently used one is forgotten.
    private static let limit = 1024

    /// The program has ended.
    mutating func forgetProgram() {
        for key in order { tellers[key] = .past }
    }

    /// Whether the program is to be told; it counts as told then.
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
