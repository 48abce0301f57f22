/// Who is to be told, and of what: the registrations of a control or a recognizer, in the order of their addition.
struct ActionList<Moment: OptionSet> {
    /// One target with its action, or one closure.
    final class Entry {
        enum Receiver {
            case target(Action)
            case closure((AnyObject, Event?) -> Void)
        }

        let receiver: Receiver
        weak var target: (any ActionTarget)?
        /// The target's address, which is quicker to compare but may be another one's by now; nil means the chain.
        let address: ObjectIdentifier?
        var moments: Moment

        init(_ receiver: Receiver, target: (any ActionTarget)?, moments: Moment) {
            self.receiver = receiver
            self.target = target
            address = target.map { ObjectIdentifier($0) }
            self.moments = moments
        }
    }

    private(set) var entries: [Entry] = []
    /// With so many entries it is time to look for those whose target is gone.
    private var sweepCount = 8

    /// Adds a target; the same target and action again only adds the moments (C17, G7).
    mutating func add(_ target: (any ActionTarget)?, _ action: Action, for moments: Moment) {
        sweep()
        if let known = entries.first(where: { $0.matches(target, action) }) {
            known.moments.formUnion(moments)
        } else {
            entries.append(Entry(.target(action), target: target, moments: moments))
        }
    }

    /// Forgets those whose target is gone, when there have come to be twice as many as the last time left.
    private mutating func sweep() {
        guard entries.count >= sweepCount else { return }
        entries.removeAll { $0.isTargeted && $0.target == nil }
        sweepCount = max(8, entries.count * 2)
    }

    mutating func add(_ closure: @escaping (AnyObject, Event?) -> Void, for moments: Moment) {
        entries.append(Entry(.closure(closure), target: nil, moments: moments))
    }

    /// Takes moments away; nil for target or action means every one (nil target: all targets and closures).
    mutating func remove(_ target: (any ActionTarget)?, _ action: Action?, for moments: Moment) {
        for entry in entries where entry.isNamed(by: target, action) { entry.moments.subtract(moments) }
        entries.removeAll { $0.moments.isEmpty }
    }
}

extension ActionList.Entry {
    func matches(_ target: (any ActionTarget)?, _ action: Action) -> Bool {
        guard address == target.map({ ObjectIdentifier($0) }), case .target(let own) = receiver, own == action else {
            return false
        }
        return target === self.target
    }

    /// A target was named, so that its absence means that it is gone and not that the chain is meant.
    var isTargeted: Bool { address != nil }

    func isNamed(by target: (any ActionTarget)?, _ action: Action?) -> Bool {
        if let target, target !== self.target { return false }
        guard let action else { return true }
        guard case .target(let own) = receiver else { return false }
        return own == action
    }
}
