internal import Bridge
import Foundation
internal import InputHub
import Inspector
import JSON
internal import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import Schema
import Synchronization
import TestSupport
import TestTraits
import Testing
import TimeLimits
internal import TouchTrace

@Suite(.timeLimit(.minutes(TimeLimits.testMinutes))) struct InspectorTests {
    // MARK: Access

    @Test func `the page and its files are served from the folder and load no external resource`() throws {
        let rig = try InspectorRig()
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Diagnostics/Inspector/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names.count == 20)
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            let answer = try Peer.ask("\(rig.folder)\(name)", port: rig.port)
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(name)")
            #expect(answer.hasSuffix("\r\n\r\n\(text)"), "\(name)")
            #expect(
                answer.contains("Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self';")
            )
            // Layouts and devices control these names, so the page inserts them as text, and its security policy blocks
            // scripts.
            for word in [
                "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", " style=", "onclick=",
            ] {
                #expect(!text.contains(word), "\(name): \(word)")
            }
            let links = text.matches(of: /https?:\/\/[^"'\s)]+/).map { String($0.output) }
            #expect(links.allSatisfy { $0 == "http://www.w3.org/2000/svg" }, "\(name): \(links)")
        }
        #expect(try Peer.ask(rig.folder, port: rig.port).contains("<title>Touchbridge inspector</title>"))
        #expect(try Peer.ask("\(rig.folder)nothing.js", port: rig.port).hasPrefix("HTTP/1.1 404 "))
    }

    @Test func `without the token no page, file or WebSocket is served`() throws {
        let rig = try InspectorRig()
        let token = rig.folder.dropFirst().dropLast()
        let wrong = String(token.dropLast()) + (token.last == "0" ? "1" : "0")
        for folder in ["/", "//", "/\(wrong)/", "/\(token.dropLast())/", "/\(token.uppercased())x/", "/x/\(token)/"] {
            for name in ["", "main.js"] {
                let answer = try Peer.ask("\(folder)\(name)", port: rig.port)
                #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(folder)\(name)")
                #expect(!answer.contains("<title>"))
            }
            #expect(try WebSocketPage("\(folder)live", port: rig.port).answer.hasPrefix("HTTP/1.1 403 "), "\(folder)")
        }
        #expect(try rig.page().answer.hasPrefix("HTTP/1.1 101 "))
    }

    @Test func `a foreign host name and another origin are rejected even with the right token`()
        throws
    {
        let rig = try InspectorRig()
        for host in ["kiosk.example:\(rig.port)", "evil.example", "127.0.0.1:1"] {
            #expect(try Peer.ask(rig.folder, port: rig.port, host: host).hasPrefix("HTTP/1.1 403 "), "\(host)")
            let page = try WebSocketPage("\(rig.folder)live", port: rig.port, host: host)
            #expect(page.answer.hasPrefix("HTTP/1.1 403 "), "\(host)")
        }
        for origin in ["https://evil.example", "null", "http://localhost:1"] {
            let page = try WebSocketPage("\(rig.folder)live", port: rig.port, origin: origin)
            #expect(page.answer.hasPrefix("HTTP/1.1 403 "), "\(origin)")
        }
        let own = try WebSocketPage("\(rig.folder)live", port: rig.port, origin: "http://127.0.0.1:\(rig.port)")
        #expect(own.answer.hasPrefix("HTTP/1.1 101 "))
    }

    @Test func `the address and its token are logged once and differ per start, a configured token is not logged`()
        throws
    {
        let (rig, other) = (try InspectorRig(), try InspectorRig())
        _ = try Peer.ask("/wrong/", port: rig.port)
        let token = String(rig.folder.dropFirst().dropLast())
        #expect(token.count == 32)
        #expect(rig.log.filter { $0.contains(token) }.count == 1)
        #expect(rig.folder != other.folder)

        let workspace = try Workspace()
        let chosen = try InspectorRig(tokenFile: try workspace.file("token", "a-token-that-somebody-chose\n"))
        #expect(try Peer.ask("/a-token-that-somebody-chose/", port: chosen.port).hasPrefix("HTTP/1.1 200 "))
        #expect(try Peer.ask("/", port: chosen.port).hasPrefix("HTTP/1.1 403 "))
        #expect(!chosen.log.contains { $0.contains("somebody") })
    }

    @Test(arguments: ["short", "a token with blanks in it", "a/token/with/slashes/in/it", "äöüäöüäöüäöüäöü"])
    func `a weak or invalid token is rejected`(_ token: String) throws {
        let workspace = try Workspace()
        let file = try workspace.file("token", token)
        #expect(throws: ServiceError.self) { try InspectorRig(tokenFile: file) }
    }

    // MARK: Messages to a page

    @Test func `the page has a text for each reason of a rejection`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Diagnostics/Inspector/Page/words.js")
        let page = try String(contentsOf: file, encoding: .utf8)
        func map(_ name: String) throws -> Substring {
            let start = try #require(page.range(of: "export const \(name) = {")).upperBound
            return page[start..<(try #require(page[start...].range(of: "\n}")).lowerBound)]
        }
        let (contacts, offers) = (try map("rejections"), try map("offers"))
        for reason in TraceRecord.ContactRejection.allCases.dropFirst() { #expect(contacts.contains(" \(reason): '")) }
        for reason in TraceRecord.OfferResult.allCases.dropFirst() { #expect(offers.contains(" \(reason): '")) }
    }

    @Test func `a new page receives earlier records, the views and new records`() throws {
        let rig = try InspectorRig()
        rig.tap(100, 1700)
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.count("ended") == 1 && listener.tree != nil }
        #expect(listener.hello?["isReplay"] == false)
        rig.tap(600, 200)
        try listener.listen(rig) { listener.count("ended") == 2 }
        #expect(listener.names.values.contains("call") && listener.names.values.contains("map"))
        #expect(listener.names.values.contains("out.write"))
        let nodes = listener.tree?["nodes"]?.list ?? []
        let call = try #require(nodes.first { $0["id"] == "call" })
        #expect(call["corners"] == [60, 1640, 380, 1640, 380, 1800, 60, 1800])
        #expect(nodes.first { $0["id"] == "volume" }?["value"] == 40)
        #expect(nodes.first { $0["id"] == "map" }?["gestures"]?.list?.count == 3)
        #expect(nodes.first { $0["id"] == "veil" }?["flags"] == 33)
        #expect(listener.tree?["screens"]?.list?.first?["deadZones"] == [[0, 1880, 1080, 40]])
    }

    @Test func `the corners of rotated and scaled views match their touch areas`() throws {
        let rig = try InspectorRig(
            """
            screens: [{ size: [400, 400] }]
            root:
              subviews:
                - id: turned
                  frame: [100, 100, 100, 50]
                  transform: { rotation: 90 }
                  subviews: [{ id: inner, frame: [0, 0, 10, 10] }]
            """
        )
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil }
        let nodes = listener.tree?["nodes"]?.list ?? []
        #expect(nodes.first { $0["id"] == "turned" }?["corners"] == [175, 75, 175, 175, 125, 175, 125, 75])
        #expect(nodes.first { $0["id"] == "inner" }?["corners"] == [175, 75, 175, 85, 165, 85, 165, 75])
    }

    @Test func `changed views are sent again, at most a thousand of them`()
        throws
    {
        let rig = try InspectorRig()
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil }
        _ = rig.pipeline.commands.submit(.set(view: "veil", properties: ["hidden": false]), from: "out", reply: nil)
        rig.pipeline.carryOutCommands()
        try listener.listen(rig) { listener.node("veil")?["flags"] == 0 }
        let views = (0..<1500).map { "{ id: v\($0) }" }.joined(separator: ",")
        _ = rig.pipeline.reload(try InspectorRig.plan("root: { subviews: [\(views)] }"), at: rig.time)
        try listener.listen(rig) { listener.node("v3") != nil }
        #expect(listener.tree?["nodes"]?.list?.count == 1000)
        // The page receives 1000 of 1502 nodes: the 1500 views, the window and the root.
        #expect(listener.tree?["leftOut"] == 502)
        rig.tap(100, 100)
        try listener.listen(rig) { listener.count("ended") == 1 }
        #expect(listener.names.values.contains("v1499"))
    }

    // MARK: Load

    @Test func `a page that reads receives all 60,000 touch events in order`() throws {
        let rig = try InspectorRig()
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil }
        var sent = 0
        for round in 0..<60 {
            // Sends one second of moves, and waits until the page receives them.
            rig.down(100, 300)
            for step in 0..<998 { rig.move(101 + Double(step % 500), 300 + Double(round)) }
            rig.up(300, 300)
            rig.time += 1000
            sent += 1000
            try listener.listen(rig) { listener.touches == sent }
        }
        #expect(listener.missed == 0)
        #expect(listener.count("began") == 60 && listener.count("ended") == 60 && listener.count("moved") == 60 * 998)
        #expect(listener.isInOrder)
    }

    @Test func `a page that does not read loses moves, but no beginnings and ends`() throws {
        let rig = try InspectorRig()
        let page = try rig.page(receiveBuffer: 4096)
        let listener = Listener(page)
        try listener.listen(rig) { listener.tree != nil }
        let other = Listener(try rig.page())
        try other.listen(rig) { other.tree != nil }
        for round in 0..<300 {
            rig.down(100, 300)
            for step in 0..<100 { rig.move(100 + Double(step), 300) }
            rig.up(200, 300)
            rig.time += 1000
            // Waits for the reading page, so the pipeline does not overtake the server.
            if round % 10 == 9 { try other.listen(rig) { other.count("ended") == round + 1 } }
        }
        #expect(other.missed == 0)
        try listener.listen(rig) { listener.count("ended") == 300 }
        #expect(listener.count("began") == 300)
        #expect(listener.gestureEnds == other.gestureEnds)
        #expect(listener.missed > 10_000)
        #expect(listener.count("moved") < other.count("moved") / 2)
        #expect(listener.isInOrder)
    }

    @Test func `records lost by a full outlet are sent again from the pipeline's memory`() throws {
        let rig = try InspectorRig("root: { id: root }")
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil && rig.pipeline.recorder?.outlet != nil }
        rig.tap(100, 100)
        let outlet = try #require(rig.pipeline.recorder?.outlet)
        // Drops records like the recorder when the server's thread falls far behind.
        rig.pipeline.recorder?.outlet = nil
        for step in 0..<100 { rig.tap(100 + Double(step), 100) }
        rig.pipeline.recorder?.outlet = outlet
        outlet.droppedCount.add(100, ordering: .relaxed)
        rig.tap(100, 100)
        try listener.listen(rig) { listener.resets == 2 && listener.count("ended") == 102 }
        #expect(listener.count("began") == 102)
        #expect(listener.isInOrder)
    }

    @Test func `a page of a recording gets all retained records, a live one those of the last minute`() throws {
        for isReplay in [true, false] {
            let rig = try InspectorRig(isReplay: isReplay)
            // Starts 190 s in the past. The oldest tap of the last minute is 50 s old, so a slow machine does not
            // affect the result.
            if !isReplay { rig.time -= 190_000_000 }
            for _ in 0..<10 {
                rig.tap(100, 1700)
                rig.time += 20_000_000
            }
            let listener = Listener(try rig.page())
            try listener.listen(rig) { listener.tree != nil && listener.hasAll }
            #expect(listener.count("ended") == (isReplay ? 10 : 3))
        }
    }

    @Test func `a message has at most 800 records, and all but the last one have as many`() throws {
        let rig = try InspectorRig(isReplay: true)
        // Fewer than the 4096 records of one copy.
        for _ in 0..<150 { rig.tap(100, 1700) }
        let listener = Listener(try rig.page())
        try listener.listen(rig) { listener.tree != nil && listener.hasAll }
        #expect(listener.count("ended") == 150)
        let last = try #require(listener.sizes.last)
        #expect((1...800).contains(last) && listener.sizes.count > 2)
        #expect(listener.sizes.dropLast().allSatisfy { $0 == 800 })
    }

    @Test func `without a page the server does not wake up, and the pipeline has no outlet`() throws {
        let rig = try InspectorRig()
        do {
            let listener = Listener(try rig.page())
            try listener.listen(rig) { listener.tree != nil }
            rig.tap(100, 1700)
            try listener.listen(rig) { listener.count("ended") == 1 }
            #expect(rig.pipeline.recorder?.outlet != nil)
        }
        try rig.wait("no page is connected") { rig.pipeline.recorder?.outlet == nil }
        let rings = rig.rings
        // Repeats the condition, because inspectors of other tests have threads with the same name.
        try rig.wait("the inspector's thread sleeps") {
            let before = try switches()
            for _ in 0..<100 { rig.tap(100, 1700) }
            usleep(1_000_000)
            return try switches() == before
        }
        #expect(rig.rings == rings)
    }

    @Test(.atLimit("inspector-question-bytes"), .pastLimit("inspector-question-bytes"))
    func `an invalid request closes the connection, and too many requests are harmless`() throws {
        let rig = try InspectorRig()
        rig.tap(100, 1700)
        let asking = Listener(try rig.page())
        try asking.listen(rig) { asking.tree != nil }
        for number in 0..<1000 { asking.page.send("{\"explain\":\(number)}") }
        try asking.listen(rig) { asking.explanations > 0 }
        // A message longer than the limit is invalid, regardless of its content.
        func question(_ count: Int) -> String {
            "{\"explain\":1" + String(repeating: " ", count: count - 13) + "}"
        }
        #expect(question(256).utf8.count == 256)
        let long = Listener(try rig.page())
        try long.listen(rig) { long.tree != nil }
        long.page.send(question(256))
        try long.listen(rig) { long.explanations > 0 }
        for rubbish in ["hello", "[", question(257)] {
            let page = try rig.page()
            page.send(rubbish)
            #expect(throws: WebSocketPage.Closed.self) { while true { _ = try page.message() } }
        }
    }

    @Test func `the inspector's thread has a lower priority than the input thread`() throws {
        let rig = try InspectorRig()
        _ = try rig.page()
        let own = getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0)
        var niceness: [Substring?] = []
        try rig.wait("\(niceness) are not 10 more than \(own)") {
            // The 17th field after the name is the nice value.
            niceness = try threads("stat").map { stat in
                stat.split(separator: ")").last?.split(separator: " ").dropFirst(16).first
            }
            return !niceness.isEmpty && niceness.allSatisfy { $0 == "\(min(own + 10, 19))" }
        }
        #expect(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == own)
    }

    /// Returns the number of voluntary context switches of the server's thread.
    private func switches() throws -> Int {
        try threads("status").reduce(0) { sum, status in
            let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
            return sum + (Int(line?.split(separator: "\t").last ?? "") ?? 0)
        }
    }

    /// Returns the contents of a /proc file for each thread named `inspector`: the server's thread, and possibly those
    /// of other tests.
    private func threads(_ file: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap { task in
            let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
            return name == "inspector\n"
                ? try? String(contentsOfFile: "/proc/self/task/\(task)/\(file)", encoding: .utf8) : nil
        }
    }
}
