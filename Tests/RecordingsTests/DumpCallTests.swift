import Foundation
import TestTraits
import Testing

@testable import Recordings

/// Tests how the dump reader parses lines about handler calls.
struct DumpCallTests {
    private static let head = """
        version: 1
        ndevices: 1
        devices:
        - node: /dev/input/event0
          evdev:
            name: "panel"
            id: [3, 0, 0, 0]
            codes:
            absinfo:
            properties: []
          events: []
        touchbridge-trace: |

        """

    private func lines(_ trace: [String]) throws -> [String] {
        let scratch = URL(filePath: NSTemporaryDirectory()).appending(path: "dump-\(UUID().uuidString).yml")
        defer { try? FileManager.default.removeItem(at: scratch) }
        try Data((Self.head + trace.map { "  \($0)\n" }.joined()).utf8).write(to: scratch)
        return try RecordingReader(path: scratch.path).callLines
    }

    @Test
    func `only lines about handler calls and their results are read`() throws {
        let call = #"{"t":1,"kind":"handler","plugin":"out"}"#
        let result = #"{"t":2,"kind":"result","plugin":"out"}"#
        #expect(try lines([#"{"t":0,"kind":"touch"}"#, call, result, "junk"]) == [call, result])
    }

    @Test(.atLimit("dump-calls"), .pastLimit("dump-calls"))
    func `lines beyond the limit, and lines that are too long, are ignored`() throws {
        let call = #"{"kind":"handler"}"#
        let limit = LibinputRecordIndex.callLimit
        #expect(try lines(Array(repeating: call, count: limit)).count == limit)
        #expect(try lines(Array(repeating: call, count: limit + 1)).count == limit)
        let long = #"{"kind":"handler","x":""# + String(repeating: "x", count: 5000) + #""}"#
        #expect(try lines([long, call]) == [call])
    }
}
