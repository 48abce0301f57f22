/// Delivers touches to views. Rejects touches that a view must not receive, and delays touches for undecided
/// recognizers. Calls `touchesEnded` or `touchesCancelled` exactly once for each delivered touch.
final class TouchDelivering {
    /// The owner. Unmanaged, because each read of an unowned reference would retain the owner.
    @exclusivity(unchecked) var applicationReference: Unmanaged<Application>!
    var application: Application { applicationReference.takeUnretainedValue() }
    private let event: Event
    /// Touches that have left the event, with a `touchesEnded` call delayed by a recognizer (G27).
    @exclusivity(unchecked) private(set) var lingering: [Touch] = []
    /// Touches of a delivery; reused to avoid allocation.
    @exclusivity(unchecked) private var round: [Touch] = []
    /// The set for the next call of a view; reused to avoid allocation.
    @exclusivity(unchecked) private var set = TouchSet()
    /// Samples of delayed touches, for later delivery with their original times.
    @exclusivity(unchecked) private var withheld = WithheldSamples()

    init(_ event: Event) { self.event = event }

    // MARK: Rejection of new touches

    /// Decides whether a new touch is delivered to its view (T13 to T22).
    func admit(_ touch: Touch) {
        guard let view = touch.view, let window = touch.window else {
            touch.delivery.isOver = true
            return
        }
        for other in event.touches where other !== touch && other.delivery.isTracking && other.window === window {
            if other.view === view {
                if !view.isMultipleTouchEnabled { return refuse(touch, .singleTouchView) }
            } else if other.view?.isExclusiveTouch == true {
                return refuse(touch, .otherViewIsExclusive)
            } else if view.isExclusiveTouch {
                return refuse(touch, .viewIsExclusive)
            }
        }
    }

    /// Rejects a touch: its view receives no further calls for the touch (T14, T21).
    func refuse(_ touch: Touch, _ reason: TouchRejection) {
        touch.delivery.isOver = true
        guard let view = touch.view else { return }
        application.observers?.touch(touch, keptFrom: view, reason: reason)
    }

    // MARK: Delivery

    /// Delivers the event to the views of a window.
    func deliver(in window: Window) {
        if lingering.isEmpty, sendMoves(in: window) { return }
        for touch in lingering { prepare(touch, didChange: false) }
        for touch in event.touches where touch.window === window { prepare(touch, didChange: true) }
        send()
    }

    /// Delivers cancellations, and touches whose delay has ended.
    func flush() {
        guard !lingering.isEmpty || event.touches.contains(where: { $0.hasPendingCalls }) else { return }
        var isAny = false
        for touch in lingering { isAny = prepare(touch, didChange: false) || isAny }
        for touch in event.touches { isAny = prepare(touch, didChange: false) || isAny }
        if isAny { send() } else if !lingering.isEmpty { lingering.removeAll { $0.delivery.isOver } }
    }

    /// Fills the touch's outbox with the calls that the view can receive now. Returns false if there are none.
    @discardableResult
    private func prepare(_ touch: Touch, didChange: Bool) -> Bool {
        guard !touch.delivery.isOver, touch.delivery.isServed else { return false }
        if touch.delivery.isWithdrawn || touch.phase == .cancelled {
            touch.delivery.outbox = touch.delivery.hasBegun ? .cancelled : []
            if !touch.delivery.hasBegun {
                touch.delivery.isOver = true
                withheld.remove(touch)
            }
            return touch.delivery.hasBegun
        }
        let hasMoved = didChange && touch.phase == .moved
        var outbox: TouchDelivery.Outbox = []
        if touch.delivery.hasBegun {
            if hasMoved { outbox.insert(.moved) }
        } else if touch.isHeld(by: { $0.delaysTouchesBegan && $0.withholds(touch) }) {
            if didChange, touch.delivery.isReplayed, withheld.add(touch) { return false }
            touch.delivery.hasMovedUnseen = touch.delivery.hasMovedUnseen || hasMoved
            return false
        } else {
            outbox.insert(.began)
            if hasMoved || touch.delivery.hasMovedUnseen { outbox.insert(.moved) }
        }
        if touch.phase == .ended, !touch.isHeld(by: { $0.delaysTouchesEnded }) { outbox.insert(.ended) }
        touch.delivery.outbox = outbox
        return !outbox.isEmpty
    }

