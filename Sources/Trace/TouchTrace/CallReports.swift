public import HandlerEvents
public import PluginAPI
internal import Synchronization

/// The newest results of handler calls, as reported by plugins, for flight-recorder dumps and touch explanations.
///
/// A plugin's thread adds each result after the call. The input thread is not involved.
public final class CallReports: Sendable {
    /// Result of one call.
    public struct Entry: Sendable {
        /// Time of the report, in microseconds of the event clock.
        public let time: Int64
        /// Time of the event that caused the call, in microseconds of the event clock.
        public let called: Int64
        public let plugin: String
        public let handler: String
        public let view: String
        /// Id of the gesture or sequence, or name of the action; nil for other events.
        public let source: String?
        /// Index of the call among the calls for the event.
        public let position: Int
        /// Slot of the finger; nil for events without a single touch.
        public let slot: Int?
        public let event: EventName
        public let report: CallReport
        /// Whether the call was caused by a move or a change of a value.
        package var isFrequent: Bool { event.flow == .continues || event.flow == .value }

        public init(_ report: CallReport, of event: HandlerEvent, for binding: Binding, at time: Int64) {
            (self.report, self.time, called, self.event) = (report, max(time, event.time), event.time, event.event)
            (plugin, handler, view) = (binding.plugin, binding.handler, binding.view)
            (source, position) = (binding.gesture ?? binding.action, binding.position)
            slot = event.touchSlot
        }
    }

    /// Limit call-reports (limits.md, Internal bounds): maximum number of results of handler calls that the flight
    /// recorder retains; the oldest result is removed first.
    static let limit = 1024

    private struct State {
        var entries: [Entry] = []
        /// Index of the oldest entry after the list is full.
        var oldest = 0
        var totalCount = 0
        /// Receives each result as a trace line, for a dump after a crash.
        var memory: DecisionMemory?

        /// Returns the newest entries, oldest first.
        func newest(_ count: Int) -> [Entry] {
            (entries.count - min(count, entries.count)..<entries.count).map { entries[(oldest + $0) % entries.count] }
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds a result; thread-safe. For moves and values, adds only failures: the frequent successes would replace the
    /// results of all other calls.
    public func add(_ entry: Entry) {
        guard entry.report.result == .failed || !entry.isFrequent else { return }
        // Renders the line without the lock, because the input thread takes the lock to write a dump.
        let isStored = state.withLock { $0.memory != nil }
        let line = isStored ? Self.line(entry) : []
        state.withLock { state in
            state.totalCount += 1
            if !line.isEmpty { state.memory?.add(resultLine: line) }
            guard state.entries.count >= Self.limit else { return state.entries.append(entry) }
            state.entries[state.oldest] = entry
            state.oldest = (state.oldest + 1) % Self.limit
        }
    }

    private static func line(_ entry: Entry) -> [UInt8] {
        var text = TraceText(InternTable())
        text.render(entry)
        return text.bytes
    }

    /// Number of results added so far.
    public var totalCount: Int { state.withLock(\.totalCount) }

    /// Also writes later results to `memory`; nil stops writing.
    package func store(in memory: DecisionMemory?) { state.withLock { $0.memory = memory } }

    /// The retained results, oldest first.
    public var all: [Entry] { state.withLock { $0.newest($0.entries.count) } }

    /// Returns the retained results after the first `count` results, oldest first, and the new total count.
    public func added(after count: Int) -> (entries: [Entry], totalCount: Int) {
        state.withLock { ($0.newest($0.totalCount - count), $0.totalCount) }
    }
}
