public import HandlerEvents
public import Synchronization

extension TraceRecorder {
    /// Queues of records for a reader on another thread.
    public final class Outlet: Sendable {
        public let records: Pipe<TraceRecord>
        /// Events of handler calls. The number of each event is its record's `eventNumber`.
        public let handlerEvents: Pipe<DeliveredEvent>
        /// Delays between each frame's timestamp and the end of its dispatch, in microseconds. Empty if the recorder
        /// has no clock.
        public let delays = Pipe<Int64>(capacity: 1024)
        /// Number of records dropped because the queue was full. Progress records, such as moves, are dropped as soon
        /// as only reserved elements are free.
        public let lost = Atomic<Int>(0)
        /// Number of dropped records, excluding progress records. After such a loss, the reader must discard its
        /// incomplete state.
        public let droppedCount = Atomic<Int>(0)
        /// Number of queue elements reserved for records of beginnings and ends; not available to progress records.
        private let reserve: Int

        public init(records: Int, handlerEvents: Int) {
            self.records = Pipe(capacity: records)
            self.handlerEvents = Pipe(capacity: handlerEvents)
            reserve = records / 4
        }

        @inline(__always)
        func put(_ record: TraceRecord, isOngoing: Bool) {
            let isPut = isOngoing && records.room <= reserve ? false : records.put(record)
            guard !isPut else { return }
            lost.add(1, ordering: .relaxed)
            if !isOngoing { droppedCount.add(1, ordering: .relaxed) }
        }
    }

    /// An event of a handler call.
    public struct DeliveredEvent: BitwiseCopyable, Sendable {
        public let number: Int
        public let handlerEvent: HandlerEvent

        public init(number: Int, handlerEvent: HandlerEvent) {
            (self.number, self.handlerEvent) = (number, handlerEvent)
        }
    }

    /// A consumer of trace records.
    public enum Reader: Sendable {
        case caller, flightRecorder, followers, inspector, trace
    }
}
