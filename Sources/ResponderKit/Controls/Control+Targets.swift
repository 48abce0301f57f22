extension Control {
    // MARK: Adding and removing targets

    /// Registers a target for events, as a weak reference. With a nil target, actions are sent along the responder
    /// chain (C17, A4).
    public final func addTarget(_ target: (any ActionTarget)?, action: Selector, for events: Event) {
        registrations.add(target, action, for: events)
    }

    /// Registers an action for events, as a strong reference (C17).
    public final func addAction(_ action: Action, for events: Event) { registrations.add(action, for: events) }

    /// Registers a closure for events, as a strong reference. To remove the closure, pass the returned action to
    /// `removeAction` (C17).
    @discardableResult
    public final func addAction(
        for events: Event,
        handler: @escaping (Control, ResponderKit.Event?) -> Void
    ) -> Action {
        let action = Action { sender, event in handler(unsafeDowncast(sender, to: Control.self), event) }
        addAction(action, for: events)
        return action
    }

    /// Unregisters an action from events.
    public final func removeAction(_ action: Action, for events: Event) { registrations.remove(action, for: events) }

    /// Unregisters a target from events (C17).
    ///
    /// A nil action means all actions, and a nil target means all targets and closures.
    public final func removeTarget(_ target: (any ActionTarget)?, action: Selector?, for events: Event) {
        registrations.remove(target, action, for: events)
    }

    // MARK: Queries

    /// Registered targets that still exist, each listed once; excludes nil targets and closures (C17).
    public final var allTargets: [any ActionTarget] {
        var targets: [any ActionTarget] = []
        for entry in registrations.entries {
            guard let target = entry.target, !targets.contains(where: { $0 === target }) else { continue }
            targets.append(target)
        }
        return targets
    }

    /// Every event for which a target or a closure is registered (C17).
    public final var allControlEvents: Event {
        registrations.entries.reduce([]) { $1.isGone ? $0 : $0.union($1.events) }
    }

    /// Returns the target's actions for an event, in the order of addition; nil if there are none (C17).
    public final func actions(forTarget target: (any ActionTarget)?, forControlEvent event: Event) -> [Selector]? {
        var actions: [Selector] = []
        for entry in registrations.entries where !entry.events.isDisjoint(with: event) {
            if case .target(let action) = entry.receiver, entry.matches(target, action) { actions.append(action) }
        }
        return actions.isEmpty ? nil : actions
    }

    // MARK: Sending events

    /// Notifies the observers, then calls all registered targets and closures in the order of addition.
    ///
    /// Targets that are added or removed during these calls are not called.
    final func send(_ events: Event, _ event: ResponderKit.Event?) {
        let observers = if let event { event.observers } else { window?.application?.observers }
        observers?.control(self, sent: events)
        passes.append(Pass(entries: registrations.entries, events: events, event: event))
        callRemaining(of: passes.count - 1)
        passes.removeLast()
    }

    /// Calls the remaining targets of all events that are being sent.
    final func finishSending() {
        for number in passes.indices { callRemaining(of: number) }
    }

    /// State of a `send` call that is in progress. If a target calls `finishSending`, that nested call calls the
    /// remaining targets.
    struct Pass {
        let entries: [ActionList<Event>.Entry]
        let events: Event
        let event: ResponderKit.Event?
        /// Index of the next entry to call.
        var index = 0
    }

    private func callRemaining(of number: Int) {
        while passes[number].index < passes[number].entries.count {
            let pass = passes[number]
            passes[number].index += 1
            let entry = pass.entries[pass.index]
            if !entry.events.isDisjoint(with: pass.events) { call(entry, pass.event) }
        }
    }

    private func call(_ entry: ActionList<Event>.Entry, _ event: ResponderKit.Event?) {
        switch entry.receiver {
        case .action(let action): action.perform(self, event)
        case .target(let action):
            let target = entry.target
            if target != nil || !entry.isTargeted { sendAction(action, to: target, for: event) }
        }
    }
}

extension ActionList.Entry {
    /// Whether the target was deallocated.
    fileprivate var isGone: Bool { isTargeted && target == nil }
}
