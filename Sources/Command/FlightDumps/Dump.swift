internal import FlightLog
internal import InputEvents
internal import Recordings
internal import TouchTrace

/// What a dump is made of, for any thread to write down.
struct Dump: Sendable {
    let events: EventCopy
    /// The texts of devices that were found and not described, by slot.
    var texts: [[UInt8]] = []
    var records: [TraceRecord] = []
    var names = InternTable()
    var origin: RecordingOrigin

    /// What another process has left, up to its last event.
    ///
    /// Its times are what the file says, which may be anything; no clock of events is below zero.
    init(of remains: CrashFile.Remains) {
        (events, texts, origin) = (remains.copy, remains.texts, remains.origin)
        origin.time = max(0, remains.copy.newest ?? 0)
    }

    init(events: EventCopy, texts: [[UInt8]] = [], origin: RecordingOrigin) {
        (self.events, self.texts, self.origin) = (events, texts, origin)
    }

    private var since: Int64 { origin.time - Int64(origin.seconds) * 1_000_000 }

    /// Whether there is no device to be told of, and no recording without one.
    var isEmpty: Bool { described.isEmpty }

    /// Writes it piece by piece.
    func write(_ write: ([UInt8]) throws(DumpError) -> Void) throws(DumpError) {
        var text = RecordText()
        let devices = described
        text.begin(deviceCount: devices.count, origin)
        for (device, description) in devices {
            text.add(description: description)
            var frame: [RawEvent] = []
            for event in device.events where event.time >= 0 {
                frame.append(event)
                // A part of one that the kernel split goes on (K7); one without an end was not heard of yet.
                guard event.isMark(.report), event.value != 1 else { continue }
                text.add(report: frame)
                frame.removeAll(keepingCapacity: true)
                if text.count > 1 << 16 { try write(text.take()) }
            }
            // Pieces whose frame has had no report of its own.
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
