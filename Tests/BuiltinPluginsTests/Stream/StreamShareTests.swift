import JSON
import LayoutRuntime
import PluginAPI
import TestSupport
import TestTraits
import Testing
import TimeLimits

/// Pages of one stream side by side, with the queue of commands that the input thread has.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct StreamShareTests {
    private let commands = TreeCommands(wake: {})
    private let settings = """
        {port: 0, origins: ["\(StreamRig.origin)"], allow: [set, describe], commandsPerSecond: 1000}
        """

    /// Carries out what the budget allows at a time; each `describe` takes as long as a large one.
    private func carryOut(at now: Int64) {
        while let entry = commands.takeReady(at: now) {
            if case .describe = entry.command { commands.account(900, of: entry, at: now) }
            entry.reply?(.done)
        }
    }

    @Test(.pastLimit("slow-commands"))
    func `a page that asks for slow commands without an end does not delay another page's command`() throws {
        let rig = try StreamRig(settings, access: commands)
        let hostile = try rig.page()
        for id in 1...64 { hostile.send(#"{"id":\#(id),"do":"describe"}"#) }
        try rig.wait("its commands wait") { commands.count == 64 }
        carryOut(at: 0)
        #expect(commands.count == 62)
        // No time goes by: what the other page asks for has to be ready at once, fast or slow.
        let other = try rig.page()
        for (id, command) in [(1, #""do":"set","view":"door","properties":{}"#), (2, #""do":"describe""#)] {
            other.send("{\"id\":\(id),\(command)}")
            try rig.wait("its command waits") { commands.count == 63 }
            carryOut(at: 0)
            #expect(try other.reply(.number(Double(id)))["ok"] == true)
        }
        #expect(commands.count == 62)
    }

    @Test
    func `pages that fill the room for waiting commands leave some to another page`() throws {
        let rig = try StreamRig(settings, access: commands)
        for number in 1...6 {
            let page = try rig.page()
            let before = commands.count
            for id in 1...65 { page.send(#"{"id":\#(id),"do":"describe"}"#) }
            // A refusal, behind all that was taken.
            #expect(try page.reply(65)["ok"] == false)
            #expect(commands.count > before, "page \(number)")
        }
    }
}
