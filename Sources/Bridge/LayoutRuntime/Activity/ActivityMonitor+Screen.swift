internal import Geometry
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import Platform

extension ActivityMonitor {
    /// What is known of one screen.
    final class Screen {
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
        var darkRequest: PowerRequest?
        let wakeRequest: WakeRequest

        var isIdle: Bool { idle?.isOver ?? false }
        var isDark: Bool { dark?.isOver ?? false }
        var rests: [Rest] { [idle, dark].compactMap { $0 } }

        init(_ plan: ScreenPlan, _ wakeRequest: WakeRequest) {
            self.wakeRequest = wakeRequest
            (name, frame) = (plan.name, plan.frame)
            idle = plan.layout.idle.map { Rest($0.after.microseconds) }
            dark = plan.layout.dark.map { Rest($0.after.microseconds) }
            wakeLimit = plan.layout.dark?.limit.microseconds ?? 0
        }
    }

    /// A time without touches after which something happens.
    final class Rest: TimerOwner {
        let limit: Int64
        @exclusivity(unchecked) var isOver = false
        /// It ran out under a finger, and begins anew when that leaves.
        @exclusivity(unchecked) var isHeld = false
        var fired: () -> Void = {}

        init(_ limit: Int64) { self.limit = limit }

        func timerFired() { fired() }
    }
}
