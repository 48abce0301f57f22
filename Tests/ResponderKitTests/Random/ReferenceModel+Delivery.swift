/// Calls to views (T9 to T12, G19, G25 to G27).
extension ReferenceModel {
    /// All touches that may still have undelivered phases, in order of touch-down.
    var inOrder: [ReferenceTouch] { (waiting + touches).sorted { $0.number < $1.number } }

    func deliver(in window: Int) {
        deliverAll(waiting + touches.filter { $0.window == window }, areNews: true)
    }

    /// Delivers the touches that recognizers have released or cancelled since the last delivery.
    func flush() { deliverAll(waiting + touches.filter(\.isServed), areNews: false) }

    private func deliverAll(_ touches: [ReferenceTouch], areNews: Bool) {
        var parcels: [(touch: ReferenceTouch, phases: [ReferencePhase])] = []
        for touch in touches.sorted(by: { $0.number < $1.number }) where !touch.isOver {
            parcels.append((touch, phasesToTell(touch, didChange: areNews && !waiting.contains { $0 === touch })))
        }
        for lead in parcels.indices where !parcels[lead].phases.isEmpty {
            let first = parcels[lead].touch
            for phase in [ReferencePhase.began, .moved, .ended, .cancelled] {
                var own: [ReferenceTouch] = []
                for index in parcels.indices[lead...] where parcels[index].touch.view == first.view {
                    let touch = parcels[index].touch
                    guard parcels[index].phases.contains(phase) else { continue }
                    // Delays the ends of taps, to deliver them one after the other (G26).
                    if first.phase == .ended, touch.downTime > first.time, phase != .cancelled { continue }
                    parcels[index].phases.removeAll { $0 == phase }
                    if phase == .began { touch.hasBegun = true }
                    if phase == .ended || phase == .cancelled { touch.isOver = true }
                    own.append(touch)
                }
                if !own.isEmpty { tell(phase, own) }
            }
        }
        waiting.removeAll(where: \.isOver)
    }

    private func phasesToTell(_ touch: ReferenceTouch, didChange: Bool) -> [ReferencePhase] {
        if touch.isWithdrawn || touch.phase == .cancelled {
            if !touch.hasBegun { touch.isOver = true }
            return touch.hasBegun ? [.cancelled] : []
        }
        let undecided = touch.recognizers.filter { $0.state == .possible }
        var phases: [ReferencePhase] = []
        let hasMoved = didChange && touch.phase == .moved
        if !touch.hasBegun {
            if undecided.contains(where: \.delaysBegan) {
                if hasMoved { touch.hasMovedUnseen = true }
                return []
            }
            phases.append(.began)
        }
        if hasMoved || (!touch.hasBegun && touch.hasMovedUnseen) { phases.append(.moved) }
        if touch.phase == .ended, !undecided.contains(where: \.delaysEnded) { phases.append(.ended) }
        return phases
    }

    /// Calls the hit view and its next responders, until one of them stops the phase (R11, R12).
    func tell(_ phase: ReferencePhase, _ touches: [ReferenceTouch]) {
        guard let hit = touches[0].view else { return }
        for receiver in tree.ancestry(hit) {
            log.append(contentsOf: [phase.rawValue, receiver, hit, touches[0].tapCount, touches.count])
            for touch in touches { log.append(touch.finger) }
            if !tree.views[receiver].passesOn { return }
        }
    }
}
