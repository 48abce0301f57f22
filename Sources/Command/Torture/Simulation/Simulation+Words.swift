internal import Bridge
package import HandlerEvents
internal import LayoutRuntime
package import PluginAPI

/// Counts what a trace says.
package final class TraceWords: HandlerObserver {
    /// Lines of handler calls.
    package private(set) var handlers = 0
    /// Handler calls, also those of plugins that could not be started.
    package private(set) var calls = 0

    package func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) { calls += 1 }

    func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        let kind = Array("\"kind\":\"handler\"".utf8)
        let line = Array(bytes.prefix(80))
        guard line.count >= kind.count else { return }
        for start in 0...line.count - kind.count where line[start...].starts(with: kind) {
            handlers += 1
            return
        }
    }
}

extension Simulation {
    /// Has everything traced from now on.
    package func countWords() -> TraceWords {
        let words = TraceWords()
        pipeline.trace { words.take($0) }
        pipeline.addObserver(words)
        return words
    }
}
