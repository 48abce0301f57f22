internal import Geometry
internal import LayoutFile
internal import ResponderKit
internal import Schema

/// Notes when each screen was last touched, and says when it falls idle and when it is used again.
final class ActivityMonitor {
    private var screens: [Screen] = []
    /// The touches that are down, and the places of their screens.
    @exclusivity(unchecked) private var down: ContiguousArray<(touch: Touch, screen: Int)> = []
    /// When anybody touched anything, nil while nobody has.
    @exclusivity(unchecked) private(set) var lastTouch: Int64?
    private let timers: TimerList
    /// Told of a screen that fell idle or is used again.
    var onChange: (_ screen: Int, _ isIdle: Bool, _ time: Int64) -> Void = { _, _, _ in }
    /// Told of a touch, but not of each: once in a while is enough to say when the last one was.
    var onTouch: () -> Void = {}
    @exclusivity(unchecked) private var toldTouch: Int64?

    /// What is known of one screen.
    private final class Screen: TimerOwner {
        let frame: Rect
        let limit: Int64?
        @exclusivity(unchecked) var lastTouch: Int64 = 0
        @exclusivity(unchecked) var isIdle = false
        var fired: () -> Void = {}

        init(_ frame: Rect, _ limit: Int64?) { (self.frame, self.limit) = (frame, limit) }
        func timerFired() { fired() }
    }

    init(_ timers: TimerList) { self.timers = timers }

    /// Whether every screen that can fall idle is.
    var isIdle: Bool {
        let limited = screens.filter { $0.limit != nil }
        return !limited.isEmpty && limited.allSatisfy(\.isIdle)
    }

    /// So long nothing is told of touches after one was.
    private static let pause: Int64 = 10_000_000

    /// Learns which screens there are.
    func prepare(_ plans: [ScreenPlan]) {
        screens = plans.map { Screen($0.frame, $0.layout.idle.map(\.after.microseconds)) }
        if screens.contains(where: { $0.limit != nil }) { timers.mayBeUsed = true }
    }

    /// Watches these screens from a time on; the touches that are down are forgotten.
    func begin(_ plans: [ScreenPlan], at time: Int64) {
        for screen in screens { timers.set(screen, to: nil) }
        down.removeAll()
        prepare(plans)
        for (place, screen) in screens.enumerated() {
            guard let limit = screen.limit else { continue }
            screen.lastTouch = time
            screen.fired = { [unowned self] in fired(place) }
            timers.set(screen, to: time + limit)
        }
    }

    /// Takes note of what touches did, before anybody else hears of it.
    func note(_ event: Event) {
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
        let place = touch.applicationPlace
        let screen = screens.firstIndex { $0.frame.contains(place) } ?? 0
        use(screen, time)
        return screen
    }

    private func lift(_ touch: Touch, _ time: Int64) {
        guard let place = down.firstIndex(where: { $0.touch === touch }) else { return }
        let screen = down.remove(at: place).screen
        // What is taken back is nobody's doing.
        if touch.phase == .ended { use(screen, time) }
    }

    private func use(_ place: Int, _ time: Int64) {
        lastTouch = time
        if time - (toldTouch ?? .min / 2) >= Self.pause {
            toldTouch = time
            onTouch()
        }
        guard screens.indices.contains(place) else { return }
        let screen = screens[place]
        screen.lastTouch = time
        guard screen.isIdle else { return }
        screen.isIdle = false
        if let limit = screen.limit { timers.set(screen, to: time + limit) }
        onChange(place, false, time)
    }

    /// The timer is not moved at every touch: when it fires it learns whether it came too early.
    private func fired(_ place: Int) {
        let screen = screens[place]
        guard let limit = screen.limit, let now = timers.now else { return }
        if down.contains(where: { $0.screen == place }) { screen.lastTouch = now }
        let due = screen.lastTouch + limit
        if due > now { return timers.set(screen, to: due) }
        screen.isIdle = true
        onChange(place, true, now)
    }

    /// The touches that are down and of which something holds.
    func liveTouches(where condition: (Touch) -> Bool) -> TouchSet {
        TouchSet(down.lazy.map(\.touch).filter(condition))
    }
}
