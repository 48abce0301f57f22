/// Executable model of the rules in docs/reference/behaviours, written as plainly as possible. `log` contains all
/// expected calls.
final class ReferenceModel {
    var tree = ReferenceTree()
    /// Touches of fingers that are down, in order of touch-down.
    var touches: [ReferenceTouch] = []
    /// Ended touches whose end the views have not received yet (G27).
    var waiting: [ReferenceTouch] = []
    var recognizers: [ReferenceRecognizer] = []
    /// Recognizers with an active attempt, in order (G17).
    var engaged: [ReferenceRecognizer] = []
    var proposals: [ReferenceProposal] = []
    var deadlines = 0
    /// Number of dispatched events.
    var events = 0
    var now: Int64 = 0
    var isActive = true
    /// Expected calls as numbers. For views: phase, receiver, hit view, tap count, number of touches, fingers. For
    /// targets: state, number of the recognizer, number of touches.
    var log: [Int] = []
    private var unheard: Set<Int> = []
    /// Ended touches since the last interruption.
    private var past: [ReferenceTouch] = []
    private var count = 0

    // MARK: Inputs

    func rest() {
        for touch in touches {
            touch.phase = .stationary
            (touch.formerX, touch.formerY) = (touch.x, touch.y)
        }
    }

    /// Processes the changes of one report, after the timers due before it (E12, E13).
    func report(_ samples: [ReferenceSample], at time: Int64) {
        fireDeadlines { $0 < time }
        now = max(now, time)
        rest()
        take(samples)
    }

    func take(_ samples: [ReferenceSample]) {
        for sample in samples {
            if sample.phase == .began {
                unheard.remove(sample.finger)
                if !isActive {
                    unheard.insert(sample.finger)
                    continue
                }
                if touches.contains(where: { $0.finger == sample.finger }) { splitEvent() }
                count += 1
                touches.append(
                    ReferenceTouch(finger: sample.finger, number: count, x: sample.x, y: sample.y, time: now)
                )
            } else if unheard.contains(sample.finger) {
                if sample.phase != .moved { unheard.remove(sample.finger) }
            } else {
                change(sample)
            }
        }
    }

    private func change(_ sample: ReferenceSample) {
        guard var touch = touches.last(where: { $0.finger == sample.finger }) else { return }
        if touch.phase == .began {
            splitEvent()
            guard let same = touches.last(where: { $0.finger == sample.finger }) else { return }
            touch = same
        }
        if sample.phase == .moved, touch.x == sample.x, touch.y == sample.y { return }
        touch.move(to: sample.x, sample.y, now)
        touch.phase = sample.phase
        touch.isServed = false
    }

    /// Dispatches the event before the second change of a finger in one report (E13).
    private func splitEvent() {
        dispatch()
        rest()
    }

    func advance(to time: Int64) {
        fireDeadlines { $0 <= time }
        now = max(now, time)
    }

    private func fireDeadlines(_ isDue: (Int64) -> Bool) {
        while let next = nextDeadline, let time = next.deadline, isDue(time) {
            now = max(now, time)
            next.deadline = nil
            rest()
            next.timePassed(self)
            settleAll()
        }
    }

    var nextDeadline: ReferenceRecognizer? {
        engaged.filter { $0.deadline != nil }.min {
            ($0.deadline!, $0.deadlineNumber) < ($1.deadline!, $1.deadlineNumber)
        }
    }

    /// Cancels the touches that satisfy the condition (X1, X10, X2).
    func cancel(_ condition: (ReferenceTouch) -> Bool) {
        rest()
        let victims = touches.filter(condition)
        guard !victims.isEmpty else { return }
        for touch in victims {
            touch.phase = .cancelled
            touch.isServed = false
            unheard.insert(touch.finger)
        }
        dispatch()
    }

    func forgetUnheard() { unheard.removeAll() }

