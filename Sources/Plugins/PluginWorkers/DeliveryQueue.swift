package import HandlerEvents
package import PluginAPI

/// What is to be done one after the other; lanes go side by side.
package struct OrderingKey: Hashable {
    /// The place in the layout.
    package var group: Int32
    /// The touch, gesture or key.
    package var stream: Int32
    /// Where it goes, when such places know nothing of each other.
    package var destination = ""

    package init(group: Int32, stream: Int32, destination: String = "") {
        (self.group, self.stream, self.destination) = (group, stream, destination)
    }
}

/// Events that wait for a worker: each orderingKey in order, one at a time, and of moves that wait the newest alone.
///
/// A stream whose beginning could not be delivered is left out as a whole: nobody is told of the end of what never began.
package struct DeliveryQueue {
    package struct Entry {
        package var orderingKey: OrderingKey
        package var handlerEvent: HandlerEvent
        package var binding: Binding

        package init(orderingKey: OrderingKey, handlerEvent: HandlerEvent, binding: Binding) {
            (self.orderingKey, self.handlerEvent, self.binding) = (orderingKey, handlerEvent, binding)
        }

        package var call: Call { (handlerEvent, binding) }

        /// The control whose value it is, at a place that it goes to; nil for what is no value.
        fileprivate var control: Control? {
            guard handlerEvent.event.flow == .value else { return nil }
            return Control(binding: ObjectIdentifier(binding), destination: orderingKey.destination)
        }
    }

    /// What has one value, whichever touch gave it that.
    fileprivate struct Control: Hashable {
        var binding: ObjectIdentifier
        var destination: String
    }

    /// What became of the stream that a orderingKey is in.
    private struct StreamOutcome {
        var hasArrived: Bool
        var hasEnded = false
    }

    private let capacity: Int
    private var waiting: [Entry] = []
    private var busy: Set<OrderingKey> = []
    /// Controls of which a value is under way.
    private var busyControls: Set<Control> = []
    private var outcomes: [OrderingKey: StreamOutcome] = [:]
    /// The oldest first, so that streams without an end are forgotten some day, after those that have ended.
    private var outcomeOrder: [OrderingKey] = []
    /// Limit stream-outcomes (Internal bounds): stream results that a delivery queue remembers.
    private static let fateLimit = 1024
    /// Lanes in which an end is tried again and again, the longest first. They take nobody's room.
    package private(set) var aside: [OrderingKey] = []

    /// Moves that newer ones took the place of.
    package private(set) var coalesced = 0
    /// Events of streams that never began.
    package private(set) var leftOut = 0
    /// Events that `takeLeftOut()` has not returned yet.
    private var newlyLeftOut: [Entry] = []

    package init(capacity: Int) { self.capacity = capacity }

    package var hasRoom: Bool { waiting.count - countBehind + busy.count - aside.count < capacity }
    /// Whether more is set aside than may be: the oldest of it is to be finished.
    package var hasTooMuchAside: Bool { aside.count > capacity || countBehind > capacity }
    package var isEmpty: Bool { waiting.isEmpty && busy.isEmpty }
    /// How many wait for a worker.
    package var count: Int { waiting.count }

    /// Takes something in; who asks has seen that there is room.
    package mutating func add(_ entry: Entry) {
        if let place = replaceable(by: entry) {
            coalesced += 1
            if waiting[place].orderingKey == entry.orderingKey {
                waiting[place] = entry
                return
            }
            // A value of another touch, which something of its own may have to come before.
            waiting.remove(at: place)
        }
        waiting.append(entry)
    }

    /// Where a move waits that the new one may take the place of: nothing but moves of its orderingKey stands behind it.
    private func replaceable(by entry: Entry) -> Int? {
        if let control = entry.control { return waiting.lastIndex { $0.control == control } }
        guard entry.handlerEvent.event.flow == .goesOn else { return nil }
        for place in waiting.indices.reversed() where waiting[place].orderingKey == entry.orderingKey {
            guard waiting[place].handlerEvent.event.flow == .goesOn else { return nil }
            let isSame = waiting[place].binding === entry.binding
            if isSame, waiting[place].handlerEvent.event == entry.handlerEvent.event { return place }
        }
        return nil
    }

    /// The next one whose orderingKey is free, which is busy from now on until it is finished.
    package mutating func next() -> Entry? {
        var place = 0
        var held: Set<OrderingKey> = []
        while place < waiting.count {
            let entry = waiting[place]
            if busy.contains(entry.orderingKey) || held.contains(entry.orderingKey) {
                place += 1
            } else if let control = entry.control, busyControls.contains(control) {
                // The last value is to arrive last, and what comes behind it in its orderingKey waits with it.
                held.insert(entry.orderingKey)
                place += 1
            } else if isLost(entry) {
                waiting.remove(at: place)
                leftOut += 1
                newlyLeftOut.append(entry)
                if entry.handlerEvent.event.flow == .ends { outcomes[entry.orderingKey]?.hasEnded = true }
            } else {
                waiting.remove(at: place)
                busy.insert(entry.orderingKey)
                if let control = entry.control { busyControls.insert(control) }
                return entry
            }
        }
        return nil
    }

    /// What was begun is tried again and again: it keeps its orderingKey, and leaves its room to others.
    package mutating func setAside(_ entry: Entry) {
        if !aside.contains(entry.orderingKey) { aside.append(entry.orderingKey) }
    }

    /// How many wait for what is set aside.
    private var countBehind: Int {
        guard !aside.isEmpty else { return 0 }
        let lanes = Set(aside)
        return waiting.count { lanes.contains($0.orderingKey) }
    }

    /// Frees the orderingKey; a beginning that did not arrive takes its stream with it.
    package mutating func finish(_ entry: Entry, arrived: Bool) {
        busy.remove(entry.orderingKey)
        if let control = entry.control { busyControls.remove(control) }
        aside.removeAll { $0 == entry.orderingKey }
        switch entry.handlerEvent.event.flow {
        case .begins: begin(entry.orderingKey, arrived)
        case .ends: outcomes[entry.orderingKey]?.hasEnded = true
        case .single, .goesOn, .value: break
        }
    }

    /// Whether it ends what somebody was told of, and so must not be lost.
    package func mustDeliver(_ entry: Entry) -> Bool {
        entry.handlerEvent.event.flow == .ends && outcomes[entry.orderingKey]?.hasArrived == true
    }

    /// Returns the events of streams that never began, each once.
    package mutating func takeLeftOut() -> [Entry] {
        defer { newlyLeftOut.removeAll() }
        return newlyLeftOut
    }

    /// Throws away what waits, and gives it to who has to answer for that.
    package mutating func removeAll() -> [Entry] {
        defer { waiting.removeAll() }
        return waiting
    }

    private func isLost(_ entry: Entry) -> Bool {
        guard let fate = outcomes[entry.orderingKey], !fate.hasArrived else { return false }
        switch entry.handlerEvent.event.flow {
        case .goesOn, .ends: return true
        case .single, .begins, .value: return false
        }
    }

    private mutating func begin(_ orderingKey: OrderingKey, _ arrived: Bool) {
        if let fate = outcomes[orderingKey], !fate.hasEnded {
            // Several handlers are bound to one beginning: one that arrived is enough.
            outcomes[orderingKey]?.hasArrived = fate.hasArrived || arrived
            return
        }
        if outcomes[orderingKey] == nil {
            if outcomeOrder.count >= Self.fateLimit { forgetOne() }
            outcomeOrder.append(orderingKey)
        }
        outcomes[orderingKey] = StreamOutcome(hasArrived: arrived)
    }

    private mutating func forgetOne() {
        let place = outcomeOrder.firstIndex { outcomes[$0]?.hasEnded == true } ?? 0
        outcomes[outcomeOrder.remove(at: place)] = nil
    }
}
