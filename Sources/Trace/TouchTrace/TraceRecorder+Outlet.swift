public import Occurrences
public import Synchronization

extension TraceRecorder {
    /// Where records of another thread's reader go.
    public final class Outlet: Sendable {
        public let records: Pipe<TraceRecord>
        /// What handlers were told, by the `eventNumber` of their records.
        public let occurrences: Pipe<DeliveredEvent>
        /// How long after a frame's time all was decided that came of it, in microseconds; none where nobody counts.
        public let delays = Pipe<Int64>(capacity: 1024)
        /// How many records found no room.
        public let lost = Atomic<Int>(0)
        /// How many of them were none that only go on: who reads has to begin anew.
        public let lostForGood = Atomic<Int>(0)
        /// What goes on leaves so much room to what begins and ends.
        private let reserve: Int

        public init(records: Int, occurrences: Int) {
            self.records = Pipe(capacity: records)
            self.occurrences = Pipe(capacity: occurrences)
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
        public let occurrence: Occurrence

        public init(number: Int, occurrence: Occurrence) { (self.number, self.occurrence) = (number, occurrence) }
    }

    /// Who wants to know what was decided.
    public enum Reader: Sendable {
        case caller, flightRecorder, inspector, trace
    }
}
