internal import FlightLog
internal import InputEvents
internal import JSON
internal import Recordings
internal import TouchTrace

/// Contents of a dump; shares no data with the input thread.
struct Dump: Sendable {
    let events: EventCopy
    /// Text descriptions of devices from a crash file, indexed by `EventCopy.Device.slot`. These devices have no
    /// `DeviceDescription`.
    var texts: [[UInt8]] = []
    var records: [TraceRecord] = []
    /// Results of calls that plugins have reported, oldest first.
    var reports: [CallReports.Entry] = []
    /// Results of calls from a crash file, as lines of JSON with their times.
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
            // The line in the file may contain line breaks, which JSON permits between values.
            return (time, Array("\(value)".utf8))
        }
    }

    init(events: EventCopy, texts: [[UInt8]] = [], origin: RecordingOrigin) {
        (self.events, self.texts, self.origin) = (events, texts, origin)
    }

    private var since: Int64 { origin.time - Int64(origin.seconds) * 1_000_000 }

    /// Whether the dump describes no device; a recording requires at least one device.
    var isEmpty: Bool { described.isEmpty }

    /// Writes the dump in several chunks.
    func write(_ write: ([UInt8]) throws(DumpError) -> Void) throws(DumpError) {
        var text = RecordText()
        let devices = described
        text.begin(deviceCount: devices.count, origin)
        for (device, description) in devices {
            text.add(description: description)
            var frame: [RawEvent] = []
            for event in device.events where event.time >= 0 {
                frame.append(event)
                // A SYN_REPORT with value 1 does not end the frame, because the kernel has split the frame (K7). An
                // incomplete frame is omitted, because it was not processed.
                guard event.isMark(.report), event.value != 1 else { continue }
                text.add(report: frame)
                frame.removeAll(keepingCapacity: true)
                if text.count > 1 << 16 { try write(text.take()) }
            }
            // Writes the parts of a split frame whose last part is missing.
            if frame.last?.isMark(.report) == true { text.add(report: frame) }
            try write(text.take())
        }
        text.beginTrace()
        var deviceNames: [Int32: String] = [:]
        for (device, description) in devices {
            deviceNames[device.number] = device.description?.name ?? RecordText.name(in: description)
        }
        var lines = TraceText(dumping: names, devices: deviceNames)
        let rendered = reports.map { report in
            lines.render(report)
            return (time: report.time, line: lines.bytes)
        }
        var results = (rendered + resultLines).filter { $0.time >= since }.sorted { $0.time < $1.time }[...]
        for record in records where record.time >= since && !record.isOngoing {
            while let result = results.first, result.time < record.time {
                text.add(traceLine: results.removeFirst().line)
            }
            if lines.render(record) { text.add(traceLine: lines.bytes) }
            if text.count > 1 << 16 { try write(text.take()) }
        }
        for result in results { text.add(traceLine: result.line) }
        try write(text.take())
    }

    private var described: [(device: EventCopy.Device, text: [UInt8])] {
        events.devices(since: since).compactMap { device in
            let text = device.description.map { RecordText.description(of: $0) } ?? texts[device.slot]
            return text.flatMap { $0.isEmpty ? nil : (device, $0) }
        }
    }
}