    /// Fast path for fingers that all move on the same view. In other cases, returns false without calling the view.
    private func sendMoves(in window: Window) -> Bool {
        var first: Int?
        var count = 0
        var isSame = true
        for (index, touch) in event.touches.enumerated() where touch.window === window && !touch.delivery.isOver {
            guard !touch.hasPendingCalls else { return false }
            guard touch.phase.isMoved else { continue }
            if let first { guard touch.view === event.touches[first].view else { return false } }
            first = first ?? index
            if isSame { isSame = count < set.elements.count && set.elements[count] === touch }
            count += 1
        }
        guard let first, let view = event.touches[first].facts.view.unretained else { return false }
        if !isSame || count != set.elements.count {
            set.elements.removeAll(keepingCapacity: true)
            for touch in event.touches where touch.window === window && !touch.delivery.isOver && touch.phase.isMoved {
                set.elements.append(touch)
            }
        }
        // The touches retain the view; an additional retain would be redundant.
        view._withUnsafeGuaranteedRef { invoke($0, .moved, set) }
        return true
    }

    /// Performs the calls in the touches' outboxes, in the order of each view's earliest touch. A view receives its
    /// calls in the order of the phases (T9, T11).
    private func send() {
        var touches: [Touch] = []
        swap(&touches, &round)
        touches.append(contentsOf: lingering)
        touches.append(contentsOf: event.touches)
        if !lingering.isEmpty { touches.sort { $0.number < $1.number } }
        if !withheld.isEmpty { replay(touches) }
        for (index, touch) in touches.enumerated() where !touch.delivery.outbox.isEmpty {
            guard let view = touch.view else { continue }
            for (phase, mark) in Self.order {
                set.elements.removeAll(keepingCapacity: true)
                for other in touches[index...] where other.view === view && other.delivery.outbox.contains(mark) {
                    // Delivers several delayed taps one after the other, in their original order (G26).
                    let isLater = touch.phase == .ended && other.downTime > touch.time
                    if isLater, mark != .cancelled { continue }
                    other.delivery.outbox.remove(mark)
                    set.elements.append(other)
                }
                if !set.isEmpty { call(view, phase, set) }
            }
        }
        lingering.removeAll { $0.delivery.isOver }
        // Releases delivered touches: a touch retains its view and window (X14).
        set.elements.removeAll(keepingCapacity: true)
        touches.removeAll(keepingCapacity: true)
        swap(&touches, &round)
    }

    private static let order: [(Touch.Phase, TouchDelivery.Outbox)] = [
        (.began, .began), (.moved, .moved), (.ended, .ended), (.cancelled, .cancelled),
    ]

    /// Delivers the withheld samples of touches whose delivery begins now, in the order of arrival (G89).
    private func replay(_ touches: [Touch]) {
        // A view can pass the event to another window, which starts a nested replay. The nested replay first restores
        // the current values of touches in the outer replay.
        withheld.restore(touches)
        withheld.release { number in
            touches.contains { $0.number == number && $0.delivery.outbox.contains(.began) }
        }
        for touch in touches where withheld.isReleased(touch) { touch.delivery.outbox.remove(.began) }
        while let first = withheld.nextReleased, let view = touches.first(where: first.isOf)?.view {
            finish(touches, before: first.values.time)
            event.time = first.values.time
            set.elements.removeAll(keepingCapacity: true)
            withheld.takeReleased { sample in
                guard sample.phase == first.phase, sample.values.time == first.values.time,
                    let touch = touches.first(where: sample.isOf), touch.view === view,
                    !set.contains(touch)
                else { return false }
                guard !touch.delivery.isOver else { return true }
                sample.exchange(with: touch)
                set.elements.append(touch)
                return true
            }
            if !set.isEmpty {
                for touch in set { touch.delivery.hasBegun = true }
                if lingering.isEmpty { invoke(view, first.phase, set) } else { invokeLate(view, first.phase, set) }
            }
            withheld.restore(touches)
        }
        event.time = application.now
    }

