import BuiltinStream
import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestSupport
import TestTraits
import Testing
import TimeLimits

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct StreamAdmissionTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    /// Returns settings with a token file, and the file.
    private func settings(_ more: String = "") throws -> (text: String, file: URL) {
        let file = FileManager.default.temporaryDirectory.appending(path: "stream-token-\(UUID().uuidString)")
        try "\(Self.token)\n".write(to: file, atomically: true, encoding: .utf8)
        return ("{port: 0, origins: [\"\(StreamRig.origin)\"], tokenFile: \(file.path)\(more)}", file)
    }

    @Test(arguments: [
        "https://evil.example", "https://kiosk.example.evil.example", "http://kiosk.example", "null",
        "https://kiosk.example:8443", "https://KIOSK.example", "https://kiosk.example/", "",
    ])
    func `a page of another origin is rejected before data is sent`(origin: String) throws {
        let rig = try StreamRig()
        let page = try StreamPage(port: rig.port, origin: origin)
        #expect(page.answer.hasPrefix("HTTP/1.1 403 "))
        #expect(try page.peer.receiveAll() == "403 Forbidden\n")
        #expect(rig.complaints.count == 1)
        #expect(rig.plugin.health.failures == 1)
    }

    @Test func `without a token, a request without an origin is rejected`() throws {
        let rig = try StreamRig()
        #expect(try StreamPage(port: rig.port, origin: nil).answer.hasPrefix("HTTP/1.1 403 "))
        #expect(rig.complaints[0].contains("without an Origin header"))
    }

    @Test func `a foreign host name is rejected, against DNS rebinding`() throws {
        let rig = try StreamRig()
        let port = rig.port
        for host in ["evil.example:\(port)", "127.0.0.1", "127.0.0.1:\(port + 1)", "127.0.0.1.evil.example", ""] {
            let page = try StreamPage(port: rig.port, host: host)
            #expect(!page.isUpgraded, "\(host)")
            #expect(!page.answer.contains("101"))
        }
        for host in ["localhost:\(rig.port)", "LOCALHOST:\(rig.port)", "[::1]:\(rig.port)"] {
            #expect(try StreamPage(port: rig.port, host: host).isUpgraded, "\(host)")
        }
    }

    @Test func `a name under hosts is accepted, with or without the port`() throws {
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], hosts: [kiosk.local]}")
        for host in ["kiosk.local", "kiosk.local:\(rig.port)"] {
            #expect(try StreamPage(port: rig.port, host: host).isUpgraded)
        }
        #expect(try !StreamPage(port: rig.port, host: "kiosk.local:1").isUpgraded)
    }

    @Test func `duplicate headers are rejected`() throws {
        let rig = try StreamRig()
        #expect(try !StreamPage(port: rig.port, more: "Origin: \(StreamRig.origin)\r\n").isUpgraded)
        #expect(try !StreamPage(port: rig.port, more: "Host: evil.example\r\n").isUpgraded)
    }

    @Test func `a request other than a WebSocket upgrade is rejected and the connection closed`() throws {
        let rig = try StreamRig()
        for request in [
            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nrest",
            "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAAA\r\n\r\n",
        ] {
            let peer = try Peer(port: rig.port)
            peer.send(request)
            #expect(try peer.receiveAll().hasPrefix("HTTP/1.1 4"), "\(request)")
        }
        let peer = try Peer(port: rig.port)
        peer.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + String(repeating: "\0", count: 9))
        #expect(try !peer.receiveAll().contains(" 101 "))
    }

    @Test func `the right token admits a page, and no data is sent before`() throws {
        let (settings, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = try StreamRig(settings)
        let page = try StreamPage(port: rig.port)
        #expect(page.isUpgraded)
        rig.take(.touchesEnded, try rig.binding())
        try rig.wait("the event is delivered") { rig.plugin.health.delivered == 1 }
        page.send(#"{"token":"\#(Self.token)"}"#)
        #expect(try page.message()["type"] == "hello")
        // A program with a token needs no Origin header.
        let program = try StreamPage(port: rig.port, origin: nil)
        program.send(#"{"token":"\#(Self.token)"}"#)
        #expect(try program.message()["type"] == "hello")
    }

    @Test func `a changed token applies to new clients`() throws {
        let (settings, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = try StreamRig(settings)
        let former = try rig.page(token: Self.token)
        let next = String(Self.token.reversed())
        try next.write(to: file, atomically: true, encoding: .utf8)
        let late = try StreamPage(port: rig.port)
        late.send(#"{"token":"\#(Self.token)"}"#)
        #expect(try late.frame().closeCode == 1008)
        _ = try rig.page(token: next)
        // Admitted connections stay open.
        rig.take(.touchesBegan, try rig.binding())
        #expect(try former.event()["event"] == "touchesBegan")
    }

    @Test(arguments: [nil, "", "short"])
    func `while the token is unreadable no client is admitted, with one message`(text: String?) throws {
        let (settings, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = try StreamRig(settings)
        try FileManager.default.removeItem(at: file)
        try text?.write(to: file, atomically: true, encoding: .utf8)
        for given in [Self.token, "", "short"] {
            let page = try StreamPage(port: rig.port)
            page.send(#"{"token":"\#(given)"}"#)
            #expect(try page.frame().closeCode == 1013)
        }
        #expect(rig.complaints.count == 1 && rig.complaints[0].hasSuffix("no client is admitted without a valid token"))
        try Self.token.write(to: file, atomically: true, encoding: .utf8)
        _ = try rig.page(token: Self.token)
    }

    @Test(arguments: [
        #"{"token":"0123456789abcdef0123456789abcdeF"}"#, #"{"token":"0123456789abcdef"}"#, #"{"token":""}"#,
        #"{"token":"0123456789abcdef0123456789abcdef0"}"#, #"{"token":5}"#, "rubbish", "{}",
        #"{"do":"set","view":"door","properties":{"hidden":true}}"#,
    ])
    func `a page with a wrong token or another first message receives only a close frame`(first: String) throws {
        let (settings, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = try StreamRig(settings)
        let page = try StreamPage(port: rig.port)
        page.send(first)
        let frame = try page.frame()
        #expect(frame.closeCode == 1008)
        #expect(rig.tree.all.isEmpty)
        #expect(!rig.complaints.joined().contains("0123456789"))
    }

    @Test func `a wrong origin is rejected, whatever the token`() throws {
        let (settings, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = try StreamRig(settings)
        #expect(try StreamPage(port: rig.port, origin: "https://evil.example").answer.hasPrefix("HTTP/1.1 403 "))
    }

    @Test func `a client that sends no token is disconnected after a time limit`() throws {
        let (settings, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        let rig = try StreamRig(settings)
        #expect(try StreamPage(port: rig.port).end().code == 1008)
    }

    @Test(.pastLimit("stream-clients")) func `clients beyond the maximum are rejected, and admitted after others left`()
        throws
    {
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], clients: 2}")
        let first = try rig.page()
        let second = try rig.page()
        #expect(try StreamPage(port: rig.port).answer.hasPrefix("HTTP/1.1 503 "))
        second.sendFrame(8, [0x03, 0xe8])
        try rig.wait("one client is left") { rig.clients == 1 }
        _ = try rig.page()
        withExtendedLifetime(first) {}
    }

    @Test func `a weak token is rejected at start`() throws {
        let (_, file) = try settings()
        defer { try? FileManager.default.removeItem(at: file) }
        try "secret".write(to: file, atomically: true, encoding: .utf8)
        let rig = try StreamRig("{port: 0, tokenFile: \(file.path)}", isStarted: false)
        let error = #expect(throws: (any Error).self) { try rig.plugin.start() }
        #expect("\(error!)".contains("fewer than 16 bytes"))
        #expect(!"\(error!)".contains("secret"))
    }
}
