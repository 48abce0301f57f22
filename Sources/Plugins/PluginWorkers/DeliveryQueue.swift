package import HandlerEvents
package import PluginAPI

/// Key of calls that are delivered one after the other; calls of different keys are delivered in parallel.
package struct OrderingKey: Hashable {
    /// Number of the position in the layout.
    package var group: Int32
    /// Number of the touch, gesture or key.
    package var stream: Int32
    /// Peer of the delivery, where peers are independent of each other.
    package var destination = ""

    package init(group: Int32, stream: Int32, destination: String = "") {
        (self.group, self.stream, self.destination) = (group, stream, destination)
    }
}

/// Events that wait for delivery: in order and one at a time for each key; a newer move replaces a waiting one.
///
/// A stream whose begin was not delivered is dropped as a whole: its end is not delivered either.
package struct DeliveryQueue {
    package struct Entry {
        package var orderingKey: OrderingKey
        package var handlerEvent: HandlerEvent
        package var binding: Binding

        package init(orderingKey: OrderingKey, handlerEvent: HandlerEvent, binding: Binding) {
            (self.orderingKey, self.handlerEvent, self.binding) = (orderingKey, handlerEvent, binding)
        }

        package var call: Call { (handlerEvent, binding) }

        /// The control and destination of a value; nil for other events.
        fileprivate var control: Control? {
            guard handlerEvent.event.flow == .value else { return nil }
            return Control(binding: ObjectIdentifier(binding), destination: orderingKey.destination)
        }
    }

    /// A control has one value per destination, whichever touch set it.
    fileprivate struct Control: Hashable {
        var binding: ObjectIdentifier
        var destination: String
    }

    /// Delivery result of a stream's begin.
    private struct StreamOutcome {
        var hasArrived: Bool
        var hasEnded = false
    }

    private let capacity: Int
    private var waiting: [Entry] = []
    private var busy: Set<OrderingKey> = []
    /// Controls with a value being delivered.
    private var busyControls: Set<Control> = []
    private var outcomes: [OrderingKey: StreamOutcome] = [:]
    /// Keys of `outcomes`, oldest first: evicted in this order, ended streams before open ones.
    private var outcomeOrder: [OrderingKey] = []
    /// Limit stream-outcomes (Internal bounds): stream results retained by a delivery queue.
    private static let outcomeLimit = 1024
    /// Keys whose stream end is being retried, longest first; not counted against the capacity.
    package private(set) var retrying: [OrderingKey] = []

    /// Number of moves and values replaced by newer ones.
    package private(set) var coalesced = 0
    /// Number of events dropped because their stream's begin was not delivered.
    package private(set) var dropped = 0
    /// Events not yet returned by `takeDropped()`.
    private var newlyDropped: [Entry] = []

    package init(capacity: Int) { self.capacity = capacity }

    package var hasRoom: Bool { waiting.count - countBehindRetries + busy.count - retrying.count < capacity }
    /// Whether there are too many retries; the oldest must then be finished.
    package var hasTooManyRetries: Bool { retrying.count > capacity || countBehindRetries > capacity }
    package var isEmpty: Bool { waiting.isEmpty && busy.isEmpty }
    /// Number of events that wait for a worker.
    package var count: Int { waiting.count }

    /// Adds an event; the caller has checked `hasRoom`.
    package mutating func add(_ entry: Entry) {
        if let index = replaceable(by: entry) {
            coalesced += 1
            if waiting[index].orderingKey == entry.orderingKey {
                waiting[index] = entry
                return
            }
            // Appended, not replaced: the value is of another touch and follows the events of that touch.
            waiting.remove(at: index)
        }
        waiting.append(entry)
    }

    /// Returns the index of the waiting move or value that the new one may replace without reordering.
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

    /// Removes and returns the next event whose key is free; the key is busy until `finish`.
    package mutating func next() -> Entry? {
        var index = 0
        var held: Set<OrderingKey> = []
        while index < waiting.count {
            let entry = waiting[index]
            if busy.contains(entry.orderingKey) || held.contains(entry.orderingKey) {
                index += 1
            } else if let control = entry.control, busyControls.contains(control) {
                // The newest value must arrive last; later events of its key wait too.
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

    /// Marks an event as being retried: its key stays busy and no longer counts against the capacity.
    package mutating func markRetrying(_ entry: Entry) {
        if !retrying.contains(entry.orderingKey) { retrying.append(entry.orderingKey) }
    }

    /// Number of events that wait behind retried ones.
    private var countBehindRetries: Int {
        guard !retrying.isEmpty else { return 0 }
        let retryingKeys = Set(retrying)
        return waiting.count { retryingKeys.contains($0.orderingKey) }
    }

    /// Frees the event's key; if a begin did not arrive, its stream is dropped.
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

    /// Whether the event ends a stream whose begin was delivered, so that it must not be dropped.
    package func mustDeliver(_ entry: Entry) -> Bool {
        entry.handlerEvent.event.flow == .ends && outcomes[entry.orderingKey]?.hasArrived == true
    }

    /// Returns the events dropped since the last call.
    package mutating func takeDropped() -> [Entry] {
        defer { newlyDropped.removeAll() }
        return newlyDropped
    }

    /// Removes and returns all waiting events; the caller reports them.
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
            // One delivered begin is enough if several handlers are bound to it.
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
