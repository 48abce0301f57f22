internal import TouchTrace

/// Results of handler calls that an event-following client has not received yet.
struct NewResults {
    private let reports: CallReports
    /// Whether the client receives handler calls for moves, and their results.
    private let includesMoves: Bool
    /// Value of `reports.totalCount` when results were last taken.
    private var takenCount: Int
    /// Results taken in the previous turn, and number of results that `reports` had already discarded.
    private var waiting: (entries: [CallReports.Entry], lostCount: Int) = ([], 0)

    init(_ reports: CallReports, includesMoves: Bool) {
        (self.reports, self.includesMoves, takenCount) = (reports, includesMoves, reports.totalCount)
    }

    /// Returns the lines of the previous call's results, and takes the new results.
    ///
    /// The delay of one turn is necessary, because a plugin can report a result before the input thread records the
    /// call.
    mutating func nextLines(_ text: inout TraceText) -> [UInt8] {
        defer { take() }
        var lines: [UInt8] = []
        if waiting.lostCount > 0, let first = waiting.entries.first {
            text.renderLoss(of: waiting.lostCount, before: first.time)
            lines += text.bytes
        }
        for entry in waiting.entries where includesMoves || !entry.isFrequent {
            text.render(entry)
            lines += text.bytes
        }
        return lines
    }

    private mutating func take() {
        let new = reports.added(after: takenCount)
        waiting = (new.entries, new.totalCount - takenCount - new.entries.count)
        takenCount = new.totalCount
    }
}
