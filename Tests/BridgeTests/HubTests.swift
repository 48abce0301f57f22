import Contacts
import InputEvents
internal import InputHub
import ResponderKit
import TestSupport
import TestTraits
import Testing

/// Tests several devices with one application, and timers that fire between events of devices.
struct HubTests {
    private let stage = Stage(tracing: true)

    private func lines() -> [String] {
        String(decoding: stage.trace, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(.rule("K10"))
    func `equal slots of two panels are separate touches`() throws {
        let one = try #require(try stage.add(Streams.panel()))
        let other = try #require(try stage.add(Streams.panel(name: "other")))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: one)
        stage.send(Streams.down(0, 1, 200, 200, at: 20), of: other)
        stage.send(Streams.up(0, at: 30), of: one)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 began 200.0,200.0", "0 ended 100.0,100.0"])
    }

    @Test(.rule("L1"))
    func `removing a panel cancels its touches first`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: number)
        stage.hub.remove(number)
        let lines = lines()
        let cancelled = try #require(lines.firstIndex { $0.contains("touchesCancelled") })
        let removed = try #require(lines.firstIndex { $0.contains("removed") })
        #expect(cancelled < removed)
        #expect(lines.last == #"{"t":10,"kind":"device","device":"panel","change":"removed"}"#)
        stage.hub.remove(number)
        #expect(self.lines().count == lines.count)
    }

    @Test(.rule("L1"))
    func `a removal is not earlier than the report of a device that has no contact`() throws {
        let touched = try #require(try stage.add(Streams.panel()))
        let other = try #require(try stage.add(Streams.panel(name: "other")))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: touched)
        stage.send([RawEvent(.report, at: 30)], of: other)
        #expect(lines().last == #"{"t":30,"kind":"device","device":"other","change":"added"}"#)
        stage.hub.remove(touched)
        let cancelled = try #require(lines().first { $0.contains("touchesCancelled") })
        #expect(cancelled.hasPrefix(#"{"t":30,"#))
    }

