internal import Geometry
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import Platform

/// State of a screen's power and use.
public enum ScreenState: String, Sendable {
    /// Last touch within the `idle:` time, or no `idle:` setting.
    case active
    /// No touch for the `idle:` time.
    case idle
    /// Turned off after the `dark:` time without a touch.
    case dark
}

extension ActivityMonitor {
    /// The names of the screens, and their states.
    package var states: [(screen: String, state: ScreenState)] {
        screens.map { ($0.name, $0.isDark ? .dark : $0.isIdle ? .idle : .active) }
    }

    /// Activity of one screen.
    final class Screen {
        let name: String
        let frame: Rect
        let idle: Timeout?
        let dark: Timeout?
        /// Maximum time after a wake-up for rejecting new fingers, in microseconds.
        let wakeLimit: Int64
        @exclusivity(unchecked) var lastTouch: Int64 = 0
        /// Time of the last wake-up; nil once new touches are accepted again.
        @exclusivity(unchecked) var wokenAt: Int64?
        /// The request that turned the screen off; nil while the screen is on.
        var darkRequest: PowerRequest?
        let wakeRequest: WakeRequest

        var isIdle: Bool { idle?.hasExpired ?? false }
        var isDark: Bool { dark?.hasExpired ?? false }
        var timeouts: [Timeout] { [idle, dark].compactMap { $0 } }

        init(_ plan: ScreenPlan, _ wakeRequest: WakeRequest) {
            self.wakeRequest = wakeRequest
            (name, frame) = (plan.name, plan.frame)
            idle = plan.layout.idle.map { Timeout($0.after.microseconds) }
            dark = plan.layout.dark.map { Timeout($0.after.microseconds) }
            wakeLimit = plan.layout.dark?.limit.microseconds ?? 0
        }
    }

    /// A timeout that expires after `limit` microseconds without a touch.
    final class Timeout: TimerOwner {
        let limit: Int64
        @exclusivity(unchecked) var hasExpired = false
        /// Whether the timeout expired during a touch; the end of the touch then restarts it.
        @exclusivity(unchecked) var isExtended = false
        var fired: () -> Void = {}

        init(_ limit: Int64) { self.limit = limit }

        func timerFired() { fired() }
    }
}