    /// Delivers the remaining calls of touches that lifted before `time`. A delayed tap must end before a later touch
    /// begins (G26).
    private func finish(_ touches: [Touch], before time: Microseconds) {
        for touch in touches where touch.phase == .ended && touch.time < time {
            guard touch.delivery.outbox.contains(.ended), let view = touch.view else { continue }
            event.time = touch.time
            for (phase, mark) in Self.order where touch.delivery.outbox.remove(mark) != nil {
                set.elements.removeAll(keepingCapacity: true)
                set.elements.append(touch)
                call(view, phase, set)
            }
        }
    }

    /// Records the delivery of a phase and calls the view.
    private func call(_ view: View, _ phase: Touch.Phase, _ touches: TouchSet) {
        for touch in touches {
            switch phase {
            case .began: touch.delivery.hasBegun = true
            case .ended, .cancelled: touch.delivery.isOver = true
            case .moved, .stationary: break
            }
        }
        if touches.allSatisfy({ $0.phase == phase }), lingering.isEmpty {
            invoke(view, phase, touches)
        } else {
            invokeLate(view, phase, touches)
        }
    }

    /// Calls the view with touches that have left the event or are now in another phase (T29).
    private func invokeLate(_ view: View, _ phase: Touch.Phase, _ touches: TouchSet) {
        let late = touches.filter { touch in !event.touches.contains { $0 === touch } }
        let phases = touches.map(\.phase)
        event.touches.append(contentsOf: late)
        for touch in touches { touch.facts.phase = phase }
        invoke(view, phase, touches)
        for (touch, phase) in zip(touches, phases) { touch.facts.phase = phase }
        if !late.isEmpty { event.touches.removeAll(where: late.contains) }
    }

    private func invoke(_ view: View, _ phase: Touch.Phase, _ touches: TouchSet) {
        let method: Responder.Method
        switch phase {
        case .began: method = .touchesBegan
        case .moved: method = .touchesMoved
        case .ended: method = .touchesEnded
        case .cancelled: method = .touchesCancelled
        case .stationary: return
        }
        applicationReference._withUnsafeGuaranteedRef { $0.call(method, of: view, touches, with: event) }
    }

    // MARK: Removed views and delayed ends

    /// Cancels all touches of the views in a subtree immediately (X4).
    func cancel(in subtree: View) {
        // `invokeLate` temporarily adds lingering touches to the event; avoids duplicates.
        let late = lingering.filter { one in !event.touches.contains { $0 === one } }
        set.elements.removeAll(keepingCapacity: true)
        let touches = (late + event.touches).sorted { $0.number < $1.number }.filter {
            !$0.delivery.isOver && $0.view?.isDescendant(of: subtree) == true
        }
        for touch in touches where !touch.delivery.isOver {
            let own = TouchSet(elements: touches.filter { $0.view === touch.view && !$0.delivery.isOver })
            for touch in own {
                touch.delivery.outbox = []
                touch.delivery.isOver = true
                withheld.remove(touch)
            }
            let begun = own.filter { $0.delivery.hasBegun }
            if let view = touch.view, !begun.isEmpty { call(view, .cancelled, begun) }
        }
        lingering.removeAll { $0.delivery.isOver }
    }

    /// Cancels lifted touches with a delayed `touchesEnded` call (X1); if `device` is not nil, only touches of this
    /// device (X11).
    func cancelLingering(device: Int32? = nil) {
        for touch in lingering where device == nil || touch.finger.device == device {
            touch.delivery.isWithdrawn = true
        }
    }

    /// Retains a touch that has left the event until its view has received `touchesEnded` or `touchesCancelled`.
    func keepUntilDelivered(_ touch: Touch) {
        guard touch.delivery.isOver else { return lingering.append(touch) }
        touch.recognizers.removeAll()
        withheld.remove(touch)
    }
}

extension Touch {
    /// Whether the view may need a call other than `touchesMoved`: its first call, or a call for a finished or
    /// withdrawn touch.
    var hasPendingCalls: Bool {
        !delivery.isOver && delivery.isServed && (!delivery.hasBegun || delivery.isWithdrawn || phase.isFinal)
    }

    /// Whether an undecided recognizer delays the touch.
    func isHeld(by delays: (GestureRecognizer) -> Bool) -> Bool {
        recognizers.contains { $0.isUndecided && delays($0) }
    }
}