    @Test(.rule("L1"))
    func `a timer that is due when a device is reported fires after the input of that time`() throws {
        let touched = try #require(try stage.add(Streams.panel()))
        let other = try #require(try stage.add(Streams.panel(name: "other")))
        let press = LongPressGestureRecognizer()
        press.minimumPressDuration = 0.00002
        var states: [GestureRecognizer.State] = []
        press.addAction { states.append($0.state) }
        stage.view.addGestureRecognizer(press)
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: touched)
        stage.send([RawEvent(.report, at: 30)], of: other)
        #expect(stage.application.now == 30 && states == [])
        stage.send(Streams.up(0, at: 30), of: touched)
        #expect(states == [])
    }

    @Test(.rule("L1"))
    func `a handler can remove the device of its event, whose further events are dropped`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: number)
        weak let panel = stage.hub.panel(number)
        stage.view.didMove = { [stage] in stage.hub.remove(number) }
        let moved = [RawEvent(.contactX, 150, at: 20), RawEvent(.report, at: 20)]
        stage.send(moved + Streams.up(0, at: 30) + Streams.down(0, 2, 300, 100, at: 40), of: number)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 moved 150.0,100.0", "0 cancelled 150.0,100.0"])
        #expect(panel == nil, "the hub releases the device after the batch")
        #expect(stage.hub.panel(number) == nil)
    }

    @Test(.rule("L1", "K1"), arguments: [Streams.panel(), Streams.keys()])
    func `a device that a handler of its repair removes receives no further frame`(_ device: DeviceDescription) throws {
        final class Remover: InputObserver {
            var hub: InputHub?
            func device(_ number: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64) {
                if change == .resynced { hub?.remove(number) }
            }
        }
        let remover = Remover()
        let number = try #require(try stage.add(device))
        stage.send([RawEvent(.report, at: 10)], of: number)
        stage.hub.addObserver(remover)
        remover.hub = stage.hub
        let down = Streams.down(0, 1, 100, 100, at: 20).dropLast() + [RawEvent(KeyCode(rawValue: 30), 1, at: 20)]
        stage.send([RawEvent(.dropped, at: 20)] + down + [RawEvent(.report, at: 20)], of: number)
        remover.hub = nil
        #expect(stage.drain() == [])
        #expect(!lines().contains { $0.contains("press") })
        #expect(stage.hub.panel(number) == nil)
    }

    @Test(.rule("L1"))
    func `a timer's handler can remove the device whose events are being read`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        let press = LongPressGestureRecognizer()
        press.minimumPressDuration = 0.01
        press.addAction { [stage] _ in stage.hub.remove(number) }
        stage.view.addGestureRecognizer(press)
        stage.send(
            Streams.down(0, 1, 100, 100, at: 0) + Streams.up(0, at: 50_000)
                + Streams.down(0, 2, 300, 100, at: 60_000),
            of: number
        )
        // The timer is due before the lift; it fires when the lift arrives.
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 ended 100.0,100.0"])
        #expect(stage.hub.panel(number) == nil)
    }

    @Test
    func `a replugged panel counts as another device`() throws {
        let first = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: first)
        stage.hub.remove(first)
        let second = try #require(try stage.add(Streams.panel()))
        #expect(second != first)
        stage.send(Streams.down(0, 1, 100, 100, at: 20), of: first)
        stage.send(Streams.down(0, 1, 300, 100, at: 30), of: second)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0", "0 began 300.0,100.0"])
    }

    @Test
    func `a device without events is not traced`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        stage.hub.remove(number)
        #expect(lines() == [])
    }

    @Test(.rule("L6"))
    func `two panels with one name have distinct names in the trace`() throws {
        let one = try #require(try stage.add(Streams.panel()))
        let other = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: one)
        stage.send(Streams.down(0, 1, 100, 100, at: 20), of: other)
        let devices = lines().filter { $0.contains(#""phase":"began""#) }.map { $0.split(separator: ",").last! }
        #expect(devices == [#""device":"panel"}"#, #""device":"panel #2"}"#])
    }

    @Test(.rule("K1"))
    func `lost events are traced`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 10), of: number)
        stage.send([RawEvent(.dropped, at: 20)] + Streams.up(0, at: 20), of: number)
        #expect(
            lines().filter { $0.contains("device\",") } == [
                #"{"t":10,"kind":"device","device":"panel","change":"added"}"#,
                #"{"t":20,"kind":"device","device":"panel","change":"dropped"}"#,
                #"{"t":20,"kind":"device","device":"panel","change":"resynced"}"#,
            ]
        )
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0"])
    }

    @Test
    func `a timer fires before later events of any device`() throws {
        var fired: [String] = []
        let press = LongPressGestureRecognizer()
        press.addAction { _ in fired.append("at \(stage.application.now)") }
        stage.view.addGestureRecognizer(press)
        let panel = try #require(try stage.add(Streams.panel()))
        let keys = try #require(try stage.add(Streams.keys()))
        stage.send(Streams.down(0, 1, 100, 100, at: 0), of: panel)
        stage.send(Streams.key(30, 1, at: 2_000_000), of: keys)
        #expect(fired == ["at 500000"])
        let lines = lines()
        let gesture = try #require(lines.firstIndex { $0.contains(#""state":"began""#) })
        let added = try #require(lines.firstIndex { $0.contains(#""device":"keys""#) })
        #expect(gesture < added)
    }

    /// Sets a timer 10 µs after each key event.
    private final class KeyTimer: ApplicationObserver, TimerOwner {
        private let timers: TimerList
        private(set) var calls: [String] = []

        init(_ timers: TimerList) { self.timers = timers }

        func dispatching(_ event: Event) {
            guard event.type == .presses else { return }
            calls.append("key at \(event.time)")
            timers.set(self, to: event.time + 10)
        }

        func timerFired() { calls.append("timer at \(timers.now ?? 0)") }
    }

    @Test
    func `a timer set by a key fires before later key frames of the same read`() throws {
        let timer = KeyTimer(stage.hub.timers)
        stage.hub.timers.mayBeUsed = true
        stage.application.addObserver(timer)
        let keys = try #require(try stage.add(Streams.keys()))
        stage.send(Streams.key(30, 1, at: 0) + Streams.key(30, 0, at: 100), of: keys)
        #expect(timer.calls == ["key at 0", "timer at 10", "key at 100"])
    }

    @Test(.atLimit("key-frame"), .pastLimit("key-frame"))
    func `a keyboard without SYN_REPORT is processed after 1024 changes`() throws {
        let timer = KeyTimer(stage.hub.timers)
        stage.hub.timers.mayBeUsed = true
        stage.application.addObserver(timer)
        let keys = try #require(try stage.add(Streams.keys()))
        let changes = (0..<1024).map { RawEvent(KeyCode(rawValue: 30), Int32(1 - $0 % 2), at: 7) }
        stage.send(changes, of: keys)
        #expect(timer.calls == [])
        stage.send([RawEvent(KeyCode(rawValue: 30), 1, at: 8)], of: keys)
        #expect(timer.calls.count { $0.hasPrefix("key") } == 1024)
    }

    @Test(.rule("V12"))
    func `a stale contact is cancelled between frames of other devices`() throws {
        var settings = stage.settings
        settings.filters.staleContactTimeout = 1_000_000
        let number = try stage.hub.addPanel(Streams.panel(), settings: settings)
        let keys = try #require(try stage.add(Streams.keys()))
        stage.send(Streams.down(0, 1, 100, 100, at: 0), of: number)
        #expect(stage.hub.nextDeadline == 1_000_000)
        stage.send(Streams.key(30, 1, at: 5_000_000), of: keys)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0", "press keyboard 4 began"])
        #expect(stage.hub.nextDeadline == nil)
    }

    @Test(.rule("V12"))
    func `a pause within one read makes a contact stale`() throws {
        var settings = stage.settings
        settings.filters.staleContactTimeout = 1_000_000
        let number = try stage.hub.addPanel(Streams.panel(), settings: settings)
        stage.send(Streams.down(0, 1, 100, 100, at: 0) + Streams.move(0, 200, 100, at: 3_000_000), of: number)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0"])
    }

    @Test
    func `a handler that removes the device discards the rest of its events`() throws {
        final class Remover: ApplicationObserver {
            var act: () -> Void = {}
            func dispatching(_ event: Event) { act() }
        }
        let number = try #require(try stage.add(Streams.panel()))
        let press = LongPressGestureRecognizer()
        press.minimumPressDuration = 0
        press.addAction { _ in stage.hub.remove(number) }
        stage.view.addGestureRecognizer(press)
        stage.send(
            Streams.down(0, 1, 100, 100, at: 0) + Streams.move(0, 200, 100, at: 10) + Streams.up(0, at: 20),
            of: number
        )
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 cancelled 100.0,100.0"])
    }

    @Test(.rule("K7"))
    func `pieces of a split frame are delivered in order, before later events`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        let other = try #require(try stage.add(Streams.panel(name: "other")))
        stage.send(Streams.down(0, 1, 100, 100, at: 1_000), of: number)
        stage.send([RawEvent(.contactX, 200, at: 2_000), RawEvent(.report, 1, at: 2_000)], of: number)
        #expect(stage.hub.nextDeadline == 4_000)
        stage.send(Streams.down(0, 1, 300, 300, at: 5_000), of: other)
        stage.send(Streams.up(0, at: 6_000), of: number)
        #expect(
            stage.drain() == [
                "0 began 100.0,100.0", "0 moved 200.0,100.0", "0 began 300.0,300.0", "0 ended 200.0,100.0",
            ]
        )
    }

    @Test(.rule("K7"))
    func `pieces of a split frame are delivered when the clock advances, and before a removal`() throws {
        let number = try #require(try stage.add(Streams.panel()))
        stage.send(Streams.down(0, 1, 100, 100, at: 1_000), of: number)
        stage.send([RawEvent(.contactX, 200, at: 2_000), RawEvent(.report, 1, at: 2_000)], of: number)
        stage.hub.advance(to: 4_000)
        #expect(stage.hub.nextDeadline == nil)
        #expect(stage.drain() == ["0 began 100.0,100.0", "0 moved 200.0,100.0"])
        stage.send([RawEvent(.contactY, 200, at: 5_000), RawEvent(.report, 1, at: 5_000)], of: number)
        stage.hub.remove(number)
        #expect(stage.drain() == ["0 moved 200.0,200.0", "0 cancelled 200.0,200.0"])
    }

    @Test(.rule("T11", "V8"))
    func `a move of one contact and a cancellation of another in one frame keep this order`() throws {
        let panel = Streams.panel()
        let number = try #require(try stage.add(panel))
        stage.send(Streams.down(0, 1, 100, 100, at: 10) + Streams.down(1, 2, 300, 300, at: 20), of: number)
        let palm = [RawEvent(.slot, 0, at: 30), RawEvent(.toolType, ToolType.palm.rawValue, at: 30)]
        stage.send(palm + Streams.move(1, 310, 300, at: 30), of: number)
        let methods = lines().filter { $0.contains(#""kind":"call""#) && $0.contains(#""t":30,"#) }
        #expect(methods.count == 2)
        #expect(methods.first?.contains("touchesMoved") == true)
        #expect(methods.last?.contains("touchesCancelled") == true)
    }
}
