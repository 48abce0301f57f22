package import HandlerEvents
internal import InputHub
package import LayoutRuntime

extension Pipeline: ActivityDelegate {
    package func screen(_ index: Int, did event: EventName, at time: Int64) {
        switch event {
        case .dark, .wake: tree.screenCalls[index][event]?.run(powerEvent(event, at: time))
        default:
            tree.screenCalls[index][event]?.run(HandlerEvent(event, at: time))
            updateStatus()
        }
    }

    /// Calls the handlers that turn a screen off or on. Without such handlers, assumes that another program controls
    /// the screen's power, so the request succeeds.
    package func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest {
        let handlerEvent = powerEvent(event, at: time)
        let handlers = tree.screenPowerCalls[screen][event]?.run(handlerEvent) ?? 1
        return PowerRequest(number: handlerEvent.stream, pendingHandlers: handlers)
    }

    /// Installs a callback for changes of a screen's touch accommodations by commands. The callback updates the
    /// screen's panels.
    func followAccommodations() {
        tree.accommodationsDidChange = { [unowned self] index in
            for panel in panels where panel.screen == index { panel.panel.accommodates = tree.accommodates[index] }
        }
    }

    /// Returns an event with a new stream number. Plugins deliver calls of different streams independently. A hanging
    /// call that turns a screen off therefore does not delay the call that turns it on.
    private func powerEvent(_ event: EventName, at time: Int64) -> HandlerEvent {
        powerEventCount &+= 1
        var handlerEvent = HandlerEvent(event, at: time)
        handlerEvent.stream = powerEventCount
        return handlerEvent
    }
}