    /// Interrupts the application (X1): waiting recognizers fail, delayed ends become cancellations, all touches are
    /// cancelled, and tap counts restart. If `countsAnew` is false, tap counts continue (X11).
    func interrupt(countsAnew: Bool = true) {
        let waits = engaged.filter { $0.state == .possible && ($0.held != nil || $0.downTouches.isEmpty) }
        for one in waits { (one.held, one.blockers) = (nil, []) }
        for one in waits { fail(one) }
        for touch in waiting { touch.isWithdrawn = true }
        if countsAnew { past = [] }
        settleAll()
        cancel { _ in true }
    }

    // MARK: Dispatch of an event (rule Q5)

    func dispatch() {
        guard touches.contains(where: { $0.phase != .stationary }) else { return }
        events += 1
        for touch in touches where touch.phase == .began && touch.view == nil { assignView(touch) }
        var windows: [Int] = []
        for touch in touches {
            if let window = touch.window, !windows.contains(window) { windows.append(window) }
        }
        for window in windows {
            let own = touches.filter { $0.window == window && !$0.isServed }
            if own.isEmpty { continue }
            for touch in own { touch.isServed = true }
            show(window)
            settle()
            deliver(in: window)
        }
        settleAll()
        for touch in touches where !touch.isDown {
            past.append(touch)
            if !touch.isOver { waiting.append(touch) }
            for recognizer in engaged where recognizer.touches.contains(where: { $0 === touch }) {
                recognizer.touches.removeAll { $0 === touch }
                recognizer.lifted.append(touch)
            }
        }
        touches.removeAll { !$0.isDown }
        settleAll()
    }

    private func assignView(_ touch: ReferenceTouch) {
        guard let found = tree.hit(touch.x, touch.y) else {
            touch.isOver = true
            touch.isServed = true
            countTap(touch)
            return
        }
        (touch.view, touch.window) = (found.view, found.window)
        countTap(touch)
        touch.isOver = isRefused(touch, found.view, found.window)
        offer(touch)
    }

    /// Whether exclusive touch, or disabled multiple touch, rejects the touch (T13, T17, T19, T20, T22).
    private func isRefused(_ touch: ReferenceTouch, _ view: Int, _ window: Int) -> Bool {
        touches.contains { other in
            guard other !== touch, !other.isOver, other.window == window, let its = other.view else { return false }
            if its == view { return !tree.views[view].isMultiple }
            return tree.views[its].isExclusive || tree.views[view].isExclusive
        }
    }

    /// Continues the tap count of a recent, nearby tap in the same window (T24, T25). A touch that
    /// began after this tap and has already ended prevents this.
    private func countTap(_ touch: ReferenceTouch) {
        let past = past.filter { $0.window == touch.window }
        let former = past.indices.last { index in
            let one = past[index]
            let (dx, dy) = (one.downX - touch.downX, one.downY - touch.downY)
            let isTap = one.phase == .ended && one.travel <= 45 * 45 && one.time - one.downTime <= 1_500_000
            let isLast = !past[(index + 1)...].contains { $0.downTime >= one.time }
            let isNear = dx * dx + dy * dy <= 45 * 45
            return isTap && isLast && isNear && touch.time - one.time <= 350_000 && !one.isFollowed
        }
        guard let former else { return }
        past[former].isFollowed = true
        touch.tapCount = past[former].tapCount + 1
    }

    // MARK: Views that leave their window (X4, X5)

    func leave(_ view: Int) {
        for recognizer in engaged {
            if let own = recognizer.view, tree.isInside(own, view) { recognizer.endExternally(self) }
        }
        let victims = inOrder.filter { touch in
            guard !touch.isOver, let hit = touch.view else { return false }
            return tree.isInside(hit, view)
        }
        for touch in victims where !touch.isOver {
            let own = victims.filter { $0.view == touch.view }
            for one in own { one.isOver = true }
            let begun = own.filter(\.hasBegun)
            if !begun.isEmpty { tell(.cancelled, begun) }
        }
        waiting.removeAll(where: \.isOver)
        settleAll()
    }
}
