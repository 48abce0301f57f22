import ResponderKit
import TestTraits
import Testing

@Suite struct HeadsetButtonTests {
    private final class Player: Application {
        var commands: [String] = []
        override func remoteControlReceived(with event: Event?) {
            commands.append(String("\(event?.subtype ?? .none)".dropFirst("remoteControl".count)))
        }
        func take() -> [String] {
            defer { commands = [] }
            return commands
        }
    }

    private let player = Player()

    init() { player.beginReceivingRemoteControlEvents() }

    private func button(isDown: Bool, at time: Int64) {
        player.post(headsetButtonDown: isDown, at: time * 1000)
        player.dispatchPending()
    }

    /// Performs clicks of 80 ms, 200 ms apart. Returns the time after the last one.
    @discardableResult
    private func click(_ count: Int, from start: Int64) -> Int64 {
        for number in 0..<Int64(count) {
            button(isDown: true, at: start + number * 200)
            button(isDown: false, at: start + number * 200 + 80)
        }
        return start + Int64(count) * 200
    }

    @Test(.rule("RC2"), arguments: zip([1, 2, 3, 4], [["TogglePlayPause"], ["NextTrack"], ["PreviousTrack"], []]))
    func `one press toggles, two skip to the next track, three to the previous one`(count: Int, commands: [String]) {
        let time = click(count, from: 1000)
        #expect(player.take() == [])
        player.advance(to: (time + 1000) * 1000)
        #expect(player.take() == commands)
        player.advance(to: (time + 60_000) * 1000)
        #expect(player.take() == [])
        #expect(player.nextDeadline == nil)
    }

    @Test(.rule("RC2"), arguments: zip([1, 2], ["SeekingForward", "SeekingBackward"]))
    func `holding the second press seeks forward, holding the third backward`(count: Int, command: String) {
        let time = click(count, from: 0)
        button(isDown: true, at: time)
        #expect(player.take() == [])
        player.advance(to: (time + 2000) * 1000)
        #expect(player.take() == ["Begin\(command)"])
        player.advance(to: (time + 9000) * 1000)
        #expect(player.take() == [])
        button(isDown: false, at: time + 10_000)
        #expect(player.take() == ["End\(command)"])
        player.advance(to: (time + 60_000) * 1000)
        #expect(player.take() == [])
        click(1, from: time + 61_000)
        player.advance(to: (time + 70_000) * 1000)
        #expect(player.take() == ["TogglePlayPause"])
    }

    @Test(.rule("RC2")) func `presses far apart are single presses`() {
        for number in 0..<3 { click(1, from: Int64(number) * 3000) }
        player.advance(to: 20_000_000)
        #expect(player.take() == ["TogglePlayPause", "TogglePlayPause", "TogglePlayPause"])
    }

    @Test(.rule("RC2")) func `a pattern posted in advance gives the same commands`() {
        for time: Microseconds in [0, 200_000] {
            player.post(headsetButtonDown: true, at: time)
            player.post(headsetButtonDown: true, at: time + 40_000)
            player.post(headsetButtonDown: false, at: time + 80_000)
            player.post(headsetButtonDown: false, at: time + 90_000)
        }
        player.post(headsetButtonDown: true, at: 5_000_000)
        player.dispatchPending()
        #expect(player.take() == ["NextTrack"])
    }

    @Test(.rule("RC2", "RC3")) func `the pattern sends nothing while no remote control events are received`() {
        player.endReceivingRemoteControlEvents()
        let time = click(2, from: 0)
        player.advance(to: (time + 5000) * 1000)
        #expect(player.take() == [])
    }

    @Test(.rule("RC2")) func `seeking ends when the application becomes inactive`() {
        let time = click(1, from: 0)
        button(isDown: true, at: time)
        player.advance(to: (time + 2000) * 1000)
        player.resignActive()
        #expect(player.take() == ["BeginSeekingForward", "EndSeekingForward"])
        player.becomeActive()
        button(isDown: false, at: time + 3000)
        player.advance(to: (time + 60_000) * 1000)
        #expect(player.take() == [])
    }

    @Test(.rule("RC2")) func `an incomplete pattern is discarded when the application becomes inactive`() {
        let time = click(1, from: 0)
        player.resignActive()
        player.becomeActive()
        player.advance(to: (time + 5000) * 1000)
        #expect(player.take() == [])
    }
}
