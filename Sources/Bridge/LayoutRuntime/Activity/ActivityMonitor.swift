internal import Geometry
internal import HandlerEvents
package import InputHub
internal import LayoutFile
package import LayoutPlans
internal import Platform
package import ResponderKit
internal import Schema
internal import TouchTrace

/// Tracks the last touch of each screen, notifies its delegate of idle and dark screens, and rejects the touches that
/// wake a dark screen.
///
/// Notices are queued while samples are accepted, so that no handler runs in the middle of a frame.
package final class ActivityMonitor {
    private var screens: [Screen] = []
    /// The touches that are down, with the indices of their screens.
    @exclusivity(unchecked) private var down: ContiguousArray<(touch: Touch, screen: Int)> = []
    /// Time of the last touch on any screen; nil before the first.
    @exclusivity(unchecked) package private(set) var lastTouch: Int64?
    let timers: TimerList
    private let context: DispatchContext
    /// The fingers that are down on screens that they woke; ignored until they lift.
    @exclusivity(unchecked) private var waking: ContiguousArray<(finger: FingerID, screen: Int)> = []
    @exclusivity(unchecked) private var canBeDark = false
    package weak var delegate: (any ActivityDelegate)?
    @exclusivity(unchecked) private var notices: ContiguousArray<Notice> = []
    /// The delegate is to be notified of touches, after the queued notices.
    @exclusivity(unchecked) private var isTouchNoticed = false
    /// Time of the delegate's last notice of touches.
    @exclusivity(unchecked) private var notifiedAt: Int64?

    /// A notice to the delegate, sent before touches are dispatched.
    ///
    /// At most three wait for each screen, one request and two changes, because only timers make screens idle or dark.
    private enum Notice {
        case request(screen: Int, time: Int64)
        case change(screen: Int, EventName, time: Int64)
    }

    package init(_ timers: TimerList, _ context: DispatchContext) { (self.timers, self.context) = (timers, context) }

    /// Whether every screen with an `idle:` time is idle; false without such screens.
    package var isIdle: Bool {
        let limited = screens.filter { $0.idle != nil }
        return !limited.isEmpty && limited.allSatisfy(\.isIdle)
    }

    /// Minimum interval between notices of touches, in microseconds.
    private static let pause: Int64 = 10_000_000

    /// Sets the screens; `begin` then starts their timers.
    package func prepare(_ plans: [ScreenPlan]) {
        screens = plans.enumerated().map { Screen($1, WakeRequest(self, screen: $0)) }
        notices.reserveCapacity(3 * screens.count)
        canBeDark = screens.contains { $0.dark != nil }
        if canBeDark || screens.contains(where: { $0.idle != nil }) { timers.mayBeUsed = true }
    }

    /// Starts the timers of the screens, and forgets the touches that are down.
    ///
    /// A screen that was idle or dark under the former layout stays so, and the next touch ends that state.
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

    /// Whether a new finger becomes a touch. The finger that wakes a dark screen does not, and neither do fingers that
    /// go down before all of these have lifted; fingers that go down after `wakeLimit` do in any case.
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

    /// Handles the failure of an accepted power request. A screen that was not made dark counts as lit; one that was
    /// not lit is requested again.
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

    /// Tracks a rejected finger; its moves and its lift count as use of the screen that it woke.
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

    /// Tracks touches before they are dispatched.
    func note(_ event: Event) {
        defer { sendNotices() }
        // With one screen, any move is use of that screen.
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
        // A cancelled touch is no use of the screen.
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

    /// Handles an expired timeout. Touches do not reschedule the timer, so it may be early; then it is set to the
    /// remaining time.
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

    /// Restarts the timeouts that expired during a touch, after the last touch on the screen has ended.
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
        // A screen that no handler makes dark counts as lit, and accepts touches.
        guard !request.allFailed else { return timers.set(dark, to: time + dark.limit) }
        (screen.darkRequest, dark.isOver) = (request, true)
        delegate?.screen(place, did: .dark, at: time)
    }

    // MARK: Delegate

    func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest {
        delegate?.requestPower(event, of: screen, at: time) ?? PowerRequest(number: 0, pendingHandlers: 1)
    }

    /// Sends the queued notices in order.
    func sendNotices() {
        if !notices.isEmpty {
            // A handler may queue further notices.
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

    /// Returns the touches that are down and satisfy a condition.
    func liveTouches(where condition: (Touch) -> Bool) -> TouchSet {
        TouchSet(down.lazy.map(\.touch).filter(condition))
    }
}

/// The application of a layout; reports all touches to an ``ActivityMonitor`` before it dispatches them.
package final class LayoutApplication: Application {
    @exclusivity(unchecked) package var activity: ActivityMonitor?

    package override func sendEvent(_ event: Event) {
        if event.type == .touches { activity?.note(event) }
        super.sendEvent(event)
    }

    package override func willDispatchTouches() { activity?.sendNotices() }

    package override func shouldBegin(_ sample: TouchSample) -> Bool { activity?.hears(sample, at: now) ?? true }

    package override func didIgnore(_ sample: TouchSample) { activity?.note(ignored: sample, at: now) }
}
