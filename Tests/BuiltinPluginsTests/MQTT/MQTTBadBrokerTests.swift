import BuiltinMQTT
import Glibc
import HandlerEvents
import Platform
import PluginAPI
import Schema
import Synchronization
import TestSupport
import TestTraits
import Testing
import TimeLimits

@Suite(.tags(.broker)) struct `MQTT with faulty brokers` {
    @Test(arguments: ["mqtt", "mqtts"])
    func `a broker that never answers blocks neither touches nor the stop`(scheme: String) async throws {
        let server = try TCPServer { TCPServer.swallow($0) }
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"\(scheme)://127.0.0.1:\(server.port)\", outbox: 16 }")
        let publish = try stage.binding("publish", "{ topic: kiosk/a, payload: '{{x}}' }")
        try await eventually("the plugin connects") { server.connections > 0 }
        #expect(stage.plugin.take(touch(.touchesBegan), for: publish).isAccepted)
        for step in 1...100_000 {
            #expect(stage.plugin.take(touch(.touchesMoved, x: Double(step)), for: publish).isAccepted)
        }
        #expect(stage.plugin.take(touch(.touchesEnded), for: publish).isAccepted)
        #expect(stage.plugin.health.waiting <= 16)
        stage.plugin.beginStopping()
        let began = ContinuousClock.now
        stage.plugin.finishStopping(within: TimeSpan(microseconds: 500_000))
        #expect(ContinuousClock.now - began < .seconds(20 * TimeLimits.scale))
        #expect(stage.log.complaints.contains { $0.contains("could not be delivered") })
    }

    @Test func `waiting for a broker uses no processor time`() async throws {
        let server = try TCPServer { TCPServer.swallow($0) }
        let stage = try PluginStage(
            MQTTPlugin.type,
            "{ broker: \"mqtts://127.0.0.1:\(server.port)\" }",
            name: "spinner"
        )
        try await eventually("the plugin connects") { server.connections > 0 }
        let before = try ThreadTimes.ticks(named: stage.name)
        try await Task.sleep(for: .seconds(1))
        // A busy loop would use about a hundred ticks of 10 ms in this second.
        #expect(try ThreadTimes.ticks(named: stage.name) - before < 20)
    }

    @Test func `a broker that never answers times out, with one message`() async throws {
        let server = try TCPServer { TCPServer.swallow($0) }
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"mqtt://127.0.0.1:\(server.port)\" }")
        try await eventually("the plugin connects again") { server.connections > 1 }
        let reason = "cannot connect to mqtt://127.0.0.1:\(server.port): the broker did not answer within 10 s"
        #expect(stage.log.complaints == [reason])
    }

    @Test(arguments: [0, 1, 2])
    func `unconfirmed messages are sent again in order`(quality: Int) async throws {
        let seen = Mutex<[String]>([])
        let server = try TCPServer { socket in
            var bytes = [UInt8](repeating: 0, count: 4096)
            _ = read(socket, &bytes, bytes.count)
            // Accepts the client, reads its messages, and closes the connection without acknowledging them.
            let greeting: [UInt8] = [0x20, 2, 0, 0]
            _ = send(socket, greeting, greeting.count, Int32(MSG_NOSIGNAL))
            var text = ""
            while !text.contains("second"), case let count = read(socket, &bytes, bytes.count), count > 0 {
                text += String(decoding: bytes[..<count], as: UTF8.self)
            }
            let words = text.split { !$0.isLetter }.map(String.init).filter { ["first", "second"].contains($0) }
            seen.withLock { $0.append(words.joined(separator: " ")) }
        }
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"mqtt://127.0.0.1:\(server.port)\", qos: \(quality) }")
        for word in ["first", "second"] {
            let publish = try stage.binding("publish", "{ topic: '/', payload: ' \(word) ' }")
            _ = stage.plugin.take(touch(.touchDownRepeat), for: publish)
        }
        // Quality 0 has no acknowledgements, so written messages count as delivered.
        try await eventually("the messages are sent again") { seen.withLock { $0.count } >= (quality > 0 ? 3 : 1) }
        #expect(seen.withLock { $0.allSatisfy { $0 == "first second" } }, "\(seen.withLock { $0 })")
        try await eventually("the delivered calls are counted") {
            stage.plugin.health.delivered == (quality > 0 ? 0 : 2)
        }
    }

    @Test func `a packet above the limit closes the connection, with few messages`() async throws {
        let server = try TCPServer { socket in
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            _ = read(socket, &bytes, bytes.count)
            // The broker sends its CONNACK, then the beginning of a message of 256 MB.
            let greeting: [UInt8] = [0x20, 2, 0, 0, 0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, UInt8(ascii: "a")]
            guard send(socket, greeting, greeting.count, Int32(MSG_NOSIGNAL)) > 0 else { return }
            // Ends when the peer closes the connection or has received the whole message.
            var left = 256 << 20
            while left > 0, case let count = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)), count > 0 {
                left -= count
            }
        }
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"mqtt://127.0.0.1:\(server.port)\" }")
        try await eventually("a failure is counted") { stage.plugin.health.failures > 0 }
        // The first message, and up to five repetitions that the rate limit of the log allows.
        #expect((1...6).contains(stage.log.complaints.count))
        #expect(stage.log.complaints.first?.contains("the broker sends a packet of more than 1048576 bytes") == true)
    }

    /// The bytes beyond the limit are in an incomplete packet in the second row, and in a complete packet in the third.
    @Test(
        .atLimit("mqtt-packet-bytes"),
        .pastLimit("mqtt-packet-bytes"),
        arguments: [
            (0, 0, "the payload has 1048569 bytes; the limit is 65536"),
            (1, 100, "the broker sends a packet of more than 1048576"),
            (1, 1, "the broker sends a packet of more than 1048576"),
        ]
    )
    func `a packet can have 1 MiB`(
        _ excess: Int,
        _ announced: Int,
        _ complaint: String
    ) async throws {
        let server = try TCPServer { socket in
            var bytes = [UInt8](repeating: 0, count: 4096)
            _ = read(socket, &bytes, bytes.count)
            let greeting: [UInt8] = [0x20, 2, 0, 0]
            _ = send(socket, greeting, greeting.count, Int32(MSG_NOSIGNAL))
            // Waits for SUBSCRIBE, which the client sends only after CONNACK.
            _ = read(socket, &bytes, bytes.count)
            let (size, rest) = (1 << 20 + excess, 1 << 20 - 4 + announced)
            var packet: [UInt8] = [0x30, UInt8(rest & 0x7f | 0x80), UInt8(rest >> 7 & 0x7f | 0x80), UInt8(rest >> 14)]
            packet += [0, 1, UInt8(ascii: "a")]
            packet += [UInt8](repeating: UInt8(ascii: "x"), count: size - packet.count)
            var sent = 0
            while sent < size {
                let count = packet.withUnsafeBytes {
                    send(socket, $0.baseAddress! + sent, size - sent, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return }
                sent += count
            }
            TCPServer.swallow(socket)
        }
        let subscriptions = "subscriptions: [{ topic: a, view: door }]"
        let stage = try PluginStage(
            MQTTPlugin.type,
            "{ broker: \"mqtt://127.0.0.1:\(server.port)\", \(subscriptions) }"
        )
        try await eventually("a warning or error is logged") { !stage.log.complaints.isEmpty }
        #expect(stage.log.complaints.first?.contains(complaint) == true, "\(stage.log.complaints)")
        #expect(stage.plugin.health.failures == excess)
    }

    @Test func `an invalid response counts as a failure`() async throws {
        let server = try TCPServer { socket in
            let page = Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)
            _ = send(socket, page, page.count, Int32(MSG_NOSIGNAL))
        }
        let stage = try PluginStage(MQTTPlugin.type, "{ broker: \"mqtt://127.0.0.1:\(server.port)\" }")
        try await eventually("two attempts to connect fail") { stage.plugin.health.failures >= 2 }
        #expect(stage.log.all.count == 1)
        #expect(stage.plugin.health.isConnected == false)
    }
}

/// Processor time of this process's threads.
private enum ThreadTimes {
    /// Processor time in ticks of 10 ms, summed over all threads with this name.
    static func ticks(named name: String) throws -> Int {
        var sum = 0
        guard let directory = opendir("/proc/self/task") else { throw CancellationError() }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let task = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let file = fopen("/proc/self/task/\(task)/stat", "r") else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 1024)
            let line = String(decoding: bytes[..<fread(&bytes, 1, bytes.count, file)], as: UTF8.self)
            guard line.contains("(\(name))") else { continue }
            let fields = line.split(separator: " ")
            sum += (Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)
        }
        return sum
    }
}
