import LayoutFile
import Platform
import PluginAPI
import Testing

@testable import CommandSupport
@testable import FlightDumps

/// Tests the admission of dump requests and their rate limit.
struct DumpRequestQueueTests {
    /// Shared by all tests, because a queue's thread runs until the process ends.
    private static let log = Result { try ServiceLog(.error) }

    private func queue(_ change: (inout RecorderLayout) -> Void = { _ in }) throws -> DumpRequestQueue {
        var settings = RecorderLayout()
        change(&settings)
        let queue = DumpRequestQueue(try Self.log.get(), try Wakeup())
        queue.adopt(settings, DumpFolder("/nowhere", layout: "lobby.yaml"), logPlugins: ["journal"])
        return queue
    }

    @Test
    func `a request returns the dump's path, and a second one is rejected while the first is pending`() throws {
        let queue = try queue()
        let path = try queue.ask(.command(plugin: "p", reason: "it \u{1b}[1mblinks"))
        #expect(path.hasPrefix("/nowhere/lobby-2") && path.hasSuffix("-command.yml"))
        #expect(throws: DumpRequestQueue.Refusal.self) { try queue.ask(.signal) }
        let request = try #require(queue.take())
        #expect(!request.cause.description.contains("\u{1b}"))
        #expect(request.cause.description.hasPrefix("plugin 'p' requested a dump: it "))
        #expect(queue.take() == nil)
        #expect(throws: DumpRequestQueue.Refusal.self, "it is being written") { try queue.ask(.signal) }
        queue.finished()
        #expect(throws: DumpRequestQueue.Refusal.self, "less than a second ago") { try queue.ask(.ghost) }
    }

    @Test
    func `a plugin failure requests a dump only with onFailure, a warning never does`() throws {
        let silent = try queue()
        silent.failed("bus")
        #expect(silent.take() == nil)
        let careful = try queue { $0.onFailure = true }
        careful.failed("journal")
        #expect(careful.take() == nil)
        careful.failed("bus")
        #expect(try #require(careful.take()).cause.description == "plugin 'bus' failed")
    }

    @Test
    func `a disabled recorder rejects requests`() throws {
        let queue = try queue { $0.isOn = false }
        #expect(throws: DumpRequestQueue.Refusal.self) { try queue.ask(.signal) }
        queue.failed("bus")
        queue.ghostWasFound()
        #expect(queue.take() == nil)
    }
}
