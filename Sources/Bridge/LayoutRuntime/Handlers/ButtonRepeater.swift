internal import InputHub
internal import LayoutFile
internal import Platform
internal import ResponderKit

/// Repeats a button's `touchDown` event while a finger presses the button (`autorepeat:`).
///
/// The times of the repetitions depend only on the press, so they are the same in a replay.
final class ButtonRepeater: TimerOwner {
    // Unowned: the tree owns the button and its repeater, and stops the repeater before it releases the button.
    private unowned let button: Button
    private unowned let tree: LayoutTree
    private let delay: Int64
    private let interval: Int64
    /// Number of repetitions since the button was pressed.
    private var count = 0
    // Not read from the tree, because a button can send `touchCancel` during the tree's deinitialization.
    private let timers: TimerList

    /// Limit autorepeat-count (limits.md, Layouts): maximum number of repeated `touchDown` events of one press. If
    /// exceeded: the button sends no further repetitions until the next press.
    ///
    /// Without this limit, an object on the panel would repeat the event for hours. The limit also bounds the burst of
    /// overdue repetitions after a long gap between input events.
    private static let repetitionLimit = 1000

    init(_ layout: AutorepeatLayout, of button: Button, in tree: LayoutTree) {
        (self.button, self.tree, timers) = (button, tree, tree.timers)
        (delay, interval) = (layout.delay.microseconds, layout.interval.microseconds)
        timers.mayBeUsed = true
        // A finger's `touchDown` has an `Event`; a `touchDown` from a command or from this repeater has none.
        button.addAction(for: .touchDown) { [weak self] _, event in if event != nil { self?.start() } }
        button.addAction(for: [.touchUpInside, .touchUpOutside, .touchCancel]) { [weak self] button, _ in
            if !button.isTracking { self?.stop() }
        }
    }

    private func start() {
        count = 0
        timers.set(self, to: tree.maker.context.now + delay)
    }

    func stop() { timers.set(self, to: nil) }

    func timerFired() {
        guard let now = timers.now else { return }
        count += 1
        timers.set(self, to: count < Self.repetitionLimit ? now + interval : nil)
        if button.isTouchInside { tree.send(.touchDown, from: button) }
    }
}
