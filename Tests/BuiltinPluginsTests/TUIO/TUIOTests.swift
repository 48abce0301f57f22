import BuiltinCore
import HandlerEvents
import Platform
import PluginAPI
import Schema
import TestSupport
import Testing

struct `TUIO` {
    private let receiver: TUIOReceiver
    private let stage: PluginStage
    private let forward: Binding

    init() throws {
        receiver = try TUIOReceiver()
        stage = try PluginStage(TUIOPlugin.type, "{ port: \(receiver.port) }", name: "table")
        forward = try stage.binding("forward")
    }

    private func send(_ handlerEvents: HandlerEvent...) {
        for handlerEvent in handlerEvents { #expect(stage.plugin.take(handlerEvent, for: forward).isAccepted) }
    }

    /// Waits until the receiver satisfies a condition.
    private func hears(_ what: String, _ condition: (TUIOReceiver) -> Bool) async throws {
        try await eventually(what) {
            try receiver.read()
            return condition(receiver)
        }
    }

    /// Returns the cursor's last state in a bundle that reports a change; nil if there is none. Ignores repetitions
    /// (frame -1), because they report the cursor at rest.
    private func told(_ session: Int32) -> TUIOReceiver.Cursor? {
        receiver.bundles.last { $0.frame != -1 && $0.set[session] != nil }?.set[session]
    }

    @Test func `a two-finger gesture is two cursors`() async throws {
        send(touch(.touchesBegan, 4, at: 1_000_000, x: 50, y: 50))
        try await hears("the receiver has the first cursor") { $0.cursors.count == 1 }
        send(touch(.touchesBegan, 9, at: 1_100_000, x: 200, y: 100))
        try await hears("the receiver has the second cursor") { $0.cursors.count == 2 }
        let sessions = receiver.cursors.keys.sorted()
        #expect(receiver.bundles.last?.alive == sessions)
        #expect(receiver.cursors[sessions[0]]?.x == 0.25 && receiver.cursors[sessions[0]]?.y == 0.5)
        #expect(receiver.cursors[sessions[1]]?.x == 1 && receiver.cursors[sessions[1]]?.y == 1)
        // The finger moves right by a quarter of the screen in 0.5 s, then back in 0.25 s.
        send(touch(.touchesMoved, 4, at: 1_500_000, x: 100, y: 50))
        try await hears("the cursor moves") { $0.cursors[sessions[0]]?.x == 0.5 }
        #expect(told(sessions[0])?.velocityX == 0.5 && told(sessions[0])?.velocityY == 0)
        #expect(told(sessions[0])?.acceleration == 1)
        send(touch(.touchesMoved, 4, at: 1_750_000, x: 50, y: 50))
        try await hears("the cursor moves back") { $0.cursors[sessions[0]]?.x == 0.25 }
        #expect(told(sessions[0])?.velocityX == -1)
        #expect(told(sessions[0])?.acceleration == 2)
        send(touch(.touchesEnded, 4, at: 1_800_000), touch(.touchesCancelled, 9, at: 1_800_000))
        try await hears("both cursors are removed") { $0.cursors.isEmpty }
        // A finger that touches again gets a new cursor.
        send(touch(.touchesBegan, 4, at: 2_000_000, x: 300, y: -5))
        try await hears("the receiver has a new cursor") { $0.cursors.count == 1 }
        #expect(!sessions.contains(receiver.cursors.keys.first ?? 0))
        #expect(receiver.cursors.values.first.map { [$0.x, $0.y] } == [1, 0])
        let frames = receiver.bundles.map(\.frame).filter { $0 != -1 }
        #expect(frames == Array(1...Int32(frames.count)))
        #expect(receiver.bundles.allSatisfy { $0.source == "touchbridge@kiosk-7" })
        #expect(stage.log.complaints.isEmpty)
    }

    @Test func `touches of one time share a frame`() async throws {
        // All events have the same time, but the plugin's thread may read the first event before the others arrive.
        let all = (1...5).map { touch(.touchesBegan, Int32($0), at: 1_000, x: Double($0)) }
        for handlerEvent in all { _ = stage.plugin.take(handlerEvent, for: forward) }
        try await hears("the receiver has five cursors") { $0.cursors.count == 5 }
        send(touch(.touchesMoved, 1, at: 2_000, x: 9), touch(.touchesMoved, 2, at: 3_000, x: 9))
        try await hears("both cursors move") { $0.cursors.values.count { $0.x == 9.0 / 200 } == 2 }
        // Two different timestamps result in two frames, even 1 ms apart.
        #expect(
            receiver.bundles.filter { $0.frame != -1 && !$0.set.isEmpty }.suffix(2).allSatisfy { $0.set.count == 1 }
        )
    }

