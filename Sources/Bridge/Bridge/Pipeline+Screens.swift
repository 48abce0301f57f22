package import LayoutRuntime
package import Occurrences

extension Pipeline: ActivityDelegate {
    package func screen(_ index: Int, did event: EventName, at time: Int64) {
        switch event {
        case .dark, .wake: tree.screenReactions[index][event]?.run(powerEvent(event, at: time))
        default:
            tree.screenReactions[index][event]?.run(Occurrence(event, at: time))
            tellStatus()
        }
    }

    /// Without handlers for it something else makes the screen dark or lit.
    package func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest {
        let occurrence = powerEvent(event, at: time)
        let handlers = tree.screenOrders[screen][event]?.run(occurrence) ?? 1
        return PowerRequest(number: occurrence.stream, pendingHandlers: handlers)
    }

    package func screensWereTouched() { tellStatus() }

    /// A stream of its own each time: what lights a screen never waits for what made it dark and does not end.
    private func powerEvent(_ event: EventName, at time: Int64) -> Occurrence {
        powerEventCount &+= 1
        var occurrence = Occurrence(event, at: time)
        occurrence.stream = powerEventCount
        return occurrence
    }
}
