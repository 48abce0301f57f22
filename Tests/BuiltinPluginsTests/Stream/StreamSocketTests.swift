import BuiltinStream
import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestSupport
import Testing
import TimeLimits

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct StreamSocketTests {
    /// Path accessible to every user, so only the credential check can reject a client.
    private let path: String
    private let remover: Removed

    init() {
        path = "/tmp/stream-\(UUID().uuidString).socket"
        remover = Removed(path: path)
    }

    /// Removes the socket's file after each test, even after a failure.
    private final class Removed {
        let path: String
        init(path: String) { self.path = path }
        deinit { unlink(path) }
    }

    private func rig(_ more: String = "") throws -> StreamRig { try StreamRig("{socket: \(path)\(more)}") }

    @Test func `a program receives events as lines and sends commands`() throws {
        let rig = try rig()
        let program = try Peer(path: path)
        #expect(try program.line()["type"] == "hello")
        rig.take(.touchesEnded, try rig.binding(), 3)
        #expect(try program.line()["stream"] == "1.3")
        program.send("{\"id\":1,\"do\":\"set\",\"view\":\"door\",\"properties\":{\"alpha\":1}}\n\n{\"id\":2,")
        #expect(try program.line() == ["type": "reply", "id": 1, "ok": true])
        program.send("\"do\":\"set\",\"view\":\"door\",\"properties\":{}}\n")
        #expect(try program.line()["id"] == 2)
        #expect(rig.tree.all.count == 2)
    }

    @Test func `invalid lines are answered with the reason`() throws {
        let rig = try rig()
        let program = try Peer(path: path)
        _ = try program.line()
        program.send("rubbish\n{\"do\":\"fly\"}\n")
        #expect(try program.line()["error"] == "the message is not valid JSON (at byte 0: not a JSON value)")
        #expect(try program.line()["error"]?.text?.hasPrefix("unknown command") == true)
        #expect(rig.clients == 1)
    }

    @Test func `an endless line closes the connection`() throws {
        let rig = try rig()
        let program = try Peer(path: path)
        _ = try program.line()
        for _ in 0..<5 { program.send([UInt8](repeating: 0x20, count: 4096)) }
        #expect(try program.line()["type"] == "bye")
        #expect(throws: (any Error).self) { try program.line() }
        #expect(rig.clients == 0)
    }

    @Test func `a process of another user is rejected before data is sent`() throws {
        // As root, the client process switches to another user; otherwise, only root is allowed to connect.
        let isRoot = geteuid() == 0
        let rig = try rig(isRoot ? ", mode: 0666" : ", allowUsers: [root]")
        let script = """
            import socket
            s = socket.socket(socket.AF_UNIX)
            s.connect('\(path)')
            try: print(len(s.recv(1)))
            except ConnectionResetError: print(0)
            """
        let user = isRoot ? ["--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []
        let text = try Program.run("/usr/bin/setpriv", user + ["/usr/bin/python3", "-c", script])
        #expect(text == "0\n")
        #expect(rig.clients == 0)
        try rig.wait("the refusal is logged") { rig.complaints.contains { $0.contains("to the socket was refused") } }
    }

    @Test func `only users listed in allowUsers can connect`() throws {
        let named = try rig(", allowUsers: [\(geteuid())]")
        #expect(try Peer(path: path).line()["type"] == "hello")
        named.stop()
        let others = try rig(", allowUsers: [\(geteuid() + 1), nobody-knows-them]")
        #expect(throws: (any Error).self) { try Peer(path: path).line() }
        let message = "'allowUsers' contains 'nobody-knows-them', which is not a user of this machine; correct the name"
        #expect(others.complaints[0] == message)
    }

    @Test func `the socket has the configured permissions and is removed at the end`() throws {
        let rig = try rig(", mode: 0600")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(attributes[.type] as? FileAttributeType == .typeSocket)
        rig.stop()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `a stale socket is replaced, a file or another program's socket is not`() throws {
        let left = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(left, $0, size) }
        }
        #expect(bound == 0)
        close(left)
        let first = try rig()
        let second = try StreamRig("{socket: \(path)}", isStarted: false)
        try second.plugin.start()
        try second.wait("the second server logs that the socket is in use") {
            second.complaints.contains { $0.contains("another program listens on") }
        }
        #expect(try Peer(path: path).line()["type"] == "hello")
        first.stop()
        try second.wait("the second server listens") { second.plugin.health.isConnected == true }
        second.stop()
        try "keep me".write(toFile: path, atomically: true, encoding: .utf8)
        let third = try StreamRig("{socket: \(path)}", isStarted: false)
        try third.plugin.start()
        try third.wait("the third server logs that the path is not a socket") {
            third.complaints.contains { $0.contains("is not a socket") }
        }
        third.stop()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "keep me")
        try FileManager.default.removeItem(atPath: path)
    }

    @Test func `a program that does not read is disconnected, and others are not affected`() throws {
        let rig = try rig(", queue: 16")
        let slow = try Peer(path: path)
        _ = try slow.line()
        let fast = try Peer(path: path)
        _ = try fast.line()
        let binding = try rig.binding("door", "\"\(String(repeating: "x", count: 1000))\"")
        var time: Int64 = 0
        while rig.clients == 2 {
            time += 1
            try rig.insist(.touchesEnded, binding, 1, time: time)
            #expect(try fast.line()["time"] == .number(Double(time)))
        }
        #expect(rig.complaints.contains { $0.contains("too slow") })
    }
}
