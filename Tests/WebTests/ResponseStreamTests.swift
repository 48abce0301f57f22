import Foundation
import Platform
import TestSupport
import TestTraits
import Testing

@testable import Web

/// Tests responses whose bodies another thread writes in parts. Most tests use curl as the client.
struct ResponseStreamTests {
    /// curl's exit status for an incomplete body.
    private static let partialFile: Int32 = 18

    private func write(_ text: String, to stream: ResponseStream) -> Bool { stream.write(Array(text.utf8)) }

    @Test func `each part arrives when it is written, and the end after finish`() throws {
        let rig = try WebRig()
        let curl = try Curl(rig, "/stream", ["--include"])
        let stream = try rig.stream()
        #expect(write("data: 1\n\n", to: stream))
        let text = try curl.read { $0.hasSuffix("data: 1\n\n") }
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n"))
        #expect(write("data: 2\n\n", to: stream))
        #expect(curl.read() == "data: 2\n\n")
        stream.finish()
        #expect(!write("data: 3\n\n", to: stream))
        let end = try curl.end()
        #expect(end.text == "")
        #expect(end.status == 0)
        try rig.wait("the end of the stream is reported") { rig.recorded == ["ended: finished"] }
        #expect(!write("data: 4\n\n", to: stream))
    }

    @Test func `a body larger than all buffers arrives completely at the client's speed`() throws {
        let rig = try WebRig()
        let curl = try Curl(rig, "/stream")
        let stream = try rig.stream()
        let lines = (0..<5).map { String(repeating: "\($0)", count: 100_000) }
        var text = ""
        for line in lines {
            #expect(write(line, to: stream))
            text += try curl.read { $0.utf8.count >= line.utf8.count }
        }
        stream.finish()
        #expect(try curl.end().status == 0)
        #expect(text == lines.joined())
    }

    @Test func `HEAD gets only the header, and the stream is finished`() throws {
        let rig = try WebRig()
        let end = try Curl(rig, "/stream", ["--head"]).end()
        #expect(end.status == 0)
        #expect(end.text.hasSuffix("\r\n\r\n"))
        try rig.wait("the end of the stream is reported") { rig.recorded == ["ended: finished"] }
    }

    @Test func `a silent stream outlives the request timeout`() throws {
        let rig = try WebRig(timeout: 300_000)
        let curl = try Curl(rig, "/stream")
        let stream = try rig.stream()
        usleep(3_000_000)
        #expect(write("late", to: stream))
        #expect(curl.read() == "late")
    }

    /// By default, libwebsockets aborts a response after 5 s. Neither this timeout nor the server's own request timeout
    /// may apply to streams.
    @Test func `a stream of 7 s arrives completely, with pauses`() throws {
        let rig = try WebRig()
        let curl = try Curl(rig, "/stream")
        let stream = try rig.stream()
        for piece in 0..<14 {
            #expect(write("\(piece)\n", to: stream))
            #expect(curl.read() == "\(piece)\n")
            usleep(500_000)
        }
        stream.finish()
        let end = try curl.end()
        #expect(end.text == "")
        #expect(end.status == 0)
        try rig.wait("the end of the stream is reported") { rig.recorded == ["ended: finished"] }
    }

    @Test(.atLimit("response-stream-bytes"), .pastLimit("response-stream-bytes"))
    func `up to 256 KiB are queued for a client, and one byte more disconnects it`() throws {
        #expect(ResponseStream.limit == 262_144)
        let stream = ResponseStream { _ in }
        #expect(stream.write([UInt8](repeating: 120, count: 262_144)))
        #expect(!stream.write([120]))
        #expect(!stream.write([]))
        // After a disconnection, `finish` sends no final chunk, so the client detects the truncated body.
        stream.finish()
        #expect(stream.next(100) == .cut)
    }

    @Test func `a client that does not read is disconnected at the limit, without affecting others`() throws {
        let rig = try WebRig()
        let deaf = try Curl(rig, "/stream")
        let stream = try rig.stream()
        #expect(write("first", to: stream))
        #expect(deaf.read() == "first")
        let other = try Curl(rig, "/stream")
        let otherStream = try rig.stream()
        deaf.suspend()
        var count = 0
        while stream.write([UInt8](repeating: 120, count: 16 * 1024)) {
            count += 1
            try #require(count < 10_000, "the stream accepted more than 160 MB")
            usleep(200)
        }
        try rig.wait("the end of the stream is reported") { rig.recorded == ["ended: tooSlow"] }
        #expect(rig.said.contains { $0.contains("more than 262144 bytes were waiting") })
        deaf.resume()
        _ = try deaf.end()
        #expect(write("you", to: otherStream))
        #expect(other.read() == "you")
    }

    @Test func `a client that does not take the end of a stream is disconnected after the request timeout`() throws {
        let rig = try WebRig(timeout: 300_000)
        let deaf = try Peer(port: rig.port, receiveBuffer: 4096)
        deaf.send("GET /stream HTTP/1.1\r\nHost: 127.0.0.1:\(rig.port)\r\n\r\n")
        let stream = try rig.stream()
        #expect(stream.write([UInt8](repeating: 120, count: ResponseStream.limit)))
        stream.finish()
        try rig.wait("the end of the stream is reported") { rig.recorded == ["ended: tooSlow"] }
    }

    @Test func `the writer is notified when a client disconnects`() throws {
        let rig = try WebRig()
        let curl = try Curl(rig, "/stream")
        let stream = try rig.stream()
        #expect(write("first", to: stream))
        #expect(curl.read() == "first")
        curl.terminate()
        try rig.wait("the end of the stream is reported") { rig.recorded == ["ended: clientGone"] }
        #expect(!write("second", to: stream))
    }

    @Test func `stopping the server truncates streams, and clients notice`() throws {
        let rig = try WebRig()
        let curl = try Curl(rig, "/stream")
        let stream = try rig.stream()
        #expect(write("first", to: stream))
        #expect(curl.read() == "first")
        #expect(rig.server.stop(within: TimeSpan(microseconds: 10_000_000)))
        #expect(rig.recorded == ["ended: serverStopped"])
        #expect(try curl.end().status == Self.partialFile)
        #expect(!write("second", to: stream))
    }

    @Test(.atLimit("server-streams"), .pastLimit("server-streams"))
    func `a stream above the maximum gets 503, and succeeds after another one ends`() throws {
        let rig = try WebRig(streams: 2)
        let curls = try (0..<2).map { _ in
            let curl = try Curl(rig, "/stream")
            #expect(write("in", to: try rig.stream()))
            #expect(curl.read() == "in")
            return curl
        }
        let status = ["--output", "/dev/null", "--write-out", "%{http_code}"]
        #expect(try Curl(rig, "/stream", status).end().text == "503")
        #expect(try !write("refused", to: rig.stream()))
        #expect(rig.recorded == ["ended: tooMany"])
        #expect(try Curl(rig, "/", status).end().text == "200")
        curls[0].terminate()
        try rig.wait("a stream ends") { rig.recorded.last == "ended: clientGone" }
        let next = try Curl(rig, "/stream")
        #expect(write("in", to: try rig.stream()))
        #expect(next.read() == "in")
    }
}
