public import HandlerEvents
public import Synchronization

extension TraceRecorder {
    /// Queues that carry records to a reader on another thread.
    public final class Outlet: Sendable {
        public let records: Pipe<TraceRecord>
        /// Events that handlers received; the number of each event is the `eventNumber` of its record.
        public let handlerEvents: Pipe<DeliveredEvent>
        /// Delays from the timestamp of each frame to the end of the frame's dispatch, in microseconds. Empty unless
        /// the recorder has a clock.
        public let delays = Pipe<Int64>(capacity: 1024)
        /// Number of records that were dropped because the queue was full. Progress records, such as moves, are dropped
        /// when only the reserved elements are free.
        public let lost = Atomic<Int>(0)
        /// Number of dropped records other than progress records. After such a loss, the reader's state is incomplete
        /// and must be discarded.
        public let droppedCount = Atomic<Int>(0)
        /// Number of queue elements that are reserved for records of beginnings and ends; progress records cannot use
        /// these elements.
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

    /// An event that a handler received.
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
