internal import Contacts
internal import GestureKinds
internal import HandlerEvents
internal import Schema

extension LayoutCheck {
    /// Warns of handlers for events that the view or its gestures never send, and of handlers that consume the touches
    /// of a control or trackpad.
    func checkEvents(of view: ViewLayout) {
        let kind = view.class ?? .view
        for binding in view.on where !view.isPartlyInvalid {
            for event in binding.events where event.family == .control && !kind.sends(event) {
                let senders = Names.alternatives(ViewLayout.Class.allCases.filter { $0.sends(event) }.map(\.rawValue))
                let message = "a \(kind.rawValue) never sends '\(event.rawValue)'"
                reading.warning("\(message); use a \(senders)", .wrongEvent, at: binding.mark)
            }
            guard kind != .view, !binding.pass, binding.events.contains(where: { $0.family == .touches }) else {
                continue
            }
            let name = kind.rawValue
            let message = "this handler consumes the touches of the \(name), so the \(name) sends no events"
            reading.warning(
                "\(message); add 'pass: true' to forward the touches to the \(name)",
                .unreachable,
                at: binding.mark
            )
        }
        for gesture in view.gestures { checkEvents(of: gesture) }
    }

    private func checkEvents(of gesture: GestureLayout) {
        // After errors, a key that seems to be missing may have an invalid value.
        if !reading.hasErrors, case .missingKey(let message) = gesture.problem {
            reading.warning(message, .missingKey, at: gesture.mark)
        }
        for binding in gesture.on {
            for event in binding.events
            where !gesture.isPartlyInvalid && gesture.type.kind.isDiscrete
                && [.began, .changed, .cancelled].contains(event)
            {
                let message = "a gesture of type \(gesture.type.rawValue) never has the state '\(event.rawValue)'"
                reading.warning("\(message); use 'recognized' or 'failed'", .wrongEvent, at: binding.mark)
            }
        }
    }

    /// Warns of handlers for screen events that cannot occur, because the screen lacks a key. For example, the event
    /// `idle` requires the key `idle:`, and `ghost` requires the filter `ghosts:`. Also warns of an `idle:` without
    /// effect.
    func checkEvents(of screen: ScreenLayout) {
        guard !reading.hasErrors else { return }
        if let idle = screen.idle, idle.calls.isEmpty, !screen.hasHandlersOfIdle, !hasPluginsWithStatus {
            let remedy = "add 'do: plugin.handler', or bind the event 'idle' in the screen's 'on:'"
            reading.warning("this 'idle:' calls no handler; \(remedy)", .noEffect, at: idle.mark)
        }
        for binding in screen.on {
            for event in binding.events {
                guard let (missing, remedy) = screen.requirement(for: event) else { continue }
                reading.warning("\(missing); add '\(remedy)'", .wrongEvent, at: binding.mark)
            }
        }
    }

    /// True if the layout has plugins that Touchbridge notifies when all screens are idle.
    private var hasPluginsWithStatus: Bool {
        layout.plugins.contains { ["mqtt", "process", "library"].contains($0.value.type.value) }
    }

    func checkEvents(of sequence: SequenceLayout) {
        for binding in sequence.on {
            for event in binding.events where [.possible, .cancelled].contains(event) {
                let hint = "use began, changed, recognized or failed"
                reading.warning(
                    "a gesture sequence has no event '\(event.rawValue)'; \(hint)",
                    .wrongEvent,
                    at: binding.mark
                )
            }
        }
    }
}

extension ScreenLayout {
    /// Whether the screen has handlers for the events that `idle:` causes.
    fileprivate var hasHandlersOfIdle: Bool {
        on.contains { $0.events.contains(.idle) || $0.events.contains(.active) }
    }

    /// Returns the missing setting that a screen event requires, with a remedy; nil if no setting is missing.
    fileprivate func requirement(for event: EventName) -> (missing: String, remedy: String)? {
        switch event {
        case .idle where idle == nil, .active where idle == nil:
            let missing = "this screen never sends '\(event.rawValue)', because 'idle:' is missing"
            return (missing, "idle: { after: 90s }")
        case .dark where dark == nil, .wake where dark == nil:
            let missing = "this screen never sends '\(event.rawValue)', because 'dark:' is missing"
            return (missing, "dark: { after: 10min, wake: [] }")
        case .ghost where input.filters.ghosts == 0:
            let missing = "this screen never sends 'ghost', because the filter 'ghosts:' is missing"
            return (missing, "input: { filters: { ghosts: 10min } }")
        case .stale where input.filters.staleContactTimeout == nil:
            let missing = "this screen never sends 'stale', because 'staleContactTimeout:' is missing"
            return (missing, "input: { staleContactTimeout: 30s }")
        case .silent where input.filters.silentAfter == nil:
            let missing = "this screen never sends 'silent', because 'silentAfter:' is missing"
            return (missing, "input: { silentAfter: 2h }")
        default: return nil
        }
    }
}

extension ViewLayout.Class {
    /// Whether views of this class send a control event without a `tree` command.
    func sends(_ event: EventName) -> Bool {
        switch event {
        case .valueChanged: self == .slider || self == .switch
        case .primaryActionTriggered: self == .button || self == .switch
        default: self != .view && self != .trackpad
        }
    }
}
