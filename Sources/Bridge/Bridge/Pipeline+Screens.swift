internal import LayoutRuntime
internal import Occurrences

extension Pipeline {
    func screen(_ place: Int, isIdle: Bool, at time: Int64) {
        let occurrence = Occurrence(isIdle ? .idle : .active, at: time)
        tree.screenReactions[place][occurrence.event]?.run(occurrence)
        tellStatus()
    }

    /// Has a screen made dark or lit by whoever is to do it; where that is nobody, something else does it.
    func give(order event: EventName, to place: Int, at time: Int64) -> Order {
        let occurrence = light(event, at: time)
        let takers = tree.screenOrders[place][event]?.run(occurrence) ?? 1
        return Order(number: occurrence.stream, takers: takers)
    }

    /// Tells those who want to know that a screen is made dark or lit.
    func tell(_ place: Int, _ event: EventName, at time: Int64) {
        tree.screenReactions[place][event]?.run(light(event, at: time))
    }

    /// A stream of its own each time: what lights a screen never waits for what made it dark and does not end.
    private func light(_ event: EventName, at time: Int64) -> Occurrence {
        lights &+= 1
        var occurrence = Occurrence(event, at: time)
        occurrence.stream = lights
        return occurrence
    }
}
