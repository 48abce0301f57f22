extension Control {
    // MARK: Adding and removing targets

    /// Registers a target for events without retaining the target. A nil target means the responder chain (C17, A4).
    public final func addTarget(_ target: (any ActionTarget)?, action: Selector, for events: Event) {
        registrations.add(target, action, for: events)
    }

    /// Registers an action for events, and retains the action (C17).
    public final func addAction(_ action: Action, for events: Event) { registrations.add(action, for: events) }

    /// Registers a closure for events. Pass the returned action to `removeAction` to remove the closure (C17).
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

    /// Registered targets without duplicates. Excludes deallocated targets, nil targets and closures (C17).
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
    /// Does not call targets that are added or removed during these calls.
    final func send(_ events: Event, _ event: ResponderKit.Event?) {
        let observers = if let event { event.observers } else { window?.application?.observers }
        observers?.control(self, sent: events)
        passes.append(Pass(entries: registrations.entries, events: events, event: event))
        callRemaining(of: passes.count - 1)
        passes.removeLast()
    }

    /// Calls the remaining targets of all `send` calls in progress.
    final func finishSending() {
        for number in passes.indices { callRemaining(of: number) }
    }

    /// State of a `send` call in progress. A target can call `finishSending`, which then calls the remaining targets.
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
