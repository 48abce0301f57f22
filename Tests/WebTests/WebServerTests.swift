import Foundation
import Platform
import PluginAPI
import Schema
import TestSupport
import TestTraits
import Testing
import TimeLimits
import Web

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct WebServerTests {
    @Test func `a page is sent with type, length and restrictive headers`() throws {
        let answer = try WebRig().ask("GET / HTTP/1.1")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.hasSuffix("\r\n\r\n<p>hello"))
        for header in [
            "Content-Type: text/html; charset=utf-8", "Content-Length: 8", "Connection: close",
            "Cache-Control: no-store", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer",
            "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                + "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ] {
            #expect(answer.contains("\r\n\(header)\r\n"), "\(header)")
        }
    }

    @Test func `HEAD gets the header of GET without the body`() throws {
        let rig = try WebRig()
        let (whole, head) = (try rig.ask("GET / HTTP/1.1"), try rig.ask("HEAD / HTTP/1.1"))
        #expect(whole == head + "<p>hello")
    }

    @Test func `unknown paths and other methods are rejected with their status`() throws {
        let rig = try WebRig()
        #expect(try rig.ask("GET /nothing HTTP/1.1").hasPrefix("HTTP/1.1 404 "))
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let answer = try rig.ask("\(method) / HTTP/1.1", "Content-Length: 0\r\n")
            #expect(answer.hasPrefix("HTTP/1.1 405 "), "\(method): \(answer)")
            #expect(answer.contains("\r\nAllow: GET, HEAD\r\n"))
        }
        #expect(try rig.ask("GET /socket HTTP/1.1").hasPrefix("HTTP/1.1 426 "))
    }

    @Test func `socket permissions are not applied to the target of a link`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mode-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (victim, link) = (folder.appending(path: "victim").path, folder.appending(path: "link").path)
        #expect(FileManager.default.createFile(atPath: victim, contents: nil, attributes: [.posixPermissions: 0o600]))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim)
        func mode() throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: victim)[.posixPermissions] as? Int
        }
        Listener.setMode(of: link, 0o666)
        #expect(try mode() == 0o600)
        Listener.setMode(of: victim, 0o660)
        #expect(try mode() == 0o660)
    }

    @Test func `a page larger than a socket buffer arrives completely, however slowly it is read`() throws {
        let rig = try WebRig()
        let peer = try Peer(port: rig.port, receiveBuffer: 4096)
        peer.send("GET /large HTTP/1.1\r\nHost: localhost:\(rig.port)\r\n\r\n")
        #expect(try peer.receive(until: "\r\n\r\n").contains("Content-Length: 300000"))
        usleep(100_000)
        #expect(try Array(peer.receiveAll().utf8) == WebRig.page)
    }

    @Test func `the query follows the question mark`() throws {
        let rig = try WebRig()
        #expect(try rig.ask("GET /query?a=1&b=2 HTTP/1.1").hasSuffix("\r\n\r\n2"))
        #expect(try rig.ask("GET /query?b HTTP/1.1").hasSuffix("\r\n\r\n"))
        #expect(try rig.ask("GET /query HTTP/1.1").hasSuffix("\r\n\r\n-"))
    }

    @Test func `only names of this machine are served, against DNS rebinding`() throws {
        let rig = try WebRig()
        let port = rig.port
        for host in ["localhost:\(port)", "LOCALHOST:\(port)", "[::1]:\(port)", "127.0.0.1:\(port)"] {
            #expect(try rig.ask("GET / HTTP/1.1", host: host).hasPrefix("HTTP/1.1 200 "), "\(host)")
        }
        let strangers = [
            "evil.example:\(port)", "localhost", "127.0.0.1:\(port + 1)", "localhost.evil.example:\(port)", "",
        ]
        for host in strangers {
            let answer = try rig.ask("GET / HTTP/1.1", host: host)
            #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(host)")
            #expect(!answer.contains("hello"))
        }
        #expect(rig.said.contains { $0.contains("evil.example:\(port)'") })
    }

    @Test func `a response can follow later, after a wake-up from another thread`() throws {
        let rig = try WebRig()
        let peer = try Peer(port: rig.port)
        peer.send("GET /woken HTTP/1.1\r\nHost: localhost:\(rig.port)\r\n\r\n")
        try rig.wait("the request arrives") { rig.recorded.contains("/woken") }
        rig.server.wake()
        #expect(try peer.receiveAll().hasSuffix("\r\n\r\nwoken"))
    }

    @Test func `an unanswered request times out, and a response after that is dropped`() throws {
        let rig = try WebRig(timeout: 500_000)
        do {
            let impatient = try Peer(port: rig.port)
            impatient.send("GET /woken HTTP/1.1\r\nHost: localhost:\(rig.port)\r\n\r\n")
            try rig.wait("the request arrives") { rig.recorded.contains("/woken") }
        }
        #expect(try rig.ask("GET /never HTTP/1.1") == "")
        rig.server.wake()
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
    }

    // MARK: WebSockets

    @Test func `a WebSocket is accepted from its own page, an allowed origin and a program only`() throws {
        let rig = try WebRig(sockets: 8)
        for origin in ["http://localhost:\(rig.port)", "http://127.0.0.1:\(rig.port)", "https://kiosk.example", nil] {
            #expect(try rig.upgrade(origin: origin).answer.hasPrefix("HTTP/1.1 101 "), "\(origin ?? "-")")
        }
        for origin in ["https://evil.example", "null", "http://localhost:1", "https://localhost:\(rig.port)"] {
            #expect(try rig.upgrade(origin: origin).answer.hasPrefix("HTTP/1.1 403 "), "\(origin)")
        }
        #expect(try rig.upgrade("/").answer.hasPrefix("HTTP/1.1 404 "))
    }

    @Test func `messages go both ways, and both ends are notified of the close`() throws {
        let rig = try WebRig()
        let page = try rig.upgrade()
        page.send("hello")
        let echo = try page.frame()
        #expect(echo.code == 1 && echo.text == "hello")
        page.send("bye")
        let end = try page.frame()
        #expect(end.closeCode == 1008 && end.closeReason == "as you wish")
        _ = try page.peer.receiveAll()
        try rig.wait("the connection is closed") { rig.recorded.contains("closed") }
        #expect(rig.recorded == ["opened", "received 5", "received 3", "closed"])
    }

    @Test(.atLimit("websocket-message-bytes"), .pastLimit("websocket-message-bytes"))
    func `a message above 64 KB closes the connection`() throws {
        let rig = try WebRig(sockets: 3)
        let page = try rig.upgrade()
        page.send(String(repeating: "x", count: 65_535))
        try rig.wait("the message arrives") { rig.recorded.contains("received 65535") }
        let other = try rig.upgrade()
        // Each message below consists of two frames, the first of which has the FIN bit 0.
        let part = String(repeating: "x", count: 40_000)
        let just = try rig.upgrade()
        just.sendPart(first: true, part)
        just.sendPart(first: false, String(part.prefix(65_536 - 40_000)))
        try rig.wait("the message arrives") { rig.recorded.contains("received 65536") }
        other.send(part)
        try rig.wait("the message arrives") { rig.recorded.contains("received 40000") }
        #expect(try other.frame().bytes.count == 40_000)
        other.sendPart(first: true, part)
        other.sendPart(first: false, part)
        #expect(try other.frame().closeCode == 1009)
    }

    @Test func `a timer fires once, and not after it was cleared`() throws {
        let rig = try WebRig()
        let page = try rig.upgrade()
        try rig.wait("the client is accepted") { rig.recorded == ["opened"] }
        for (command, events) in [
            ("clock", ["clock"]), ("no clock", []), ("clock now", ["clock"]), ("what is it?", []),
        ] {
            let known = rig.recorded
            page.send(command)
            try rig.wait("the results of '\(command)' are recorded") {
                rig.recorded.count == known.count + 1 + events.count
            }
            // The recorder contains no event except the expected ones.
            #expect(rig.recorded.dropFirst(known.count + 1) == events[...])
        }
        usleep(20_000)
        #expect(rig.recorded.filter { $0 == "clock" }.count == 2)
    }

    @Test(.atLimit("server-websockets"), .pastLimit("server-websockets"))
    func `WebSockets above the maximum are rejected, and accepted after others close`() throws {
        let rig = try WebRig(sockets: 2)
        var pages = try (0..<2).map { _ in try rig.upgrade() }
        #expect(try rig.upgrade().answer.hasPrefix("HTTP/1.1 503 "))
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
        pages.removeLast()
        try rig.wait("the server accepts another WebSocket") { try rig.upgrade().answer.hasPrefix("HTTP/1.1 101 ") }
    }

    // MARK: Silent and hostile clients

    @Test func `silent clients are disconnected and do not block others`() throws {
        let rig = try WebRig(timeout: 500_000)
        let silent = try (0..<40).map { _ in try Peer(port: rig.port) }
        for peer in silent { peer.send("GET / HTTP/1.1\r\nHo") }
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
        for peer in silent { #expect(try !peer.receiveAll().contains("hello")) }
    }

    @Test(.atLimit("server-connections"), .pastLimit("server-connections"))
    func `16 connections can be pending, and one more closes the oldest`() throws {
        let rig = try WebRig()
        var waiting: [Peer] = []
        for number in 1...16 {
            let peer = try Peer(port: rig.port)
            peer.send("GET /never HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\n\r\n")
            waiting.append(peer)
            try rig.wait("request \(number) arrives") { rig.recorded.count == number }
        }
        #expect(!waiting.contains { $0.hasUnreadData })
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
        #expect(try waiting[0].receiveAll() == "")
        #expect(!waiting.dropFirst().contains { $0.hasUnreadData })
    }

    @Test func `many cookies of other services are accepted`() throws {
        // Cookies do not depend on the port, so a browser also sends those of other services on the same host.
        let rig = try WebRig()
        let cookies = (0..<100).map { "session\($0)=\(String(repeating: "c", count: 100))" }.joined(separator: "; ")
        #expect(try rig.ask("GET / HTTP/1.1", "Cookie: \(cookies)\r\n").hasPrefix("HTTP/1.1 200 "))
    }

    /// The limit of libwebsockets counts only the values of the header fields, so the limit of the header is approximate.
    @Test(.atLimit("http-header-bytes"), .pastLimit("http-header-bytes"), arguments: [(16_284, true), (16_484, false)])
    func `a request header can have 16 KiB, plus or minus a hundred bytes`(_ count: Int, _ isRead: Bool) throws {
        let rig = try WebRig()
        let head = "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\nCookie: "
        let peer = try Peer(port: rig.port)
        peer.send(head + String(repeating: "c", count: count - head.utf8.count - 4) + "\r\n\r\n")
        #expect(((try? peer.receiveAll()) ?? "").hasPrefix("HTTP/1.1 200 ") == isRead)
    }

    @Test(.atLimit("url-bytes")) func `path and query can have 512 bytes each`() throws {
        let rig = try WebRig()
        for (count, isLong) in [(512, false), (513, true)] {
            let text = String(repeating: "a", count: count - 1)
            #expect(try rig.ask("GET /\(text) HTTP/1.1").hasPrefix("HTTP/1.1 414 ") == isLong, "\(count)")
            #expect(try rig.ask("GET /?a\(text) HTTP/1.1").hasPrefix("HTTP/1.1 414 ") == isLong, "\(count)")
        }
    }

    @Test(.pastLimit("url-bytes")) func `endless headers and a long path are rejected`() throws {
        let rig = try WebRig(timeout: 500_000)
        let long = String(repeating: "a", count: 2000)
        #expect(try rig.ask("GET /\(long) HTTP/1.1").hasPrefix("HTTP/1.1 414 "))
        #expect(try rig.ask("GET /?\(long) HTTP/1.1").hasPrefix("HTTP/1.1 414 "))
        let peer = try Peer(port: rig.port)
        peer.send("GET / HTTP/1.1\r\nHost: \(long)\(long)\(long)")
        #expect(try !peer.receiveAll().contains(" 200 "))
        let other = try Peer(port: rig.port)
        other.send("GET / HTTP/1.1\r\nHost: localhost:\(rig.port)\r\n")
        for number in 0..<5000 { guard other.send("X-\(number): \(long)\r\n") else { break } }
        #expect(!((try? other.receiveAll()) ?? "").contains(" 200 "))
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
    }

    @Test(arguments: [
        "\r\n\r\n", "GET\r\n\r\n", "hello\r\n\r\n", "GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET /%00 HTTP/1.1\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}",
        "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    ])
    func `an invalid request gets no page`(rubbish: String) throws {
        let rig = try WebRig()
        let peer = try Peer(port: rig.port)
        peer.send(rubbish)
        shutdown(peer.descriptor, Int32(SHUT_WR))
        #expect(try !peer.receiveAll().contains(" 200 "))
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
    }

    @Test func `a second request on one connection gets no response`() throws {
        let rig = try WebRig()
        let line = "GET / HTTP/1.1\r\nHost: localhost:\(rig.port)\r\n\r\n"
        let peer = try Peer(port: rig.port)
        peer.send(line + line)
        #expect(try peer.receiveAll().components(separatedBy: "hello").count == 2)
    }

    // MARK: Start and stop

    @Test func `a port in use is retried, with a message`() throws {
        let first = try WebRig()
        let second = try WebRig(port: first.port)
        try second.wait("an error is logged") { !second.said.isEmpty }
        #expect(second.said[0].contains("stop the program that uses the port"))
        #expect(!second.server.isListening)
        first.server.stop(within: TimeSpan(microseconds: 5_000_000))
        try second.wait("the second server listens") { second.server.isListening }
        #expect(try second.ask("GET / HTTP/1.1").hasSuffix("hello"))
    }

    @Test func `a stop closes WebSockets and does not wait for clients that do not read`() throws {
        let rig = try WebRig()
        let page = try rig.upgrade()
        let deaf = try Peer(port: rig.port, receiveBuffer: 4096)
        deaf.send("GET /large HTTP/1.1\r\nHost: localhost:\(rig.port)\r\n\r\n")
        _ = try deaf.receive(1)
        #expect(rig.server.stop(within: TimeSpan(microseconds: 10_000_000)))
        let end = try page.frame()
        #expect(end.code == 8 && end.closeReason == "touchbridge is stopping")
        #expect(!rig.server.isListening)
    }

    @Test func `a token must match in every byte, and random tokens differ`() {
        let (token, text) = Token.random()
        #expect(token.accepts(text))
        #expect(text.utf8.count == 32)
        for wrong in ["", "0", String(text.dropLast()), text + text, String(text.reversed()), Token.random().text] {
            #expect(!token.accepts(wrong))
        }
    }

    @Test func `an idle server never wakes up`() throws {
        let rig = try WebRig()
        #expect(try rig.ask("GET / HTTP/1.1").hasSuffix("hello"))
        try rig.wait("the server sleeps") {
            let before = try Self.switches("test")
            usleep(1_500_000)
            return try Self.switches("test") == before
        }
    }

    /// Returns the number of voluntary context switches, summed over all threads with this name.
    private static func switches(_ name: String) throws -> Int {
        var sum = 0
        for task in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task") {
            guard let status = try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8),
                status.hasPrefix("Name:\t\(name)\n")
            else { continue }
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            sum += Int(line?.split(separator: "\t").last ?? "") ?? 0
        }
        return sum
    }
}

extension WebSocketPage {
    /// Sends one of the two frames of a message.
    fileprivate func sendPart(first: Bool, _ text: String) {
        sendFrame(first ? 1 : 0, Array(text.utf8), isLast: !first)
    }
}
