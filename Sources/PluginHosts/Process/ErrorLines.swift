internal import Occurrences
internal import PluginAPI

/// What a program writes for people: goes to the log in lines of bounded length and number, without control characters.
struct ErrorLines {
    private let log: PluginLog
    private var allowance: Allowance
    private var line: [UInt8] = []
    private var isCut = false
    private static let lineLimit = 1000

    init(_ log: PluginLog, now: Int64) {
        self.log = log
        allowance = Allowance(perSecond: 10, burst: 100, now: now)
    }

    mutating func add(_ piece: UnsafeRawBufferPointer, at now: Int64) {
        for (place, part) in piece.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
            if place > 0 { finish(at: now) }
            let room = Self.lineLimit - line.count
            if part.count > room { isCut = true }
            line.append(contentsOf: part.prefix(room))
        }
    }

    /// Says what stands behind the last line's end, too.
    mutating func finish(at now: Int64) {
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        let text = Self.harmless(line)
        guard !text.isEmpty else { return }
        say(.notice, isCut ? text + "…" : text, at: now)
    }

    /// Says something that the program wants to be said.
    mutating func say(_ level: PluginLog.Level, _ text: String, at now: Int64) {
        guard allowance.take(at: now) else {
            log.complain("chatter", .warning, "says more than the log shows; lines of it are left out")
            return
        }
        log.say(level, text)
    }

    /// A text of bytes that may be anything.
    static func harmless(_ bytes: some Sequence<UInt8>, limit: Int = lineLimit) -> String {
        let spaced = bytes.prefix(limit).map { $0 == 0x09 || $0 == 0x0d ? 0x20 : $0 }
        return Template.Escape.plain.apply(to: String(decoding: spaced, as: UTF8.self))
    }
}
