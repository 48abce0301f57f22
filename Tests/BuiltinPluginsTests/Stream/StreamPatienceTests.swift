import Platform
import PluginAPI
import PluginWorkers
import Schema
import Synchronization
import TestSupport
import TestTraits
import Testing
import YAML

@testable import BuiltinStream

/// Tests the time limits for admission, with a simulated clock.
struct StreamPatienceTests {
    @Test(.atLimit("stream-handshake-time"), .pastLimit("stream-handshake-time"))
    func `a page has exactly 5 s to be admitted`() throws {
        let said = Mutex<[String]>([])
        let reading = Reading()
        let document = try Document(Array(StreamRig.usual.utf8), file: "layout.yaml")
        reading.add(document)
        let root = try #require(document.root)
        let settings = try #require(StreamSettings.table.read(root, reading))
        let clock: @Sendable () -> Int64 = { 0 }
        let log = Logger(plugin: "page", clock: clock) { entry in said.withLock { $0.append(entry.message) } }
        let hostEnvironment = HostEnvironment(host: "kiosk")
        let context = PluginContext(name: "page", log: log, tree: StreamTree(), hostEnvironment: hostEnvironment)
        let shared = try StreamShared(PluginLink(context, capacity: 8))
        let server = StreamServer(settings, shared)
        defer { server.end() }
        try #require(server.begin())
        let before = MonotonicClock.now
        let peer = try Peer(port: shared.port.load(ordering: .relaxed))
        while server.clients.isEmpty { try #require(server.turn()) }
        let client = try #require(server.clients.values.first)
        #expect((before + 5_000_000...MonotonicClock.now + 5_000_000).contains(client.deadline))
        server.checkDeadline(client, at: client.deadline - 1)
        #expect(client.stage == .handshake)
        server.checkDeadline(client, at: client.deadline)
        #expect(client.stage == .gone)
        let message = "a page was disconnected: the client sent no handshake or token within 5 s"
        #expect(said.withLock { $0.last } == message)
        while !server.clients.isEmpty { try #require(server.turn()) }
        #expect(try peer.receiveAll() == "")
    }
}
