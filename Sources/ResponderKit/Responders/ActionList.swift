/// Registered targets and closures of a control or recognizer, in the order of addition, with their events.
struct ActionList<Event: OptionSet> {
    /// Either a target with a selector, or an action (a closure).
    final class Entry {
        enum Receiver {
            case target(Selector)
            case action(Action)
        }

        let receiver: Receiver
        weak var target: (any ActionTarget)?
        /// Address of the target, for fast comparison; nil means the responder chain. Another object may have the same
        /// address after the target's deallocation.
        let address: ObjectIdentifier?
        var events: Event

        init(_ receiver: Receiver, target: (any ActionTarget)?, events: Event) {
            self.receiver = receiver
            self.target = target
            address = target.map { ObjectIdentifier($0) }
            self.events = events
        }
    }

    private(set) var entries: [Entry] = []
    /// Number of entries at which `sweep()` next removes entries of deallocated targets.
    private var sweepCount = 8

    /// Adds a target. For a registered pair of target and action, only adds the events (C17, G7).
    mutating func add(_ target: (any ActionTarget)?, _ action: Selector, for events: Event) {
        sweep()
        if let known = entries.first(where: { $0.matches(target, action) }) {
            known.events.formUnion(events)
        } else {
            entries.append(Entry(.target(action), target: target, events: events))
        }
    }

    /// Removes the entries of deallocated targets after each doubling of the number of entries.
    private mutating func sweep() {
        guard entries.count >= sweepCount else { return }
        entries.removeAll { $0.isTargeted && $0.target == nil }
        sweepCount = max(8, entries.count * 2)
    }

    /// Adds an action. For a registered action, only adds the events.
    mutating func add(_ action: Action, for events: Event) {
        if let known = entries.first(where: { $0.holds(action) }) {
            known.events.formUnion(events)
        } else {
            entries.append(Entry(.action(action), target: nil, events: events))
        }
    }

    mutating func remove(_ action: Action, for events: Event) {
        for entry in entries where entry.holds(action) { entry.events.subtract(events) }
        entries.removeAll { $0.events.isEmpty }
    }

    /// Removes events from entries with this target and selector. A nil `target` matches every target, and a nil
    /// `action` every selector. If both are nil, closures match too.
    mutating func remove(_ target: (any ActionTarget)?, _ action: Selector?, for events: Event) {
        for entry in entries where entry.isNamed(by: target, action) { entry.events.subtract(events) }
        entries.removeAll { $0.events.isEmpty }
    }
}

extension ActionList.Entry {
    func matches(_ target: (any ActionTarget)?, _ action: Selector) -> Bool {
        guard address == target.map({ ObjectIdentifier($0) }), case .target(let own) = receiver, own == action else {
            return false
        }
        return target === self.target
    }

    func holds(_ action: Action) -> Bool {
        guard case .action(let own) = receiver else { return false }
        return own === action
    }

    /// Whether the entry was registered with a target. If so, a nil `target` means that the target was deallocated.
    var isTargeted: Bool { address != nil }

    func isNamed(by target: (any ActionTarget)?, _ action: Selector?) -> Bool {
        if let target, target !== self.target { return false }
        guard let action else { return true }
        guard case .target(let own) = receiver else { return false }
        return own == action
    }
}
