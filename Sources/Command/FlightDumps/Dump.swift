internal import FlightLog
internal import InputEvents
internal import Recordings
internal import TouchTrace

/// Contents of a dump, detached from the input thread.
struct Dump: Sendable {
    let events: EventCopy
    /// Texts of devices restored from a crash file, which have no description, by slot.
    var texts: [[UInt8]] = []
    var records: [TraceRecord] = []
    var names = InternTable()
    var origin: RecordingOrigin

    /// Creates a dump of a crashed process, up to its last event.
    ///
    /// Timestamps come from the file and may be arbitrary; device clocks are never negative.
    init(of remains: CrashFile.Remains) {
        (events, texts, origin) = (remains.copy, remains.texts, remains.origin)
        origin.time = max(0, remains.copy.newest ?? 0)
    }

    init(events: EventCopy, texts: [[UInt8]] = [], origin: RecordingOrigin) {
        (self.events, self.texts, self.origin) = (events, texts, origin)
    }

    private var since: Int64 { origin.time - Int64(origin.seconds) * 1_000_000 }

    /// Whether no device can be described; a recording needs at least one.
    var isEmpty: Bool { described.isEmpty }

    /// Writes the dump in chunks.
    func write(_ write: ([UInt8]) throws(DumpError) -> Void) throws(DumpError) {
        var text = RecordText()
        let devices = described
        text.begin(deviceCount: devices.count, origin)
        for (device, description) in devices {
            text.add(description: description)
            var frame: [RawEvent] = []
            for event in device.events where event.time >= 0 {
                frame.append(event)
                // A part of a frame that the kernel split continues (K7); an incomplete frame was not processed yet.
                guard event.isMark(.report), event.value != 1 else { continue }
                text.add(report: frame)
                frame.removeAll(keepingCapacity: true)
                if text.count > 1 << 16 { try write(text.take()) }
            }
            // Parts of a split frame whose last report is missing.
            if frame.last?.isMark(.report) == true { text.add(report: frame) }
            try write(text.take())
        }
        text.beginTrace()
        var deviceNames: [Int32: String] = [:]
        for (device, _) in devices { deviceNames[device.number] = device.description?.name }
        var lines = TraceText(dumping: names, devices: deviceNames)
        for record in records where record.time >= since && !record.isOngoing {
            if lines.render(record) { text.add(traceLine: lines.bytes) }
            if text.count > 1 << 16 { try write(text.take()) }
        }
        try write(text.take())
    }

    private var described: [(device: EventCopy.Device, text: [UInt8])] {
        events.devices(since: since).compactMap { device in
            let text = device.description.map { RecordText.description(of: $0) } ?? texts[device.slot]
            return text.flatMap { $0.isEmpty ? nil : (device, $0) }
        }
    }
}
