internal import Geometry
internal import HandlerEvents
package import InputHub
internal import LayoutFile
package import LayoutPlans
internal import Platform
package import ResponderKit
internal import Schema
internal import TouchTrace

/// Notes when each screen was last touched, notifies its delegate when it falls idle or is to be dark and when it is used
/// again, and rejects the touches that wake it.
///
/// Notices wait while samples are accepted, so that no handler runs in the midst of a frame.
package final class ActivityMonitor {
    private var screens: [Screen] = []
    /// The touches that are down, and the places of their screens.
    @exclusivity(unchecked) private var down: ContiguousArray<(touch: Touch, screen: Int)> = []
    /// When anybody touched anything, nil while nobody has.
    @exclusivity(unchecked) package private(set) var lastTouch: Int64?
    let timers: TimerList
    private let context: DispatchContext
    /// The fingers that are down on screens that they woke, unheard until they lift.
    @exclusivity(unchecked) private var waking: ContiguousArray<(finger: FingerID, screen: Int)> = []
    @exclusivity(unchecked) private var canBeDark = false
    package weak var delegate: (any ActivityDelegate)?
    @exclusivity(unchecked) private var notices: ContiguousArray<Notice> = []
    /// The delegate is to be told of touches, after the notices.
    @exclusivity(unchecked) private var isTouchNoticed = false
    /// When the delegate was last told of touches.
    @exclusivity(unchecked) private var notifiedAt: Int64?

    /// What the delegate is told before touches are dispatched.
    ///
    /// There are at most three for each screen, a request and two changes, as only timers make screens idle or dark.
    private enum Notice {
        case request(screen: Int, time: Int64)
        case change(screen: Int, EventName, time: Int64)
    }

    package init(_ timers: TimerList, _ context: DispatchContext) { (self.timers, self.context) = (timers, context) }

    /// Whether every screen that can fall idle is.
    package var isIdle: Bool {
        let limited = screens.filter { $0.idle != nil }
        return !limited.isEmpty && limited.allSatisfy(\.isIdle)
    }

    /// Microseconds between two notices of touches.
    private static let pause: Int64 = 10_000_000

    /// Learns which screens there are.
    package func prepare(_ plans: [ScreenPlan]) {
        screens = plans.enumerated().map { Screen($1, WakeRequest(self, screen: $0)) }
        notices.reserveCapacity(3 * screens.count)
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
                screen.darkRequest = same.darkRequest
                if screen.dark != nil { screen.wakeRequest.goOn(for: same.wakeRequest, at: time) }
            }
            screen.lastTouch = time
            screen.idle?.fired = { [unowned self, unowned screen] in fired(place, screen.idle) }
            screen.dark?.fired = { [unowned self, unowned screen] in fired(place, screen.dark) }
            for rest in screen.rests where !rest.isOver { timers.set(rest, to: time + rest.limit) }
        }
        for screen in former { screen.wakeRequest.end() }
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
            context.recorder?.unheard(sample, on: screen.name)
            wake(place, dark, at: time)
        } else {
            if screen.wakeRequest.touched(at: time) { notices.append(.request(screen: place, time: time)) }
            guard let wokenAt = screen.wokenAt, time - wokenAt < screen.wakeLimit else {
                screen.wokenAt = nil
                return true
            }
            context.recorder?.unheard(sample, on: screen.name)
        }
        waking.append((sample.finger, place))
        use(place, time)
        return false
    }

    private func wake(_ place: Int, _ dark: Rest, at time: Int64) {
        let screen = screens[place]
        dark.isOver = false
        (screen.darkRequest, screen.wokenAt) = (nil, time)
        timers.set(dark, to: time + dark.limit)
        screen.wakeRequest.begin(at: time)
        notices.append(.request(screen: place, time: time))
        notices.append(.change(screen: place, .wake, time: time))
    }

    /// A handler that accepted a power request has failed: a screen that was not made dark is not dark, and one that was
    /// not lit is lit again.
    package func requestFailed(_ number: Int32, at time: Int64) {
        for screen in screens {
            screen.wakeRequest.failed(number, at: time)
            guard let dark = screen.dark, dark.isOver, screen.darkRequest?.number == number else { continue }
            screen.darkRequest?.pendingHandlers -= 1
            guard screen.darkRequest?.allFailed ?? false else { continue }
            (screen.darkRequest, dark.isOver) = (nil, false)
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

    /// Takes note of what touches did, before they are dispatched.
    func note(_ event: Event) {
        defer { sendNotices() }
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
        if notifiedAt.map({ time - $0 >= Self.pause }) ?? true { (notifiedAt, isTouchNoticed) = (time, true) }
        guard screens.indices.contains(place) else { return }
        let screen = screens[place]
        screen.lastTouch = time
        guard let idle = screen.idle, idle.isOver else { return }
        idle.isOver = false
        timers.set(idle, to: time + idle.limit)
        notices.append(.change(screen: place, .active, time: time))
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
            delegate?.screen(place, did: .idle, at: now)
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
        screen.wakeRequest.end()
        let request = requestPower(.dark, of: place, at: time)
        // A screen that no handler makes dark is not dark, and what touches it is heard.
        guard !request.allFailed else { return timers.set(dark, to: time + dark.limit) }
        (screen.darkRequest, dark.isOver) = (request, true)
        delegate?.screen(place, did: .dark, at: time)
    }

    // MARK: Delegate

    func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest {
        delegate?.requestPower(event, of: screen, at: time) ?? PowerRequest(number: 0, pendingHandlers: 1)
    }

    /// Tells the delegate what was noticed while samples were accepted, in that order.
    func sendNotices() {
        if !notices.isEmpty {
            // A handler may bring about others.
            var sent = exchange(&notices, with: [])
            for notice in sent {
                switch notice {
                case .request(let screen, let time): screens[screen].wakeRequest.send(at: time)
                case .change(let screen, let event, let time): delegate?.screen(screen, did: event, at: time)
                }
            }
            sent.removeAll(keepingCapacity: true)
            if notices.isEmpty { notices = sent }
        }
        guard isTouchNoticed else { return }
        isTouchNoticed = false
        delegate?.screensWereTouched()
    }

    /// The touches that are down and of which something holds.
    func liveTouches(where condition: (Touch) -> Bool) -> TouchSet {
        TouchSet(down.lazy.map(\.touch).filter(condition))
    }
}

/// The application of a layout: every touch passes here first, whether anybody wants it or not.
package final class LayoutApplication: Application {
    /// Told of every touch before its window is.
    @exclusivity(unchecked) package var activity: ActivityMonitor?

    package override func sendEvent(_ event: Event) {
        if event.type == .touches { activity?.note(event) }
        super.sendEvent(event)
    }

    package override func willDispatchTouches() { activity?.sendNotices() }

    package override func shouldBegin(_ sample: TouchSample) -> Bool { activity?.hears(sample, at: now) ?? true }

    package override func didIgnore(_ sample: TouchSample) { activity?.note(ignored: sample, at: now) }
}
