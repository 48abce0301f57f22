extension Control {
    // MARK: Registering

    /// Lets a target be told of events; it is held weakly, and nil stands for the responder chain (C17, A4).
    public final func addTarget(_ target: (any ActionTarget)?, action: Action, for events: Event) {
        registrations.add(target, action, for: events)
    }

    /// Lets a closure be told of events; it is held strongly (C17).
    public final func addAction(for events: Event, handler: @escaping (Control, ResponderKit.Event?) -> Void) {
        registrations.add({ sender, event in handler(unsafeDowncast(sender, to: Control.self), event) }, for: events)
    }

    /// Tells the target of these events no more; nil stands for every target and closure, and for every action (C17).
    public final func removeTarget(_ target: (any ActionTarget)?, action: Action?, for events: Event) {
        registrations.remove(target, action, for: events)
    }

    // MARK: Asking

    /// The targets that are registered and still exist, each once; nil targets and closures are left out (C17).
    public final var allTargets: [any ActionTarget] {
        var targets: [any ActionTarget] = []
        for entry in registrations.entries {
            guard let target = entry.target, !targets.contains(where: { $0 === target }) else { continue }
            targets.append(target)
        }
        return targets
    }

    /// Every event for which there is a target or a closure (C17).
    public final var allControlEvents: Event {
        registrations.entries.reduce([]) { $1.isGone ? $0 : $0.union($1.moments) }
    }

    /// The target's actions for an event, in the order of their addition; nil when there are none (C17).
    public final func actions(forTarget target: (any ActionTarget)?, forControlEvent event: Event) -> [Action]? {
        var actions: [Action] = []
        for entry in registrations.entries where !entry.moments.isDisjoint(with: event) {
            if case .target(let action) = entry.receiver, entry.matches(target, action) { actions.append(action) }
        }
        return actions.isEmpty ? nil : actions
    }

    // MARK: Sending

    /// Tells observers of the event, then every target and closure in the order of addition.
    ///
    /// Those added meanwhile are not told, nor are those removed meanwhile: removing takes their events away.
    final func send(_ events: Event, _ event: ResponderKit.Event?) {
        let observers = if let event { event.observers } else { window?.application?.observers }
        observers?.tell { $0.control(self, sent: events) }
        rounds.append(Round(entries: registrations.entries, events: events, event: event))
        tellRest(of: rounds.count - 1)
        rounds.removeLast()
    }

    /// Tells at once those who are still to be told of the events that are being sent.
    final func finishRounds() {
        for number in rounds.indices { tellRest(of: number) }
    }

    /// The sending of some events, which those who are told may finish early.
    struct Round {
        let entries: [ActionList<Event>.Entry]
        let events: Event
        let event: ResponderKit.Event?
        /// Who is told next.
        var place = 0
    }

    private func tellRest(of number: Int) {
        while rounds[number].place < rounds[number].entries.count {
            let round = rounds[number]
            rounds[number].place += 1
            let entry = round.entries[round.place]
            if !entry.moments.isDisjoint(with: round.events) { tell(entry, round.event) }
        }
    }

    private func tell(_ entry: ActionList<Event>.Entry, _ event: ResponderKit.Event?) {
        switch entry.receiver {
        case .closure(let handler): handler(self, event)
        case .target(let action):
            let target = entry.target
            if target != nil || !entry.isTargeted { sendAction(action, to: target, for: event) }
        }
    }
}

extension ActionList.Entry {
    /// Its target was deallocated.
    fileprivate var isGone: Bool { isTargeted && target == nil }
}
