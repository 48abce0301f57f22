internal import Bridge
package import HandlerEvents
internal import LayoutRuntime
package import PluginAPI

/// Counts the handler calls that were made, and the handler calls in a trace. Calls that a condition, `atMost` or
/// `after` withheld are not counted.
package final class TraceWords: HandlerObserver {
    /// Number of trace lines that describe handler calls.
    package private(set) var handlers = 0
    /// Number of handler calls, including calls to plugins that failed to start.
    package private(set) var calls = 0

    package func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) { calls += 1 }

    func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        let kind = Array("\"kind\":\"handler\"".utf8)
        let line = Array(bytes.prefix(80))
        guard line.count >= kind.count else { return }
        guard (0...line.count - kind.count).contains(where: { line[$0...].starts(with: kind) }) else { return }
        let end = String(decoding: bytes.suffix(24), as: UTF8.self)
        let isWithheld = ["skipped", "limited", "delayed"].contains { end.hasSuffix("\"outcome\":\"\($0)\"}\n") }
        if !isWithheld { handlers += 1 }
    }
}

extension Simulation {
    /// Starts a trace and returns a counter of the handler calls from this time on.
    package func countWords() -> TraceWords {
        let words = TraceWords()
        pipeline.trace { words.take($0) }
        pipeline.addObserver(words)
        return words
    }
}
