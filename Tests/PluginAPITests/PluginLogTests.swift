import PluginAPI
import Synchronization
import Testing

/// What a log's reader may rely on, whoever has a part in the texts.
@Suite struct PluginLogTests {
    private final class Book: Sendable {
        let entries = Mutex<[PluginLog.Entry]>([])
        var messages: [String] { entries.withLock { $0.map(\.message) } }
    }

    private let book = Book()
    private let log: PluginLog

    init() {
        let book = book
        log = PluginLog(plugin: "it", clock: { 0 }, write: { entry in book.entries.withLock { $0.append(entry) } })
    }

    @Test(arguments: [
        ("\u{1b}[2Jgone", "�[2Jgone"), ("a\tb\rc", "a b c"), ("\u{85}\u{9b}31m\u{0}\u{7f}", "��31m��"),
        ("left\u{202e}right\u{2066}", "left�right�"), ("one\u{2028}two\u{2029}three", "one�two�three"),
        ("Grüße, 画面 🖐🏽 •••", "Grüße, 画面 🖐🏽 •••"), ("👩‍👧 می‌روم", "👩‍👧 می‌روم"), ("", ""),
    ])
    func `no text does anything to a terminal`(text: String, written: String) {
        log.say(.notice, text)
        log.complain("it", .warning, text)
        #expect(book.messages == [written, written])
        #expect(Harmless.line(text) == written)
    }

    @Test func `a message of several lines keeps them, and none of them passes for a message`() {
        log.say(.error, "layout.yaml:3:1: no\n  x: 1\n  ^\n\ntouchbridge: plugin 'mail': all is well\r\n<0>panic\n")
        #expect(
            book.messages
                == ["layout.yaml:3:1: no\n    x: 1\n    ^\n\n  touchbridge: plugin 'mail': all is well\n  <0>panic"]
        )
    }

    @Test func `what stands for one line stays one`() {
        #expect(Harmless.line("USB Panel\ntouchbridge: all is well") == "USB Panel touchbridge: all is well")
    }
}
