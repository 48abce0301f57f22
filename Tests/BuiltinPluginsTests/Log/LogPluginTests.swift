import Foundation
import HandlerEvents
import Platform
import PluginAPI
import Schema
import Testing

@Suite struct LogPluginTests {
    @Test func `a line is written with the fields of the event`() async throws {
        let stand = try PluginStand("log", name: "journal")
        stand.take(.touchesBegan, try stand.binding("write", "'{{view}} at {{x:1}}'")) { $0.x = 2.25 }
        #expect(await eventually { !stand.log.entries.isEmpty })
        let entry = try #require(stand.log.entries.first)
        #expect(entry.message == "door at 2.3")
        #expect(entry.level == .info)
        #expect(entry.plugin == "journal")
        #expect(entry.fields.contains(Logger.Field("TOUCHBRIDGE_EVENT", "touchesBegan")))
        #expect(entry.fields.contains(Logger.Field("TOUCHBRIDGE_X", "2.25")))
        #expect(entry.fields.contains(Logger.Field("TOUCHBRIDGE_SCREEN", "lobby")))
        #expect(!entry.fields.contains { $0.name == "TOUCHBRIDGE_SCALE" })
    }

    @Test func `a value is written as JSON, and without one the whole event`() async throws {
        let stand = try PluginStand("log")
        stand.take(.touchesBegan, try stand.binding("write", "{at: ['{{x}}', 'y {{y}}'], ok: true}")) { $0.x = 7 }
        stand.take(.idle, try stand.binding("write", nil))
        #expect(await eventually { stand.log.entries.count == 2 })
        #expect(stand.log.first == #"{"at":[7,"y 0"],"ok":true}"#)
        #expect(stand.log.lines.last == #"{"time":1000000,"event":"idle","screen":"lobby"}"#)
    }

    @Test(arguments: [
        ("error", Logger.Level.error), ("warning", .warning), ("notice", .notice), ("info", .info),
        ("debug", .debug),
        ("write", .warning),
    ]) func `the handler determines the log level, and the setting that of 'write'`(
        handler: String,
        level: Logger.Level
    ) async throws {
        let stand = try PluginStand("log", "{level: warning}")
        stand.take(.touchesBegan, try stand.binding(handler, "text"))
        #expect(await eventually { stand.log.entries.first?.level == level })
    }

    @Test func `moves beyond the rate are coalesced, and the end of a touch is written`() async throws {
        let stand = try PluginStand("log", "{rate: 1, queue: 16}")
        let binding = try stand.binding("write", "'{{event}} {{x}}'")
        stand.take(.touchesBegan, binding)
        for x in 1...500 { stand.take(.touchesMoved, binding) { $0.x = Double(x) } }
        #expect(stand.take(.touchesEnded, binding).isAccepted)
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 20_000_000))
        #expect(stand.log.lines.count <= 18)
        #expect(stand.log.lines.first == "touchesBegan 0")
        #expect(stand.log.lines.suffix(2) == ["touchesMoved 500", "touchesEnded 0"])
        #expect(stand.plugin.health.coalesced > 400)
    }

    @Test func `lines not written before the timeout are counted and reported as dropped`() async throws {
        let stand = try PluginStand("log", isStarted: false)
        let binding = try stand.binding("write", "text")
        for _ in 0..<5 { stand.take(.touchDown, binding) }
        // The stop's deadline has passed before the plugin's thread starts.
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 0))
        try stand.plugin.start()
        #expect(await eventually { stand.plugin.isDone })
        #expect(stand.plugin.health.dropped == 5)
        #expect(stand.failed.counts == [.dropped: 5])
        #expect(stand.log.lines == ["5 lines were not written, because the plugin stopped"])
    }

    @Test func `a text cannot start a line of its own`() async throws {
        let stand = try PluginStand("log")
        stand.take(.touchDown, try stand.binding("write", "'{{view}}'", view: "a\nerror: b\u{1b}[2J"))
        #expect(await eventually { stand.log.lines == ["aerror: b[2J"] })
    }
}
