public import HandlerEvents
public import Synchronization

extension TraceRecorder {
    /// Where records of another thread's reader go.
    public final class Outlet: Sendable {
        public let records: Pipe<TraceRecord>
        /// What handlers were told, by the `eventNumber` of their records.
        public let handlerEvents: Pipe<DeliveredEvent>
        /// How long after a frame's time all was decided that came of it, in microseconds; none where nobody counts.
        public let delays = Pipe<Int64>(capacity: 1024)
        /// How many records found no room.
        public let lost = Atomic<Int>(0)
        /// How many of them were none that only go on: who reads has to begin anew.
        public let lostForGood = Atomic<Int>(0)
        /// What goes on leaves so much room to what begins and ends.
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
            if !isOngoing { lostForGood.add(1, ordering: .relaxed) }
        }
    }

    /// What a handler was told.
    public struct DeliveredEvent: BitwiseCopyable, Sendable {
        public let number: Int
        public let handlerEvent: HandlerEvent

        public init(number: Int, handlerEvent: HandlerEvent) {
            (self.number, self.handlerEvent) = (number, handlerEvent)
        }
    }

    /// Who wants to know what was decided.
    public enum Reader: Sendable {
        case caller, flightRecorder, inspector, trace
    }
}
