package import HandlerEvents
package import LayoutRuntime

extension Pipeline: ActivityDelegate {
    package func screen(_ index: Int, did event: EventName, at time: Int64) {
        switch event {
        case .dark, .wake: tree.screenReactions[index][event]?.run(powerEvent(event, at: time))
        default:
            tree.screenReactions[index][event]?.run(HandlerEvent(event, at: time))
            tellStatus()
        }
    }

    /// Without handlers for it something else makes the screen dark or lit.
    package func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest {
        let handlerEvent = powerEvent(event, at: time)
        let handlers = tree.screenOrders[screen][event]?.run(handlerEvent) ?? 1
        return PowerRequest(number: handlerEvent.stream, pendingHandlers: handlers)
    }

    package func screensWereTouched() { tellStatus() }

    /// A stream of its own each time: what lights a screen never waits for what made it dark and does not end.
    private func powerEvent(_ event: EventName, at time: Int64) -> HandlerEvent {
        powerEventCount &+= 1
        var handlerEvent = HandlerEvent(event, at: time)
        handlerEvent.stream = powerEventCount
        return handlerEvent
    }
}
