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
        /// A target was named, so that its absence means that it is gone and not that the chain is meant.
        let isTargeted: Bool
        var moments: Moment

        init(_ receiver: Receiver, target: (any ActionTarget)?, moments: Moment) {
            self.receiver = receiver
            self.target = target
            isTargeted = target != nil
            self.moments = moments
        }
    }

    private(set) var entries: [Entry] = []

    /// Adds a target; the same target and action again only adds the moments (C17, G7).
    mutating func add(_ target: (any ActionTarget)?, _ action: Action, for moments: Moment) {
        entries.removeAll { $0.isTargeted && $0.target == nil }
        if let known = entries.first(where: { $0.matches(target, action) }) {
            known.moments.formUnion(moments)
        } else {
            entries.append(Entry(.target(action), target: target, moments: moments))
        }
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
        guard case .target(let own) = receiver, own == action else { return false }
        return target === self.target && isTargeted == (target != nil)
    }

    func isNamed(by target: (any ActionTarget)?, _ action: Action?) -> Bool {
        if let target, target !== self.target { return false }
        guard let action else { return true }
        guard case .target(let own) = receiver else { return false }
        return own == action
    }
}
