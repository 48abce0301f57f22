import JSON
import LayoutRuntime
import PluginAPI
import TestSupport
import TestTraits
import Testing
import TimeLimits

/// Tests that several pages share the input thread's command queue fairly.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct StreamShareTests {
    private let commands = TreeCommands(clock: { 0 }, wake: {})
    private let settings = """
        {port: 0, origins: ["\(StreamRig.origin)"], allow: [set, describe], commandsPerSecond: 1000}
        """

    /// Executes pending commands until the time budgets are exhausted; each `describe` counts as an expensive command.
    private func carryOut(at now: Int64) {
        while let entry = commands.takeReady(at: now) {
            if case .describe = entry.command { commands.account(900, of: entry, at: now) }
            entry.reply?(.done)
        }
    }

    @Test(.pastLimit("slow-commands"))
    func `slow commands of one page do not delay another page's command`() throws {
        let rig = try StreamRig(settings, access: commands)
        let hostile = try rig.page()
        for id in 1...64 { hostile.send(#"{"id":\#(id),"do":"describe"}"#) }
        try rig.wait("64 commands wait") { commands.count == 64 }
        carryOut(at: 0)
        #expect(commands.count == 62)
        // The simulated clock does not advance, so the other page's commands must be accepted without a delay.
        let other = try rig.page()
        for (id, command) in [(1, #""do":"set","view":"door","properties":{}"#), (2, #""do":"describe""#)] {
            other.send("{\"id\":\(id),\(command)}")
            try rig.wait("the command of the other client waits") { commands.count == 63 }
            carryOut(at: 0)
            #expect(try other.reply(.number(Double(id)))["ok"] == true)
        }
        #expect(commands.count == 62)
    }

    @Test
    func `pages that fill the command queue leave reserved commands to each other page`() throws {
        let rig = try StreamRig(settings, access: commands)
        var pages: [StreamPage] = []
        for number in 1...14 {
            let page = try rig.page()
            pages.append(page)
            let before = commands.count
            fill(page)
            #expect(try page.reply(65)["ok"] == false)
            #expect(commands.count >= before + 4, "page \(number)")
        }
    }

    @Test(.pastLimit("stream-pending"))
    func `a page that reconnects gets no additional share of the command queue`() throws {
        let rig = try StreamRig("{clients: 2, \(settings.dropFirst())", access: commands)
        let other = try rig.page()
        for count in [64, 64, 64] {
            do {
                let hostile = try rig.page()
                fill(hostile)
                #expect(try hostile.reply(65)["ok"] == false)
                #expect(commands.count == count)
            }
            try rig.wait("the page is disconnected") { rig.clients == 1 }
        }
        other.send(#"{"id":1,"do":"describe"}"#)
        try rig.wait("the command of the other client waits") { commands.count == 65 }
    }

    /// Sends one command more than the queue allows.
    private func fill(_ page: StreamPage) {
        for id in 1...65 { page.send(#"{"id":\#(id),"do":"describe"}"#) }
    }
}
