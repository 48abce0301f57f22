import Platform
import PluginAPI
import Synchronization
import TestTraits
import Testing

/// Tests that log lines contain no control characters, and that repeated messages are rate-limited.
@Suite struct PluginLogTests {
    private final class Book: Sendable {
        let entries = Mutex<[Logger.Entry]>([])
        var messages: [String] { entries.withLock { $0.map(\.message) } }
    }

    private final class Hand: Sendable {
        let seconds = Atomic<Int64>(0)
    }

    private let book = Book()
    private let hand = Hand()
    private let log: Logger

    init() {
        let (book, hand) = (book, hand)
        let clock: @Sendable () -> Int64 = { hand.seconds.load(ordering: .relaxed) * 1_000_000 }
        log = Logger(plugin: "it", clock: clock, write: { entry in book.entries.withLock { $0.append(entry) } })
    }

    @Test(arguments: [
        ("\u{1b}[2Jgone", "�[2Jgone"), ("a\tb\rc", "a b c"), ("\u{85}\u{9b}31m\u{0}\u{7f}", "��31m��"),
        ("left\u{202e}right\u{2066}", "left�right�"), ("one\u{2028}two\u{2029}three", "one�two�three"),
        ("Grüße, 画面 🖐🏽 •••", "Grüße, 画面 🖐🏽 •••"), ("👩‍👧 می‌روم", "👩‍👧 می‌روم"), ("", ""),
    ])
    func `control characters are never written to a terminal`(text: String, written: String) {
        log.say(.notice, text)
        log.complain("it", .warning, text)
        #expect(book.messages == [written, written])
        #expect(TerminalText.line(text) == written)
    }

    @Test func `a multi-line message retains its lines, and none looks like a message`() {
        log.say(.error, "layout.yaml:3:1: no\n  x: 1\n  ^\n\ntouchbridge: plugin 'mail': all is well\r\n<0>panic\n")
        #expect(
            book.messages
                == ["layout.yaml:3:1: no\n    x: 1\n    ^\n\n  touchbridge: plugin 'mail': all is well\n  <0>panic"]
        )
    }

    @Test func `a single line stays one line`() {
        #expect(TerminalText.line("USB Panel\ntouchbridge: all is well") == "USB Panel touchbridge: all is well")
    }

    // MARK: Repetition

    private func lose() { log.complain("line", .warning, "lost") }
    private func find() { log.settled("line", .notice, "found") }
    private func wait(_ seconds: Int64) { hand.seconds.add(seconds, ordering: .relaxed) }

    @Test func `a lasting problem is logged once a minute with the number of repetitions`() {
        for _ in 1...130 {
            lose()
            wait(1)
        }
        #expect(
            book.messages
                == [
                    "lost", "lost (repeated 59 times since the last message)",
                    "lost (repeated 59 times since the last message)",
                ]
        )
    }

    @Test(.atLimit("log-message-bytes"), .pastLimit("log-message-bytes"))
    func `a log message has at most 4096 bytes, truncated between scalars`() {
        let longest = String(repeating: "a", count: 4096)
        log.say(.notice, longest)
        log.say(.notice, "a" + String(repeating: "\u{301}", count: 400_000))
        #expect(book.messages == [longest, "a" + String(repeating: "\u{301}", count: 2047) + "…"])
    }

    @Test(.atLimit("log-topics"), .pastLimit("log-topics"))
    func `256 problems are remembered, and with one more all are logged again`() {
        for number in 1...256 { log.complain("\(number)", .warning, "lost") }
        log.complain("1", .warning, "lost")
        #expect(book.messages.count == 256)
        log.complain("257", .warning, "lost")
        log.complain("1", .warning, "lost")
        #expect(book.messages.count == 258)
    }

    @Test func `each loss and each recovery is logged`() {
        find()
        for _ in 1...3 {
            lose()
            lose()
            wait(3)
            find()
            find()
        }
        #expect(book.messages.map { $0.prefix(5) } == ["found", "lost", "found", "lost ", "found", "lost ", "found"])
    }

    @Test func `a flapping state is logged once a minute, and the last message is true`() {
        for _ in 1...1800 {
            lose()
            wait(1)
            find()
            wait(1)
        }
        // In 60 minutes, each of the two messages is logged at least 60 and at most 65 times.
        let words = book.messages.map { $0.prefix(4) }
        #expect(words.count <= 2 * 65 && words.count >= 2 * 60)
        #expect(words.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 0 ? "lost" : "foun") })
        wait(60)
        lose()
        wait(1)
        find()
        lose()
        #expect(book.messages.suffix(3).map { $0.prefix(4) } == ["lost", "foun", "lost"])
    }

    @Test(.atLimit("log-recoveries"), .pastLimit("log-recoveries"))
    func `up to five recoveries within a minute are logged`() {
        for number in 1...6 {
            lose()
            find()
            #expect(book.messages.count == 2 * number)
        }
        lose()
        find()
        #expect(book.messages.count == 12)
    }

    @Test func `the end of a problem that was not logged is not logged`() {
        for _ in 1...7 {
            lose()
            find()
        }
        let count = book.messages.count
        lose()
        find()
        #expect(book.messages.count == count && book.messages.last == "found")
    }

    @Test func `a problem can be settled without a message`() {
        log.settled("line")
        #expect(book.messages == [])
        lose()
        log.settled("line")
        lose()
        #expect(book.messages == ["lost", "lost"])
    }
}
