import BuiltinStream
import Foundation
import HandlerEvents
import JSON
import PluginAPI
import TestSupport
import TestTraits
import Testing
import TimeLimits

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes)), .tags(.hostileInput)) struct StreamHostileTests {
    @Test func `a fragmented message is reassembled, and pings in between are answered`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        let text = Array(#"{"id":1,"do":"set","view":"door","properties":{}}"#.utf8)
        page.sendFrame(1, Array(text[..<10]), isLast: false)
        page.sendFrame(9, [42])
        page.sendFrame(0, Array(text[10..<20]), isLast: false)
        page.sendFrame(0, Array(text[20...]))
        let pong = try page.frame()
        #expect(pong.code == 10)
        #expect(pong.bytes == [42])
        #expect(try page.reply(1)["ok"] == true)
    }

    @Test(.pastLimit("stream-message-bytes"))
    func `a message above the limit closes the connection, fragmented or not`() throws {
        let rig = try StreamRig()
        let whole = try rig.page()
        whole.sendFrame(1, [UInt8](repeating: 0x20, count: 16 * 1024 + 1))
        #expect(try whole.end().code == 1009)
        let pieces = try rig.page()
        pieces.sendFrame(1, [UInt8](repeating: 0x20, count: 4096), isLast: false)
        for _ in 0..<8 { pieces.sendFrame(0, [UInt8](repeating: 0x20, count: 4096), isLast: false) }
        #expect(try pieces.end().code == 1009)
        let announced = try rig.page()
        announced.peer.send([0x81, 0xff, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4])
        announced.peer.send([UInt8](repeating: 0x20, count: 32 * 1024))
        #expect(try announced.end().code == 1009)
        _ = try rig.page()
    }

    @Test(.atLimit("stream-message-bytes")) func `a message of exactly the maximum size is read`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        let command = Array(#"{"id":1,"do":"set","view":"door","properties":{}}"#.utf8)
        page.sendFrame(1, command + [UInt8](repeating: 0x20, count: 16 * 1024 - command.count))
        #expect(try page.reply(1)["ok"] == true)
    }

    @Test func `binary messages close the connection`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        page.sendFrame(2, [1, 2, 3])
        #expect(try page.end().code == 1003)
    }

    @Test(
        arguments: [
            [0xff, 0x80, 0, 0, 0, 0], [0x8b, 0x80, 0, 0, 0, 0], [0x81, 0x01, 0x20], [0x80, 0x80, 0, 0, 0, 0],
            [0x09, 0x80, 0, 0, 0, 0], [0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0], [0xc1, 0x81, 0, 0, 0, 0, 0x20],
        ] as [[UInt8]]
    )
    func `invalid frames close the connection without affecting others`(frame: [UInt8]) throws {
        let rig = try StreamRig()
        let (page, other) = (try rig.page(), try rig.page())
        page.peer.send(frame + [UInt8](repeating: 0, count: 200))
        #expect(throws: (any Error).self) { while true { _ = try page.message() } }
        rig.take(.touchesEnded, try rig.binding())
        #expect(try other.event()["event"] == "touchesEnded")
    }

    @Test func `text that is not UTF-8 is rejected`() throws {
        let rig = try StreamRig()
        let page = try rig.page()
        let (start, end) = (Array(#"{"id":1,"do":"set","view":""#.utf8), Array(#"","properties":{}}"#.utf8))
        page.sendFrame(1, start + [0xff, 0xfe] + end)
        #expect(try page.end().code == 1007)
        #expect(rig.tree.all.isEmpty)
    }

    @Test func `a client that does not read loses only moves, and others lose nothing`() throws {
        let rig = try StreamRig()
        let binding = try rig.binding("door", "\"\(String(repeating: "x", count: 500))\"")
        let slow = try StreamPage(port: rig.port, receiveBuffer: 4096)
        let fast = try rig.page()
        try rig.wait("both clients are connected") { rig.clients == 2 }
        var time: Int64 = 0
        let strokes: Int32 = 20
        for stroke in 1...strokes {
            time += 1
            try rig.insist(.touchesBegan, binding, stroke, time: time)
            for step in 1...200 {
                time += 1
                try rig.insist(.touchesMoved, binding, stroke, time: time, x: Double(step))
            }
            time += 1
            try rig.insist(.touchesEnded, binding, stroke, time: time)
            // A client that reads its messages receives each stroke as soon as the stroke ends.
            while true {
                let event = try fast.event()
                if event["event"] == "touchesEnded" {
                    #expect(event["stream"] == .text("1.\(stroke)"))
                    break
                }
            }
        }
        #expect(rig.plugin.health.coalesced > 0)
        #expect(rig.clients == 2)
        var ended: Int32 = 0
        var moves = 0
        while ended < strokes {
            let event = try slow.event()
            switch event["event"]?.text {
            case "touchesBegan": #expect(event["stream"] == .text("1.\(ended + 1)"))
            case "touchesMoved": moves += 1
            default:
                ended += 1
                #expect(event["event"] == "touchesEnded")
                #expect(event["stream"] == .text("1.\(ended)"))
            }
        }
        #expect(moves < 200 * Int(strokes))
    }

    @Test func `a client that cannot even take beginnings and ends is disconnected with the reason`() throws {
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], queue: 16}")
        let slow = try StreamPage(port: rig.port, receiveBuffer: 4096)
        let fast = try rig.page()
        let binding = try rig.binding("door", "\"\(String(repeating: "x", count: 1000))\"")
        try rig.wait("both clients are connected") { rig.clients == 2 }
        var time: Int64 = 0
        while rig.clients == 2 {
            time += 1
            try rig.insist(.touchesEnded, binding, 1, time: time)
            #expect(try fast.event()["time"] == .number(Double(time)))
        }
        #expect(rig.plugin.health.failures == 1)
        #expect(rig.complaints.contains { $0.contains("too slow") })
        let end = try slow.end()
        #expect(end.code == 1013)
        #expect(end.reason.contains("too slow"))
    }

    @Test func `a flood of commands is rejected, then disconnected, and others continue`() throws {
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], commandsPerSecond: 10}")
        let (flood, other) = (try rig.page(), try rig.page())
        for id in 0..<10_000 {
            let text = Array(#"{"id":\#(id),"do":"set","view":"door","properties":{}}"#.utf8)
            if !flood.sendFrame(1, text) { break }
        }
        rig.take(.touchesEnded, try rig.binding())
        #expect(try other.event()["event"] == "touchesEnded")
        try rig.wait("the client is disconnected") { rig.clients == 1 }
        #expect(rig.tree.all.count < 1000)
        other.send(#"{"id":1,"do":"set","view":"door","properties":{}}"#)
        #expect(try other.reply(1)["ok"] == true)
    }

    @Test(.pastLimit("stream-commands"))
    func `a client that ignores as many rejections as commands allowed is disconnected`()
        throws
    {
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], commandsPerSecond: 10}")
        let page = try rig.page()
        for _ in 0..<1000 where !page.sendFrame(1, Array("{}".utf8)) { break }
        let end = try page.end()
        #expect(end.code == 1008)
        #expect(
            end.reason == "more than 10 commands in one second; send fewer commands, or increase 'commandsPerSecond'"
        )
    }

    @Test(.atLimit("stream-pending"), .pastLimit("stream-pending"))
    func `the number of commands without a reply is limited`() throws {
        let settings = "{port: 0, origins: [\"\(StreamRig.origin)\"], commandsPerSecond: 1000}"
        let rig = try StreamRig(settings, tree: StreamTree { _ in nil })
        let page = try rig.page()
        for id in 1...65 { page.send(#"{"id":\#(id),"do":"set","view":"door","properties":{}}"#) }
        #expect(try page.message()["id"] == 65)
        #expect(rig.tree.all.count == 64)
    }

    @Test func `incomplete handshakes do not block other clients`() throws {
        let rig = try StreamRig()
        var slow: [Peer] = []
        for _ in 0..<40 {
            let peer = try Peer(port: rig.port)
            peer.send("GET / HTTP/1.1\r\nHost: 127")
            slow.append(peer)
        }
        // The plugin admits a fast client despite many pending clients.
        _ = try rig.page()
        #expect(rig.complaints.contains { $0.contains("too many unfinished handshakes") })
        // The plugin also closes the newest pending clients after the time limit, even if they send occasional bytes.
        let last = slow[39]
        let end = ContinuousClock.now + TimeLimits.wait
        while last.send("x"), ContinuousClock.now < end { usleep(200_000) }
        #expect(ContinuousClock.now < end)
    }

    @Test(.atLimit("stream-handshakes"), .pastLimit("stream-handshakes"), arguments: [(15, false), (16, true)])
    func `16 handshakes can be pending, and one more closes the oldest`(
        _ count: Int,
        _ isOldestGone: Bool
    ) throws {
        let rig = try StreamRig()
        let slow = try (0..<count).map { _ in try Peer(port: rig.port) }
        for peer in slow { peer.send("GET / HTTP/1.1\r\nHost: 127") }
        // While this page connects, its own handshake is pending, too.
        _ = try rig.page()
        func isGone(_ peer: Peer) -> Bool {
            var interest = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&interest, 1, 0) > 0
        }
        if isOldestGone {
            try rig.wait("the oldest connection is closed") { isGone(slow[0]) }
            try rig.wait("the closed connection is logged") {
                rig.complaints.contains { $0.contains("too many unfinished handshakes") }
            }
        } else {
            #expect(rig.complaints == [])
        }
        #expect(slow.map(isGone) == [isOldestGone] + Array(repeating: false, count: count - 1))
    }

    @Test func `1000 sequential connections leak nothing`() throws {
        let rig = try StreamRig()
        _ = try rig.page()
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        for number in 0..<1000 {
            let page = try StreamPage(port: rig.port)
            #expect(page.isUpgraded)
            if number % 2 == 0 { page.sendFrame(8, [0x03, 0xe8]) }
        }
        try rig.wait("all clients are disconnected") { rig.clients == 0 }
        try rig.wait("the descriptors of the clients are closed") {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count < before + 200
        }
        _ = try rig.page()
    }

    @Test func `1000 simultaneous connections are bounded, and a client is admitted afterwards`() throws {
        let rig = try StreamRig()
        var peers: [Peer] = []
        for _ in 0..<1000 {
            if let peer = try? Peer(port: rig.port) { peers.append(peer) }
        }
        peers.removeAll()
        _ = try rig.page()
    }

    @Test func `a silent page is pinged, and disconnected without a pong`() throws {
        let rig = try StreamRig("{port: 0, origins: [\"\(StreamRig.origin)\"], ping: 1s}")
        let there = try rig.page()
        let gone = try rig.page()
        // One client answers pings, the other does not.
        for _ in 0..<4 {
            while true {
                let frame = try there.frame()
                guard frame.code == 9 else { continue }
                there.sendFrame(10, frame.bytes)
                break
            }
        }
        try rig.wait("the other client is disconnected") { rig.clients == 1 }
        withExtendedLifetime(gone) {}
    }
}
