internal import FlightLog
internal import JSON
internal import Recordings
internal import Snapshots
internal import TouchTrace

/// Contents of a dump of the flight recorder; shares no data with the input thread.
struct Dump: Sendable {
    let events: EventCopy
    /// Text descriptions of devices from a crash file, indexed by `EventCopy.Device.slot`. These devices have no
    /// `DeviceDescription`.
    var texts: [[UInt8]] = []
    var records: [TraceRecord] = []
    /// Results of handler calls that plugins have reported, oldest first.
    var reports: [CallReports.Entry] = []
    /// Results of handler calls, read from a crash file as lines of JSON with their times.
    private var resultLines: [(time: Int64, line: [UInt8])] = []
    var names = InternTable()
    var origin: RecordingOrigin

    /// Creates a dump of a crashed process; the dump ends at the last event.
    ///
    /// The timestamps come from the file, so they can have any value. Negative timestamps are invalid, because
    /// CLOCK_MONOTONIC is never negative.
    init(of remains: CrashFile.Remains) {
        (events, texts, origin) = (remains.copy, remains.texts, remains.origin)
        origin.time = max(0, remains.copy.newest ?? 0)
        guard let decisions = remains.decisions else { return }
        (records, names) = (decisions.records, decisions.names)
        origin.omittedNames = decisions.omittedNameCount
        resultLines = decisions.resultLines.compactMap { line in
            guard let value = try? JSONValue(parsing: line), value["kind"]?.text == "result",
                let time = value["t"]?.number.flatMap({ Int64(exactly: $0) })
            else { return nil }
            // Writes the value again on one line, because the text in the file may contain line breaks between JSON
            // values.
            return (time, Array("\(value)".utf8))
        }
    }

    init(events: EventCopy, texts: [[UInt8]] = [], origin: RecordingOrigin) {
        (self.events, self.texts, self.origin) = (events, texts, origin)
    }

    private var since: Int64 { origin.time - Int64(origin.seconds) * 1_000_000 }

    private var period: RecordedPeriod {
        var period = RecordedPeriod(events.devices(since: since), origin) { texts[$0.slot] }
        (period.records, period.names) = (records.filter { $0.time >= since }, names)
        period.reports = reports.filter { $0.time >= since }
        period.resultLines = resultLines.filter { $0.time >= since }
        return period
    }

    /// Whether the dump describes no device; a recording requires at least one device.
    var isEmpty: Bool { period.isEmpty }

    /// Writes the dump in several chunks.
    func write(_ write: ([UInt8]) throws(DumpError) -> Void) throws(DumpError) { try period.write(write) }
}