    @Test func `lost datagrams are repaired by repetition, without further touches`() async throws {
        try await hears("an empty frame is repeated") { $0.bundles.contains { $0.frame == -1 && $0.alive.isEmpty } }
        send(touch(.touchesBegan, 1, at: 1_000_000, x: 20), touch(.touchesMoved, 1, at: 1_100_000, x: 40))
        try await eventually("two events are sent") { stage.plugin.health.delivered == 2 }
        try await Task.sleep(for: .milliseconds(100))
        try receiver.read(loses: true)
        #expect(receiver.cursors.isEmpty)
        try await hears("the cursor is repeated") { $0.cursors.count == 1 }
        #expect(receiver.bundles.last?.frame == -1)
        // The finger has been at rest, so its velocity is 0.
        #expect(receiver.cursors.values.first == .init(x: 0.2, y: 0, velocityX: 0, velocityY: 0, acceleration: 0))
        send(touch(.touchesEnded, 1, at: 1_200_000))
        try await eventually("the end event is sent") { stage.plugin.health.delivered == 3 }
        try await Task.sleep(for: .milliseconds(100))
        try receiver.read(loses: true)
        #expect(receiver.cursors.count == 1)
        try await hears("the cursor is removed") { $0.cursors.isEmpty }
    }

    @Test func `many fingers are sent in datagrams that are each complete`() async throws {
        for number in 1...100 { send(touch(.touchesBegan, Int32(number), at: 1, x: Double(number))) }
        try await hears("the receiver has 100 cursors") { $0.cursors.count == 100 }
        #expect(receiver.bundles.allSatisfy { $0.size <= 1452 })
        // A repetition has several bundles, each with the complete list of live cursors.
        let before = receiver.bundles.count
        try await hears("all cursors are repeated") { Set($0.bundles[before...].flatMap(\.set.keys)).count == 100 }
        let again = receiver.bundles[before...]
        #expect(again.count > 1)
        #expect(again.allSatisfy { $0.frame == -1 && $0.alive.count == 100 && $0.source == "touchbridge@kiosk-7" })
    }

    @Test func `fingers beyond the maximum are dropped with one message`() async throws {
        for number in 1...140 { send(touch(.touchesBegan, Int32(number), at: Int64(number), x: 1)) }
        try await eventually("all events are delivered or dropped") {
            stage.plugin.health.delivered + stage.plugin.health.dropped == 140
        }
        try await hears("the receiver has the maximum number of cursors") { $0.cursors.count == 128 }
        #expect(stage.log.complaints == ["more than 128 fingers are down; further fingers are not sent"])
        #expect(stage.failed.counts == [.dropped: 12])
    }

    @Test func `stopping removes all fingers`() async throws {
        send(touch(.touchesBegan, 1, at: 1, x: 1))
        try await hears("the receiver has the cursor") { $0.cursors.count == 1 }
        stage.plugin.beginStopping()
        #expect(!stage.plugin.take(touch(.touchesBegan, 2), for: forward).isAccepted)
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 60_000_000))
        try receiver.read()
        #expect(receiver.cursors.isEmpty)
        #expect(receiver.bundles.last?.alive == [])
    }

    @Test func `a receiver can start later`() async throws {
        let port = try Loopback.freePort()
        let stage = try PluginStage(TUIOPlugin.type, "{ port: \(port), source: 'desk {{plugin}}' }", name: "table")
        _ = stage.plugin.take(touch(.touchesBegan, 1, at: 1, x: 100), for: forward)
        try await eventually("a datagram is refused, because no program listens") { stage.plugin.health.failures > 0 }
        let late = try TUIOReceiver(port: port)
        try await eventually("the late receiver has the cursor") {
            try late.read()
            return late.cursors.count == 1
        }
        #expect(late.bundles.last?.source == "desk table")
        #expect(stage.log.all.count == 1 && stage.log.complaints.isEmpty)
    }

    @Test func `an unknown host name is reported once and blocks nothing`() async throws {
        let stage = try PluginStage(TUIOPlugin.type, "{ host: nowhere.invalid }", name: "table")
        for step in 0..<5_000 {
            let event: EventName = step % 2 == 0 ? .touchesBegan : .touchesEnded
            _ = stage.plugin.take(touch(event, 1, at: Int64(step)), for: forward)
        }
        try await eventually("a failure is counted") { stage.plugin.health.failures > 0 }
        #expect(stage.log.complaints.count == 1)
        #expect(stage.log.complaints.first?.hasPrefix("touches cannot be sent to 'nowhere.invalid': ") == true)
        #expect(stage.plugin.health.waiting <= 1024)
    }

    @Test func `events other than touches are rejected`() throws {
        #expect(!stage.plugin.take(touch(.touchUpInside), for: forward).isAccepted)
        #expect(stage.log.complaints == ["'forward' does not accept touchUpInside; bind 'forward' to 'touches'"])
    }

    @Test(arguments: [
        ("port: 0", "1:7: 'port' must be a whole number from 1 to 65535, not '0'"),
        ("source: '{{x}}'", "1:9: '{{x}}' is available in handler arguments only; use {{host}} or {{plugin}} here"),
        ("hosts: a", "1:1: tuio has no key 'hosts'; did you mean 'host'?"),
    ])
    func `an error is reported with its position and a remedy`(settings: String, message: String) throws {
        #expect(try PluginStage.mistakes(TUIOPlugin.type, settings) == [message])
    }
}
