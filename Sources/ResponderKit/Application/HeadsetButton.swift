/// Converts press patterns of a headset's only button to remote-control commands (RC2).
final class HeadsetButton: DeadlineOwner {
    unowned(unsafe) var application: Application!
    /// Whether to discard the current pattern after the current event.
    var isCancelWanted = false
    private var presses = 0
    private var isDown = false
    private var seeking: Event.EventSubtype?
    private lazy var clock = Deadline(owner: self)

    /// Minimum duration of a hold, in microseconds; Apple does not document this value.
    private static let hold: Microseconds = 500_000
    /// Maximum pause between presses, in microseconds; Apple does not document this value.
    private static let pause: Microseconds = 350_000

    func changed(isDown new: Bool) {
        guard new != isDown else { return }
        isDown = new
        if new {
            presses += 1
            wait(Self.hold)
        } else if let end = seeking {
            finish(end)
        } else {
            wait(Self.pause)
        }
    }

    /// Begins a seek if the button is held at its second or third press. If the button is up, sends the command for the
    /// number of presses.
    func deadlinePassed() {
        if !isDown { return finish(Self.command(afterPresses: presses)) }
        switch presses {
        case 2: seek(.remoteControlBeginSeekingForward, until: .remoteControlEndSeekingForward)
        case 3: seek(.remoteControlBeginSeekingBackward, until: .remoteControlEndSeekingBackward)
        default: break
        }
    }

    /// Discards the current pattern and ends a seek in progress.
    func reset() {
        (isCancelWanted, isDown) = (false, false)
        finish(seeking)
    }

    private func seek(_ begin: Event.EventSubtype, until end: Event.EventSubtype) {
        seeking = end
        application.dispatchRemoteControl(begin)
    }

    private func finish(_ command: Event.EventSubtype?) {
        let isEnd = seeking != nil
        (presses, seeking) = (0, nil)
        wait(nil)
        if let command { application.dispatchRemoteControl(command, isEnd: isEnd) }
    }

    private func wait(_ time: Microseconds?) {
        application.deadlines.set(clock, to: time.map { application.now.later(by: $0) })
    }

    private static func command(afterPresses count: Int) -> Event.EventSubtype? {
        switch count {
        case 1: .remoteControlTogglePlayPause
        case 2: .remoteControlNextTrack
        case 3: .remoteControlPreviousTrack
        default: nil
        }
    }
}
