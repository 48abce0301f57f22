package import HandlerEvents
package import PluginAPI

/// Determines the order of calls. Calls with equal keys are delivered one after the other. Calls with different keys
/// are delivered in parallel.
package struct OrderingKey: Hashable {
    /// Group number of the binding; see `Binding.group`.
    package var group: Int32
    /// Identifier of the touch, gesture or key; see `HandlerEvent.stream`.
    package var stream: Int32
    /// The server that receives the call, if a plugin sends calls to several servers; otherwise empty.
    package var destination = ""

    package init(group: Int32, stream: Int32, destination: String = "") {
        (self.group, self.stream, self.destination) = (group, stream, destination)
    }
}

/// Queue of events that wait for delivery. Events with equal ordering keys are delivered in order and one at a time. A
/// stream consists of the events of one touch, gesture or key press, from its begin event to its end event.
///
/// A new move, which continues a stream, replaces a waiting move with an equal key. A new value of a control replaces
/// the control's waiting value. If the begin event of a stream was not delivered, its moves and end event are dropped.
package struct DeliveryQueue {
    package struct Entry {
        package var orderingKey: OrderingKey
        package var handlerEvent: HandlerEvent
        package var binding: Binding

        package init(orderingKey: OrderingKey, handlerEvent: HandlerEvent, binding: Binding) {
            (self.orderingKey, self.handlerEvent, self.binding) = (orderingKey, handlerEvent, binding)
        }

        package var call: Call { (handlerEvent, binding) }

        /// The control whose value the entry delivers, with the destination; nil if the event is not a value.
        fileprivate var control: Control? {
            guard handlerEvent.event.flow == .value else { return nil }
            return Control(binding: ObjectIdentifier(binding), destination: orderingKey.destination)
        }
    }

    /// Identifies a control and the destination of its value. The touch that set the value is irrelevant.
    fileprivate struct Control: Hashable {
        var binding: ObjectIdentifier
        var destination: String
    }

    /// State of a stream: whether the begin event was delivered and whether the stream has ended.
    private struct StreamOutcome {
        var hasArrived: Bool
        var hasEnded = false
    }

    private let capacity: Int
    private var waiting: [Entry] = []
    private var busy: Set<OrderingKey> = []
    /// Controls whose value is being delivered.
    private var busyControls: Set<Control> = []
    private var outcomes: [OrderingKey: StreamOutcome] = [:]
    /// Keys of `outcomes`, oldest first. A full table evicts the oldest ended stream or, if no stream has ended, the
    /// oldest stream.
    private var outcomeOrder: [OrderingKey] = []
    /// Limit stream-outcomes (limits.md, Internal bounds): maximum number of streams whose delivery outcome a queue
    /// retains.
    private static let outcomeLimit = 1024
    /// Keys of streams whose end event is being retried, oldest first. These keys do not count against the capacity.
    package private(set) var retrying: [OrderingKey] = []

    /// Number of moves and values that newer events have replaced.
    package private(set) var coalesced = 0
    /// Number of events that were dropped because the begin event of their stream was not delivered.
    package private(set) var dropped = 0
    /// Dropped events that `takeDropped()` has not yet returned.
    private var newlyDropped: [Entry] = []

    package init(capacity: Int) { self.capacity = capacity }

    package var hasRoom: Bool { waiting.count - countBehindRetries + busy.count - retrying.count < capacity }
    /// Whether too many events are being retried or wait behind a retry. If so, the caller must abandon the event with
    /// the longest retry time.
    package var hasTooManyRetries: Bool { retrying.count > capacity || countBehindRetries > capacity }
    package var isEmpty: Bool { waiting.isEmpty && busy.isEmpty }
    /// Number of events that wait for delivery.
    package var count: Int { waiting.count }

    /// Adds an event; the caller must have checked `hasRoom`.
    package mutating func add(_ entry: Entry) {
        if let index = replaceable(by: entry) {
            coalesced += 1
            if waiting[index].orderingKey == entry.orderingKey {
                waiting[index] = entry
                return
            }
            // The waiting value is from another touch. The new value is appended instead, because the events of one
            // touch must stay in order.
            waiting.remove(at: index)
        }
        waiting.append(entry)
    }

    /// Returns the index of the waiting move or value that the new entry replaces; nil if none exists, or if the
    /// replacement would change the order of events.
    private func replaceable(by entry: Entry) -> Int? {
        if let control = entry.control { return waiting.lastIndex { $0.control == control } }
        guard entry.handlerEvent.event.flow == .continues else { return nil }
        for index in waiting.indices.reversed() where waiting[index].orderingKey == entry.orderingKey {
            guard waiting[index].handlerEvent.event.flow == .continues else { return nil }
            let isSame = waiting[index].binding === entry.binding
            if isSame, waiting[index].handlerEvent.event == entry.handlerEvent.event { return index }
        }
        return nil
    }

    /// Removes and returns the oldest deliverable event; nil if no event is deliverable. An event waits while its key
    /// is busy or another value of its control is being delivered. The key is busy until `finish` is called.
    package mutating func next() -> Entry? {
        var index = 0
        var held: Set<OrderingKey> = []
        while index < waiting.count {
            let entry = waiting[index]
            if busy.contains(entry.orderingKey) || held.contains(entry.orderingKey) {
                index += 1
            } else if let control = entry.control, busyControls.contains(control) {
                // Another value of this control is being delivered, and the newest value must arrive last. Therefore
                // this entry and later entries with an equal key wait.
                held.insert(entry.orderingKey)
                index += 1
            } else if isLost(entry) {
                waiting.remove(at: index)
                dropped += 1
                newlyDropped.append(entry)
                if entry.handlerEvent.event.flow == .ends { outcomes[entry.orderingKey]?.hasEnded = true }
            } else {
                waiting.remove(at: index)
                busy.insert(entry.orderingKey)
                if let control = entry.control { busyControls.insert(control) }
                return entry
            }
        }
        return nil
    }

    /// Marks an event as being retried. The event's key stays busy but no longer counts against the capacity.
    package mutating func markRetrying(_ entry: Entry) {
        if !retrying.contains(entry.orderingKey) { retrying.append(entry.orderingKey) }
    }

    /// Number of events that wait behind a retried event with the same key.
    private var countBehindRetries: Int {
        guard !retrying.isEmpty else { return 0 }
        let retryingKeys = Set(retrying)
        return waiting.count { retryingKeys.contains($0.orderingKey) }
    }

    /// Ends the busy state of the event's key. If a begin event was not delivered, the moves and the end event of its
    /// stream are dropped.
    package mutating func finish(_ entry: Entry, arrived: Bool) {
        busy.remove(entry.orderingKey)
        if let control = entry.control { busyControls.remove(control) }
        retrying.removeAll { $0 == entry.orderingKey }
        switch entry.handlerEvent.event.flow {
        case .begins: begin(entry.orderingKey, arrived)
        case .ends: outcomes[entry.orderingKey]?.hasEnded = true
        case .single, .continues, .value: break
        }
    }

    /// Whether the event ends a stream whose begin event was delivered. Such an event must not be dropped.
    package func mustDeliver(_ entry: Entry) -> Bool {
        entry.handlerEvent.event.flow == .ends && outcomes[entry.orderingKey]?.hasArrived == true
    }

    /// Returns the events that were dropped since the last call of this function.
    package mutating func takeDropped() -> [Entry] {
        defer { newlyDropped.removeAll() }
        return newlyDropped
    }

    /// Removes and returns all waiting events. The caller must report the events as dropped.
    package mutating func removeAll() -> [Entry] {
        defer { waiting.removeAll() }
        return waiting
    }

    private func isLost(_ entry: Entry) -> Bool {
        guard let outcome = outcomes[entry.orderingKey], !outcome.hasArrived else { return false }
        switch entry.handlerEvent.event.flow {
        case .continues, .ends: return true
        case .single, .begins, .value: return false
        }
    }

    private mutating func begin(_ orderingKey: OrderingKey, _ arrived: Bool) {
        if let outcome = outcomes[orderingKey], !outcome.hasEnded {
            // If several handlers are bound to the begin event, one delivered call is sufficient.
            outcomes[orderingKey]?.hasArrived = outcome.hasArrived || arrived
            return
        }
        if outcomes[orderingKey] == nil {
            if outcomeOrder.count >= Self.outcomeLimit { evictOutcome() }
            outcomeOrder.append(orderingKey)
        }
        outcomes[orderingKey] = StreamOutcome(hasArrived: arrived)
    }

    private mutating func evictOutcome() {
        let index = outcomeOrder.firstIndex { outcomes[$0]?.hasEnded == true } ?? 0
        outcomes[outcomeOrder.remove(at: index)] = nil
    }
}
