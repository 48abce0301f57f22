internal import Geometry
internal import HandlerEvents
package import InputHub
internal import LayoutFile
package import LayoutPlans
internal import Platform
package import ResponderKit
internal import Schema
internal import TouchTrace

/// Tracks the last touch of each screen, and notifies its delegate of idle and dark screens. Rejects touches that wake
/// a dark screen.
///
/// Queues notices to the delegate while it checks the touch samples of an input frame, so no handler runs in the middle
/// of the frame.
package final class ActivityMonitor {
    private(set) var screens: [Screen] = []
    /// The touches that are down, with the indices of their screens.
    @exclusivity(unchecked) private var down: ContiguousArray<(touch: Touch, screen: Int)> = []
    /// Time of the last touch on any screen; nil before the first touch.
    @exclusivity(unchecked) package private(set) var lastTouch: Int64?
    let timers: TimerList
    private let context: DispatchContext
    /// Fingers that began on a dark or just woken screen, with the index of this screen. These fingers are ignored
    /// until they lift.
    @exclusivity(unchecked) private var waking: ContiguousArray<(finger: FingerID, screen: Int)> = []
    @exclusivity(unchecked) private var hasDarkScreens = false
    /// The owner of the monitor; must clear this reference before its own deallocation.
    package unowned(unsafe) var delegate: (any ActivityDelegate)?
    @exclusivity(unchecked) private var notices: ContiguousArray<Notice> = []
    /// Whether the plugins must receive the time of the last touch; set at most every ten seconds. At the end of the
    /// frame, the pipeline sends the time and clears this flag.
    @exclusivity(unchecked) package var isStatusDue = false
    /// Time of the last touch that set `isStatusDue`.
    @exclusivity(unchecked) private var statusTime: Int64?

    /// A notice to the delegate, sent before the frame's touches are dispatched.
    ///
    /// Each screen has at most three queued notices: one power request and the state changes `wake` and `active`.
    /// Timers cause the changes `idle` and `dark`, so these are not queued.
    private enum Notice {
        case request(screen: Int, time: Int64)
        case change(screen: Int, EventName, time: Int64)
    }

    package init(_ timers: TimerList, _ context: DispatchContext) { (self.timers, self.context) = (timers, context) }

    /// Whether every screen with an `idle:` time is idle; false if no screen has an `idle:` time.
    package var isIdle: Bool {
        let limited = screens.filter { $0.idle != nil }
        return !limited.isEmpty && limited.allSatisfy(\.isIdle)
    }

    /// Minimum interval between two touches that set `isStatusDue`, in microseconds.
    private static let statusInterval: Int64 = 10_000_000

    /// Sets the screens. `begin` starts the timers of the screens.
    package func prepare(_ plans: [ScreenPlan]) {
        screens = plans.enumerated().map { Screen($1, WakeRequest(self, screen: $0)) }
        notices.reserveCapacity(3 * screens.count)
        hasDarkScreens = screens.contains { $0.dark != nil }
        if hasDarkScreens || screens.contains(where: { $0.idle != nil }) { timers.mayBeUsed = true }
    }

    /// Starts the timers of the screens, and discards the list of touches that are down.
    ///
    /// A screen that was idle or dark under the former layout remains idle or dark until the next touch.
    package func begin(_ plans: [ScreenPlan], at time: Int64) {
        let former = screens
        for timeout in former.flatMap(\.timeouts) { timers.set(timeout, to: nil) }
        down.removeAll()
        waking.removeAll()
        prepare(plans)
        for (index, screen) in screens.enumerated() {
            if let same = former.first(where: { $0.name == screen.name }) {
                screen.idle?.hasExpired = same.isIdle
                screen.dark?.hasExpired = same.isDark
                screen.darkRequest = same.darkRequest
                if screen.dark != nil { screen.wakeRequest.continueRetries(of: same.wakeRequest, at: time) }
            }
            screen.lastTouch = time
            screen.idle?.fired = { [unowned self, unowned screen] in fired(index, screen.idle) }
            screen.dark?.fired = { [unowned self, unowned screen] in fired(index, screen.dark) }
            for timeout in screen.timeouts where !timeout.hasExpired { timers.set(timeout, to: time + timeout.limit) }
        }
        for screen in former { screen.wakeRequest.end() }
    }

    // MARK: Waking

    /// Returns whether a new finger becomes a touch. Rejects the finger that wakes a dark screen. Also rejects further
    /// fingers on that screen until all rejected fingers have lifted, or until `wakeLimit` after the wake-up.
    func accepts(_ sample: TouchSample, at time: Int64) -> Bool {
        guard hasDarkScreens else { return true }
        if let index = waking.firstIndex(where: { $0.finger == sample.finger }) {
            restartTimeouts(of: waking.remove(at: index).screen, at: time)
        }
        let index = screen(at: sample.location)
        guard screens.indices.contains(index), let dark = screens[index].dark else { return true }
        let screen = screens[index]
        if dark.hasExpired {
            context.recorder?.ignored(sample, waking: screen.name)
            wake(index, dark, at: time)
        } else {
            if screen.wakeRequest.touched(at: time) { notices.append(.request(screen: index, time: time)) }
            guard let wokenAt = screen.wokenAt, time - wokenAt < screen.wakeLimit else {
                screen.wokenAt = nil
                return true
            }
            context.recorder?.ignored(sample, waking: screen.name)
        }
        waking.append((sample.finger, index))
        use(index, time)
        return false
    }

    private func wake(_ index: Int, _ dark: Timeout, at time: Int64) {
        let screen = screens[index]
        dark.hasExpired = false
        (screen.darkRequest, screen.wokenAt) = (nil, time)
        timers.set(dark, to: time + dark.limit)
        screen.wakeRequest.begin(at: time)
        notices.append(.request(screen: index, time: time))
        notices.append(.change(screen: index, .wake, time: time))
    }

    /// Reports the failure of an accepted power request. After a failed request to turn a screen off, the screen counts
    /// as on. A failed request to turn a screen on is retried.
    package func requestFailed(_ number: Int32, at time: Int64) {
        for screen in screens {
            screen.wakeRequest.failed(number, at: time)
            guard let dark = screen.dark, dark.hasExpired, screen.darkRequest?.number == number else { continue }
            screen.darkRequest?.pendingHandlers -= 1
            guard screen.darkRequest?.allFailed ?? false else { continue }
            (screen.darkRequest, dark.hasExpired) = (nil, false)
            timers.set(dark, to: time + dark.limit)
        }
    }

    /// Tracks a rejected finger. Its moves and its lift count as use of its screen.
    func note(ignored sample: TouchSample, at time: Int64) {
        guard !waking.isEmpty, let index = waking.firstIndex(where: { $0.finger == sample.finger }) else { return }
        let screen = waking[index].screen
        if sample.change == .ended || sample.change == .cancelled {
            waking.remove(at: index)
            if !waking.contains(where: { $0.screen == screen }) { screens[screen].wokenAt = nil }
            restartTimeouts(of: screen, at: time)
        }
        if sample.change != .cancelled { use(screen, time) }
    }

    private func screen(at location: Point) -> Int { screens.firstIndex { $0.frame.contains(location) } ?? 0 }

    // MARK: Touches

    /// Tracks touches before they are dispatched.
    func note(_ event: Event) {
        defer { sendNotices() }
        // With only one screen, every move counts as use of that screen.
        if event.isOnlyMoves, screens.count == 1 { return use(0, event.time) }
        for touch in event.allTouches ?? [] {
            switch touch.phase {
            case .began: down.append((touch, note(touch, event.time)))
            case .moved:
                if let index = down.firstIndex(where: { $0.touch === touch }) { use(down[index].screen, event.time) }
            case .ended, .cancelled: lift(touch, event.time)
            case .stationary: break
            }
        }
    }

    private func note(_ touch: Touch, _ time: Int64) -> Int {
        let screen = screen(at: touch.locationOnScreen)
        use(screen, time)
        return screen
    }

    private func lift(_ touch: Touch, _ time: Int64) {
        guard let index = down.firstIndex(where: { $0.touch === touch }) else { return }
        let screen = down.remove(at: index).screen
        // A cancelled touch does not count as use of the screen.
        if touch.phase == .ended { use(screen, time) }
        restartTimeouts(of: screen, at: time)
    }

    private func use(_ index: Int, _ time: Int64) {
        lastTouch = time
        if statusTime.map({ time - $0 >= Self.statusInterval }) ?? true { (statusTime, isStatusDue) = (time, true) }
        guard screens.indices.contains(index) else { return }
        let screen = screens[index]
        screen.lastTouch = time
        guard let idle = screen.idle, idle.hasExpired else { return }
        idle.hasExpired = false
        timers.set(idle, to: time + idle.limit)
        notices.append(.change(screen: index, .active, time: time))
    }

    /// Called when the timer of a timeout fires. Touches do not reschedule the timer, so it may fire early; then sets
    /// it to the remaining time.
    private func fired(_ index: Int, _ timeout: Timeout?) {
        let screen = screens[index]
        guard let timeout, let now = timers.now else { return }
        guard !isTouched(index) else {
            timeout.isExtended = true
            return
        }
        let due = screen.lastTouch + timeout.limit
        if due > now { return timers.set(timeout, to: due) }
        if timeout === screen.idle {
            timeout.hasExpired = true
            delegate?.screen(index, did: .idle, at: now)
        } else {
            makeDark(index, timeout, at: now)
        }
    }

    private func isTouched(_ index: Int) -> Bool {
        down.contains { $0.screen == index } || waking.contains { $0.screen == index }
    }

    /// Restarts the expired timeouts of a screen if no finger touches it.
    private func restartTimeouts(of index: Int, at time: Int64) {
        guard screens.indices.contains(index), !isTouched(index) else { return }
        screens[index].lastTouch = max(screens[index].lastTouch, time)
        restart(screens[index].idle, at: time)
        restart(screens[index].dark, at: time)
    }

    private func restart(_ timeout: Timeout?, at time: Int64) {
        guard let timeout, timeout.isExtended else { return }
        timeout.isExtended = false
        timers.set(timeout, to: time + timeout.limit)
    }

    private func makeDark(_ index: Int, _ dark: Timeout, at time: Int64) {
        let screen = screens[index]
        screen.wakeRequest.end()
        let request = requestPower(.dark, of: index, at: time)
        // After a failed request, the screen counts as on and accepts touches.
        guard !request.allFailed else { return timers.set(dark, to: time + dark.limit) }
        (screen.darkRequest, dark.hasExpired) = (request, true)
        delegate?.screen(index, did: .dark, at: time)
    }

    // MARK: Delegate

    func requestPower(_ event: EventName, of screen: Int, at time: Int64) -> PowerRequest {
        delegate?.requestPower(event, of: screen, at: time) ?? PowerRequest(number: 0, pendingHandlers: 1)
    }

    /// Sends the queued notices in order.
    func sendNotices() {
        guard !notices.isEmpty else { return }
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

    /// Returns the touches that are down and satisfy a condition.
    package func liveTouches(where condition: (Touch) -> Bool) -> TouchSet {
        TouchSet(down.lazy.map(\.touch).filter(condition))
    }
}

/// The application of a layout; reports touches to an ``ActivityMonitor`` before it dispatches them.
package final class LayoutApplication: Application {
    @exclusivity(unchecked) package var activity: ActivityMonitor?

    package override func sendEvent(_ event: Event) {
        if event.type == .touches { activity.unretained?._withUnsafeGuaranteedRef { $0.note(event) } }
        super.sendEvent(event)
    }

    /// Tree commands to execute after the dispatch of the current event; nil until the pipeline sets the queue.
    @exclusivity(unchecked) package var treeCommands: TreeCommandQueue?

    package override func willDispatchTouches() { activity?.sendNotices() }

    package override func didHandleEvent() -> Bool {
        let isEmpty = treeCommands.unretained?._withUnsafeGuaranteedRef { $0.isEmpty } ?? true
        return !isEmpty && treeCommands?.run() == true
    }

    package override func shouldBegin(_ sample: TouchSample) -> Bool { activity?.accepts(sample, at: now) ?? true }

    package override func didIgnore(_ sample: TouchSample) { activity?.note(ignored: sample, at: now) }
}
