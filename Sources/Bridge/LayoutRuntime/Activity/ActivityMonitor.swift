internal import Geometry
package import InputHub
internal import LayoutFile
package import LayoutPlans
package import Occurrences
internal import Platform
package import ResponderKit
internal import Schema

/// Notes when each screen was last touched, says when it falls idle or is to be dark and when it is used again, and keeps
/// the touches that wake it from everybody else.
package final class ActivityMonitor {
    private var screens: [Screen] = []
    /// The touches that are down, and the places of their screens.
    @exclusivity(unchecked) private var down: ContiguousArray<(touch: Touch, screen: Int)> = []
    /// When anybody touched anything, nil while nobody has.
    @exclusivity(unchecked) package private(set) var lastTouch: Int64?
    private let timers: TimerList
    /// The fingers that are down on screens that they woke, unheard until they lift.
    @exclusivity(unchecked) private var waking: ContiguousArray<(finger: FingerID, screen: Int)> = []
    @exclusivity(unchecked) private var canBeDark = false
    /// Asks for a screen to be made dark or lit.
    package var giveOrder: (_ screen: Int, _ event: EventName, _ time: Int64) -> Order = { _, _, _ in
        Order(number: 0, takers: 1)
    }
    /// Told of a screen that counts as dark from now on, or is woken.
    package var onLight: (_ screen: Int, _ event: EventName, _ time: Int64) -> Void = { _, _, _ in }
    /// Told of each finger that is kept from everybody.
    package var onUnheard: (_ screen: Int, _ sample: TouchSample) -> Void = { _, _ in }
    /// Told of a screen that fell idle or is used again.
    package var onChange: (_ screen: Int, _ isIdle: Bool, _ time: Int64) -> Void = { _, _, _ in }
    /// Told of a touch, but not of each: once in a while is enough to say when the last one was.
    package var onTouch: () -> Void = {}
    @exclusivity(unchecked) private var toldTouch: Int64?

    /// What is known of one screen.
    private final class Screen {
        let name: String
        let frame: Rect
        let idle: Rest?
        let dark: Rest?
        /// Fingers that go down so long after the one that woke it are heard.
        let wakeLimit: Int64
        @exclusivity(unchecked) var lastTouch: Int64 = 0
        /// When it was woken, while the fingers that did it are down.
        @exclusivity(unchecked) var wokenAt: Int64?
        /// What made it dark, as long as it is.
        var darkOrder: Order?
        let wakeOrder: WakeOrder

        var isIdle: Bool { idle?.isOver ?? false }
        var isDark: Bool { dark?.isOver ?? false }
        var rests: [Rest] { [idle, dark].compactMap { $0 } }

        init(_ plan: ScreenPlan, _ wakeOrder: WakeOrder) {
            self.wakeOrder = wakeOrder
            (name, frame) = (plan.name, plan.frame)
            idle = plan.layout.idle.map { Rest($0.after.microseconds) }
            dark = plan.layout.dark.map { Rest($0.after.microseconds) }
            wakeLimit = plan.layout.dark?.limit.microseconds ?? 0
        }
    }

    /// A time without touches after which something happens.
    private final class Rest: TimerOwner {
        let limit: Int64
        @exclusivity(unchecked) var isOver = false
        /// It ran out under a finger, and begins anew when that leaves.
        @exclusivity(unchecked) var isHeld = false
        var fired: () -> Void = {}

        init(_ limit: Int64) { self.limit = limit }

        func timerFired() { fired() }
    }

    package init(_ timers: TimerList) { self.timers = timers }

    /// Whether every screen that can fall idle is.
    package var isIdle: Bool {
        let limited = screens.filter { $0.idle != nil }
        return !limited.isEmpty && limited.allSatisfy(\.isIdle)
    }

    /// So long nothing is told of touches after one was.
    private static let pause: Int64 = 10_000_000

    /// Learns which screens there are.
    package func prepare(_ plans: [ScreenPlan]) {
        screens = plans.enumerated().map { place, plan in
            let order = WakeOrder(timers) { [unowned self] in giveOrder(place, .wake, $0) }
            return Screen(plan, order)
        }
        canBeDark = screens.contains { $0.dark != nil }
        if canBeDark || screens.contains(where: { $0.idle != nil }) { timers.mayBeUsed = true }
    }

    /// Watches these screens from a time on; the touches that are down are forgotten.
    ///
    /// A screen that is idle or dark stays so under another layout, so that the next touch tells that it is used again.
    package func begin(_ plans: [ScreenPlan], at time: Int64) {
        let former = screens
        for rest in former.flatMap(\.rests) { timers.set(rest, to: nil) }
        down.removeAll()
        waking.removeAll()
        prepare(plans)
        for (place, screen) in screens.enumerated() {
            if let same = former.first(where: { $0.name == screen.name }) {
                screen.idle?.isOver = same.isIdle
                screen.dark?.isOver = same.isDark
                screen.darkOrder = same.darkOrder
                if screen.dark != nil { screen.wakeOrder.goOn(for: same.wakeOrder, at: time) }
            }
            screen.lastTouch = time
            screen.idle?.fired = { [unowned self, unowned screen] in fired(place, screen.idle) }
            screen.dark?.fired = { [unowned self, unowned screen] in fired(place, screen.dark) }
            for rest in screen.rests where !rest.isOver { timers.set(rest, to: time + rest.limit) }
        }
        for screen in former { screen.wakeOrder.end() }
    }

    // MARK: Waking

    /// Whether a finger that goes down is heard. The one that wakes a dark screen is not, nor are others that go down
    /// on it before all of these have lifted; but what goes down later than the screen's limit is heard in any case.
    func hears(_ sample: TouchSample, at time: Int64) -> Bool {
        guard canBeDark else { return true }
        if let place = waking.firstIndex(where: { $0.finger == sample.finger }) {
            goOn(waking.remove(at: place).screen, at: time)
        }
        let place = screen(at: sample.location)
        guard screens.indices.contains(place), let dark = screens[place].dark else { return true }
        let screen = screens[place]
        if dark.isOver {
            onUnheard(place, sample)
            wake(place, dark, at: time)
        } else {
            screen.wakeOrder.touched(at: time)
            guard let wokenAt = screen.wokenAt, time - wokenAt < screen.wakeLimit else {
                screen.wokenAt = nil
                return true
            }
            onUnheard(place, sample)
        }
        waking.append((sample.finger, place))
        use(place, time)
        return false
    }

    private func wake(_ place: Int, _ dark: Rest, at time: Int64) {
        let screen = screens[place]
        dark.isOver = false
        (screen.darkOrder, screen.wokenAt) = (nil, time)
        timers.set(dark, to: time + dark.limit)
        screen.wakeOrder.begin(at: time)
        onLight(place, .wake, time)
    }

    /// Somebody who took an order could not carry it out: a screen that was not made dark is not dark, and one that was
    /// not lit is lit again.
    package func orderFailed(_ number: Int32, at time: Int64) {
        for screen in screens {
            screen.wakeOrder.failed(number, at: time)
            guard let dark = screen.dark, dark.isOver, screen.darkOrder?.number == number else { continue }
            screen.darkOrder?.takers -= 1
            guard screen.darkOrder?.isInVain ?? false else { continue }
            (screen.darkOrder, dark.isOver) = (nil, false)
            timers.set(dark, to: time + dark.limit)
        }
    }

    /// Takes note of what a finger did that nobody hears; it counts as use of the screen that it woke.
    func note(ignored sample: TouchSample, at time: Int64) {
        guard !waking.isEmpty, let place = waking.firstIndex(where: { $0.finger == sample.finger }) else { return }
        let screen = waking[place].screen
        if sample.change == .ended || sample.change == .cancelled {
            waking.remove(at: place)
            if !waking.contains(where: { $0.screen == screen }) { screens[screen].wokenAt = nil }
            goOn(screen, at: time)
        }
        if sample.change != .cancelled { use(screen, time) }
    }

    private func screen(at place: Point) -> Int { screens.firstIndex { $0.frame.contains(place) } ?? 0 }

    // MARK: Touches

    /// Takes note of what touches did, before anybody else hears of it.
    func note(_ event: Event) {
        // Moves on the only screen are use of that, whosever they are.
        if event.isOnlyMoves, screens.count == 1 { return use(0, event.time) }
        for touch in event.allTouches ?? [] {
            switch touch.phase {
            case .began: down.append((touch, note(touch, event.time)))
            case .moved:
                if let place = down.firstIndex(where: { $0.touch === touch }) { use(down[place].screen, event.time) }
            case .ended, .cancelled: lift(touch, event.time)
            case .stationary: break
            }
        }
    }

    private func note(_ touch: Touch, _ time: Int64) -> Int {
        let screen = screen(at: touch.screenPlace)
        use(screen, time)
        return screen
    }

    private func lift(_ touch: Touch, _ time: Int64) {
        guard let place = down.firstIndex(where: { $0.touch === touch }) else { return }
        let screen = down.remove(at: place).screen
        // What is taken back is nobody's doing.
        if touch.phase == .ended { use(screen, time) }
        goOn(screen, at: time)
    }

    private func use(_ place: Int, _ time: Int64) {
        lastTouch = time
        if toldTouch.map({ time - $0 >= Self.pause }) ?? true {
            toldTouch = time
            onTouch()
        }
        guard screens.indices.contains(place) else { return }
        let screen = screens[place]
        screen.lastTouch = time
        guard let idle = screen.idle, idle.isOver else { return }
        idle.isOver = false
        timers.set(idle, to: time + idle.limit)
        onChange(place, false, time)
    }

    /// The timer is not moved at every touch: when it fires it learns whether it came too early.
    private func fired(_ place: Int, _ rest: Rest?) {
        let screen = screens[place]
        guard let rest, let now = timers.now else { return }
        guard !isTouched(place) else {
            rest.isHeld = true
            return
        }
        let due = screen.lastTouch + rest.limit
        if due > now { return timers.set(rest, to: due) }
        if rest === screen.idle {
            rest.isOver = true
            onChange(place, true, now)
        } else {
            makeDark(place, rest, at: now)
        }
    }

    private func isTouched(_ place: Int) -> Bool {
        down.contains { $0.screen == place } || waking.contains { $0.screen == place }
    }

    /// A finger was on the screen until now: what ran out under it begins anew, unless another one is there.
    private func goOn(_ place: Int, at time: Int64) {
        guard screens.indices.contains(place), !isTouched(place) else { return }
        screens[place].lastTouch = max(screens[place].lastTouch, time)
        goOn(screens[place].idle, at: time)
        goOn(screens[place].dark, at: time)
    }

    private func goOn(_ rest: Rest?, at time: Int64) {
        guard let rest, rest.isHeld else { return }
        rest.isHeld = false
        timers.set(rest, to: time + rest.limit)
    }

    private func makeDark(_ place: Int, _ dark: Rest, at time: Int64) {
        let screen = screens[place]
        screen.wakeOrder.end()
        let order = giveOrder(place, .dark, time)
        // A screen that was never told to be dark is not, and what touches it is heard.
        guard !order.isInVain else { return timers.set(dark, to: time + dark.limit) }
        (screen.darkOrder, dark.isOver) = (order, true)
        onLight(place, .dark, time)
    }

    /// The touches that are down and of which something holds.
    func liveTouches(where condition: (Touch) -> Bool) -> TouchSet {
        TouchSet(down.lazy.map(\.touch).filter(condition))
    }
}
