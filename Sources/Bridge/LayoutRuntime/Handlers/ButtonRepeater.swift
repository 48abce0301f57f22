internal import InputHub
internal import LayoutFile
internal import Platform
internal import ResponderKit

/// Sends `touchDown` of a button again while a finger presses the button (`autorepeat:`).
///
/// The times depend only on the time of the press, so that a replay repeats the event at the same times.
final class ButtonRepeater: TimerOwner {
    // Unowned: the layout's tree owns the button and its repeater, and stops the repeater before it releases the button.
    private unowned let button: Button
    private let delay: Int64
    private let interval: Int64
    private let timers: TimerList
    private let context: DispatchContext
    /// Whether this object sends the event that the button sends.
    private var isSending = false

    init(_ layout: AutorepeatLayout, of button: Button, _ timers: TimerList, _ context: DispatchContext) {
        (self.button, self.timers, self.context) = (button, timers, context)
        (delay, interval) = (layout.delay.microseconds, layout.interval.microseconds)
        timers.mayBeUsed = true
        button.addAction(for: .touchDown) { [weak self] _, _ in self?.start() }
        button.addAction(for: [.touchUpInside, .touchUpOutside, .touchCancel]) { [weak self] _, _ in self?.stop() }
    }

    /// Ignores events that a command sends while no finger presses the button.
    private func start() {
        if !isSending, button.isTracking { timers.set(self, to: context.now + delay) }
    }

    func stop() { timers.set(self, to: nil) }

    func timerFired() {
        guard let now = timers.now, button.isTracking else { return }
        timers.set(self, to: now + interval)
        guard button.isTouchInside else { return }
        isSending = true
        button.sendActions(for: .touchDown)
        isSending = false
    }
}
