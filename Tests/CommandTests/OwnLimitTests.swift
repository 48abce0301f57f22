import Foundation
import Glibc
import Platform
import PluginAPI
import Recordings
import TestTraits
import Testing

@testable import CommandSupport

/// Tests the command's own limits, at each limit and above.
struct OwnLimitTests {
    @Test(.atLimit("digest-bytes"), .pastLimit("digest-bytes"))
    func `a layout file of 64 MiB has a digest, and one byte more has none`() throws {
        let scratch = try Scratch()
        let path = scratch.path("l.yaml")
        try scratch.write("l.yaml", Data("root: {}\n".utf8))
        let plan = try #require(LayoutReading.plan(path).plan)
        #expect(LayoutDigest.files(of: plan).map(\.digest.count) == [64])
        // truncate() grows the file after it was read.
        try #require(truncate(path, 64 << 20) == 0)
        #expect(LayoutDigest.bytes(of: path)?.count == 64 << 20)
        try #require(truncate(path, 64 << 20 + 1) == 0)
        #expect(LayoutDigest.files(of: plan).map(\.digest) == [""])
    }

    @Test(.atLimit("service-log"), .pastLimit("service-log"))
    func `1024 log messages are queued, and further ones are counted`() {
        var waiting = WaitingEntries()
        let messages = (1...1026).map { Logger.Entry(.notice, plugin: "it", "\($0)") }
        for message in messages.prefix(1024) { waiting.append(message) }
        #expect(waiting.takeAll() == Array(messages.prefix(1024)))
        for message in messages { waiting.append(message) }
        let all = waiting.takeAll()
        #expect(Array(all.dropLast()) == Array(messages.prefix(1024)))
        #expect(all.last?.message == "2 log messages were dropped because the log could not be written fast enough")
        #expect(waiting.takeAll() == [])
    }
}
