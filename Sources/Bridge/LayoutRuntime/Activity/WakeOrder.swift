internal import InputHub

/// What a screen's handlers were told to do, and how many of them may yet do it.
package struct Order {
    package let number: Int32
    /// Those that took it and have not said that they failed.
    var takers: Int

    var isInVain: Bool { takers <= 0 }

    package init(number: Int32, takers: Int) { (self.number, self.takers) = (number, takers) }
}

/// The order to light a screen, given again when nobody took it or all who did have failed.
///
/// A few times that is done by the clock, then with touches that begin, so that a command that always fails is not run
/// for ever before a screen that nobody touches.
final class WakeOrder: TimerOwner {
    private let timers: TimerList
    private let give: (_ time: Int64) -> Order
    /// The one that was given last.
    @exclusivity(unchecked) private var order: Order?
    @exclusivity(unchecked) private var givenAt: Int64 = 0
    /// So long after the next one that is in vain it is given once more.
    @exclusivity(unchecked) private var pause = firstPause
    /// Whether the screen waits to be lit, and nobody is about it.
    @exclusivity(unchecked) private(set) var isOwed = false

    private static let firstPause: Int64 = 250_000
    private static let longestPause: Int64 = 4_000_000
    /// Touches ask for it once in so long.
    private static let touchPause: Int64 = 1_000_000

    init(_ timers: TimerList, give: @escaping (_ time: Int64) -> Order) { (self.timers, self.give) = (timers, give) }

    /// Takes over what is still to be done for a screen whose layout was read anew.
    func goOn(for former: WakeOrder, at time: Int64) {
        order = former.order
        if former.isOwed { owe(at: time) }
    }

    /// The screen is touched while it is dark.
    func begin(at time: Int64) {
        pause = Self.firstPause
        ask(at: time)
    }

    /// A touch begins on the screen after it was to be lit.
    func touched(at time: Int64) {
        if isOwed, time - givenAt >= Self.touchPause { ask(at: time) }
    }

    /// One who took an order says that it failed.
    func failed(_ number: Int32, at time: Int64) {
        guard order?.number == number else { return }
        order?.takers -= 1
        if !isOwed, order?.isInVain ?? false { owe(at: time) }
    }

    /// The screen is to be dark again, or nobody is there any more.
    func end() {
        (order, isOwed) = (nil, false)
        timers.set(self, to: nil)
    }

    func timerFired() {
        if let now = timers.now { ask(at: now) }
    }

    private func ask(at time: Int64) {
        (givenAt, isOwed) = (time, false)
        timers.set(self, to: nil)
        let order = give(time)
        self.order = order
        if order.isInVain { owe(at: time) }
    }

    private func owe(at time: Int64) {
        isOwed = true
        guard pause <= Self.longestPause else { return }
        timers.set(self, to: time + pause)
        pause *= 2
    }
}
