import Foundation
import Platform
import PluginAPI
import TestTraits
import Testing

@testable import BuiltinCore

/// Tests how program output is split into lines, without starting a program.
@Suite struct OutputTests {
    private func lines(_ parts: [String]) -> [String] {
        var output = OutputLines()
        var lines: [String] = []
        for part in parts { output.add(part.utf8) { lines.append($0) } }
        output.finish(isAllowed: { true }, { lines.append($0) })
        return lines
    }

    private func sink(_ take: @escaping (String) -> Void) -> OutputPipe.Sink {
        OutputPipe.Sink(isAllowed: { true }, take: { take($1) })
    }

    @Test func `lines are assembled from parts of any size`() {
        #expect(lines(["o", "ne\ntw", "o", "\n\n", "three"]) == ["one", "two", "three"])
        #expect(lines(["gr\u{c3}", "ü\n"]).count == 1)
    }

    @Test(.pastLimit("output-line-bytes")) func `a line is truncated at its limit, and the next one is complete`() {
        let lines = lines([String(repeating: "x", count: 700), String(repeating: "y", count: 1_000_000), "z\nnext"])
        #expect(lines.count == 2)
        #expect(lines.first?.utf8.count == OutputLines.lineLimit + "…".utf8.count)
        #expect(lines.last == "next")
    }

    @Test(.atLimit("output-line-bytes")) func `a line of maximum length is not truncated`() {
        let line = String(repeating: "x", count: OutputLines.lineLimit)
        #expect(lines(["\(line)\n\(line)x\n"]) == [line, line + "…"])
    }

    @Test(.atLimit("exec-drain-bytes"), .pastLimit("exec-drain-bytes"))
    func `after a program exits, at most 1 MiB of its output is read`() throws {
        let folder = try TemporaryFolder()
        let last = "\nthe last line\n"
        let text = String(repeating: "x", count: 1 << 20 - last.utf8.count) + last + "behind it\n"
        try Data(text.utf8).write(to: folder.url.appending(path: "output"))
        var output = OutputPipe(open(folder.path("output"), O_RDONLY | O_CLOEXEC), .info)
        var lines: [String] = []
        output.drain(sink { lines.append($0) })
        output.close()
        #expect(lines.count == 2 && lines.last == "the last line")
    }

    @Test func `invalid UTF-8 is replaced`() {
        var output = OutputLines()
        var lines: [String] = []
        output.add([0xff as UInt8, 0x41, 0x00, 0x07, 0x0a]) { lines.append($0) }
        #expect(lines == ["\u{fffd}A"])
    }

    @Test func `of a flood only the allowed lines are sanitized, and scanning stops at the first rejection`() {
        for separator in ["\n", "\n\n\n"] {
            var output = OutputLines()
            var left = 3
            var asked = 0
            var lines: [String] = []
            let isAllowed = {
                asked += 1
                left -= 1
                return left >= 0
            }
            output.add((String(repeating: "a" + separator, count: 10_000) + "tail").utf8, isAllowed) {
                lines.append($0)
            }
            #expect(lines == ["a", "a", "a"] && output.sanitizedCount == 3 && asked == 4)
            // The next line after the flood is logged as usual.
            left = 1
            output.add(" end\n".utf8, isAllowed) { lines.append($0) }
            #expect(lines.last == "tail end" && output.sanitizedCount == 4)
        }
    }

    @Test func `an unneeded pipe is closed`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        var output = OutputPipe(ends[0], .info)
        output.close()
        var interest = pollfd(fd: ends[1], events: 0, revents: 0)
        poll(&interest, 1, 0)
        #expect(interest.revents & Int16(POLLERR) != 0)
        #expect(!output.isOpen)
        close(ends[1])
    }
}

extension OutputLines {
    fileprivate mutating func add(
        _ bytes: some Sequence<UInt8>,
        _ isAllowed: () -> Bool = { true },
        _ take: (String) -> Void
    ) {
        Array(bytes).withUnsafeBytes { add($0, isAllowed: isAllowed, take) }
    }
}
