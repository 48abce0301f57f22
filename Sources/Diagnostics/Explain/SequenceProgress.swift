internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Counts the completed steps of gesture sequences, with the same result as the recognizer `GestureSequence`.
struct SequenceProgress {
    /// Touches and time of the latest step of each sequence, by the sequence's id.
    private var latestSteps: [InternedID: (touches: [Int32], time: Int64)] = [:]
    /// Number of completed steps of each sequence, and time of its latest step, by sequence index.
    private var progress: [Int: (made: Int, time: Int64)] = [:]

    /// Number of completed steps of each sequence, by sequence index.
    var stepsMade: [Int: Int] { progress.mapValues(\.made) }

    /// Returns the effect of a recognized gesture on each sequence that contains the gesture, by sequence index.
    mutating func take(recognized record: TraceRecord, _ facts: LayoutFacts) -> [(Int, TouchHistory.Turn)] {
        // A gesture is recognized when it begins, or when it ends without having begun.
        guard record.state == .began || (record.state == .ended && record.formerState == .possible) else { return [] }
        return facts.sequences.enumerated().filter { $0.element.steps.contains(record.subject) }.map {
            index,
            sequence in
            var (made, time) = progress[index] ?? (0, 0)
            var late: Int64?
            var other: InternedID?
            if made > 0, record.time - time >= sequence.limits[made] {
                if sequence.steps[made] == record.subject { late = record.time - time }
                made = 0
            }
            if sequence.steps[made] != record.subject { (other, made) = (sequence.steps[made], 0) }
            made = sequence.steps[made] == record.subject ? made + 1 : 0
            progress[index] = (made == sequence.steps.count ? 0 : made, record.time)
            return (index, TouchHistory.Turn(gesture: record.subject, made: made, late: late, other: other))
        }
    }

    /// For the record of a step, returns the record and the touches of the step's gesture. For the record of a timeout,
    /// returns the touches of the previous step. The returned record then also contains the time since that step.
    mutating func take(step record: TraceRecord, touches: [Int32]) -> (TraceRecord, touches: [Int32]) {
        var record = record
        if record.other != 0 {
            latestSteps[record.subject] = (touches, record.time)
        } else if let latest = latestSteps[record.subject] {
            record.timeSinceStep = record.time - latest.time
        }
        return (record, latestSteps[record.subject]?.touches ?? [])
    }
}
