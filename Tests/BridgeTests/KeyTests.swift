import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests presses and remote-control commands from the keys of a device.
struct KeyTests {
    private let stage = Stage()

    private func received(_ events: [RawEvent]...) throws -> [String] {
        let number = try #require(try stage.add(Streams.keys()))
        for piece in events { stage.send(piece, of: number) }
        return stage.drain()
    }

    @Test
    func `a key is pressed and released with its HID usage`() throws {
        let received = try received(Streams.key(30, 1, at: 10), Streams.key(30, 0, at: 20))
        #expect(received == ["press keyboard 4 began", "press keyboard 4 ended"])
    }

    @Test
    func `a key without a HID usage has usage 0`() throws {
        #expect(try received(Streams.key(142, 1, at: 10)) == ["press keyboard 0 began"])
    }

    @Test(arguments: [(97, 0xe4), (126, 0xe7), (57, 0x2c), (114, 0x81), (59, 0x3a), (82, 0x62)])
    func `usages follow the HID table`(_ code: UInt16, _ usage: Int) throws {
        #expect(try received(Streams.key(code, 1, at: 10)) == ["press keyboard \(usage) began"])
    }

    @Test(
        arguments: [
            (103, "upArrow"), (108, "downArrow"), (105, "leftArrow"), (106, "rightArrow"), (28, "select"), (1, "menu"),
            (104, "pageUp"), (109, "pageDown"),
        ] as [(UInt16, String)]
    )
    func `remote control buttons have their own press types`(_ code: UInt16, _ type: String) throws {
        let received = try received(Streams.key(code, 1, at: 10), Streams.key(code, 0, at: 20))
        #expect(received == ["press \(type) began", "press \(type) ended"])
    }

    @Test
    func `a held key sends no repeated press`() throws {
        let received = try received(Streams.key(30, 1, at: 10), Streams.key(30, 2, at: 20), Streams.key(30, 0, at: 30))
        #expect(received == ["press keyboard 4 began", "press keyboard 4 ended"])
    }

    @Test(
        .rule("RC1"),
        arguments: [
            (164, "remoteControlTogglePlayPause"), (207, "remoteControlPlay"), (119, "remoteControlPause"),
            (166, "remoteControlStop"), (163, "remoteControlNextTrack"), (165, "remoteControlPreviousTrack"),
        ] as [(UInt16, String)]
    )
    func `a media key sends its command when it goes down`(_ code: UInt16, _ command: String) throws {
        #expect(try received(Streams.key(code, 1, at: 10), Streams.key(code, 0, at: 20)) == [command])
    }

    @Test
    func `seeking lasts while its key is down`() throws {
        let received = try received(
            Streams.key(208, 1, at: 10),
            Streams.key(208, 2, at: 20),
            Streams.key(208, 0, at: 30)
        )
        #expect(received == ["remoteControlBeginSeekingForward", "remoteControlEndSeekingForward"])
    }

    @Test(.rule("RC2"))
    func `a headset button pressed twice sends the command for the next track`() throws {
        let number = try #require(try stage.add(Streams.keys()))
        for (value, time) in [(1, 0), (0, 100_000), (1, 200_000), (0, 300_000)] as [(Int32, Int64)] {
            stage.send(Streams.key(226, value, at: time), of: number)
        }
        let due = try #require(stage.hub.nextDeadline)
        stage.hub.advance(to: due)
        #expect(stage.drain() == ["remoteControlNextTrack"])
    }

    @Test(.rule("K6"))
    func `a key that is down at open is ignored until it is released`() throws {
        let found = [RawEvent(.dropped, at: 0), RawEvent(KeyCode(rawValue: 30), 1, at: 0), RawEvent(.report, at: 0)]
        #expect(try received(found, Streams.key(30, 2, at: 5), Streams.key(30, 0, at: 10)) == [])
        stage.send(Streams.key(30, 1, at: 20), of: 1)
        #expect(stage.drain() == ["press keyboard 4 began"])
    }

    @Test(.rule("K1"))
    func `a key released during a gap is cancelled`() throws {
        let gap = [RawEvent(.dropped, at: 20), RawEvent(KeyCode(rawValue: 30), 0, at: 20), RawEvent(.report, at: 20)]
        #expect(
            try received(Streams.key(30, 1, at: 10), gap) == ["press keyboard 4 began", "press keyboard 4 cancelled"]
        )
    }

    @Test(.rule("L1"))
    func `removing a device cancels its presses and ends seeking`() throws {
        _ = try received(Streams.key(30, 1, at: 10), Streams.key(168, 1, at: 20))
        stage.hub.remove(1)
        #expect(stage.drain() == ["remoteControlEndSeekingBackward", "press keyboard 4 cancelled"])
    }

    @Test(.rule("L1", "RC2"))
    func `removing a headset drops its pending command`() throws {
        _ = try received(Streams.key(226, 1, at: 10))
        stage.hub.remove(1)
        stage.hub.advance(to: 10_000_000)
        #expect(stage.drain() == [])
    }

    @Test(.rule("K10"))
    func `the same key on two devices is two presses`() throws {
        let (one, other) = (try #require(try stage.add(Streams.keys())), try #require(try stage.add(Streams.keys())))
        stage.send(Streams.key(30, 1, at: 10), of: one)
        stage.send(Streams.key(30, 1, at: 20), of: other)
        stage.hub.remove(one)
        #expect(stage.drain() == ["press keyboard 4 began", "press keyboard 4 began", "press keyboard 4 cancelled"])
    }
}
