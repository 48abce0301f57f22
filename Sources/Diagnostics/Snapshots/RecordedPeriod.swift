package import FlightLog
internal import InputEvents
package import Recordings
package import TouchTrace

/// Device events and trace records of a period, for writing a recording. Shares no data with the input thread.
package struct RecordedPeriod: Sendable {
    private let devices: [Device]
    package var origin: RecordingOrigin
    /// Records of the period, oldest first.
    package var records: [TraceRecord] = []
    package var names = InternTable()
    /// Results of handler calls, as reported by plugins.
    package var reports: [CallReports.Entry] = []
    /// Results of handler calls from the file of a crashed process, as lines of JSON with their times.
    package var resultLines: [(time: Int64, line: [UInt8])] = []

    private struct Device: Sendable {
        let device: EventCopy.Device
        let text: [UInt8]
    }

    /// Creates a period. For a device without a `DeviceDescription`, `text` returns the encoded description. Devices
    /// whose description cannot be encoded are omitted.
    package init(
        _ devices: [EventCopy.Device],
        _ origin: RecordingOrigin,
        text: (EventCopy.Device) -> [UInt8]? = { _ in nil }
    ) {
        self.origin = origin
        self.devices = devices.compactMap { device in
            let text = device.description.map { RecordText.description(of: $0) } ?? text(device)
            return text.flatMap { $0.isEmpty ? nil : Device(device: device, text: $0) }
        }
    }

    /// Whether the period has no device; a recording requires at least one device.
    package var isEmpty: Bool { devices.isEmpty }
    package var eventCount: Int { devices.reduce(0) { $0 + $1.device.events.count } }

    /// Writes the recording in chunks; `write` receives each chunk.
    package func write<Failure: Error>(_ write: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        var text = RecordText()
        text.begin(deviceCount: devices.count, origin)
        for device in devices {
            text.add(description: device.text)
            var frame: [RawEvent] = []
            for event in device.device.events where event.time >= 0 {
                frame.append(event)
                // A SYN_REPORT with value 1 ends only a part of a frame that the kernel has split (K7). An incomplete
                // frame at the end is omitted, because the pipeline has not processed this frame.
                guard event.isMark(.report), event.value != 1 else { continue }
                text.add(report: frame)
                frame.removeAll(keepingCapacity: true)
                if text.count > 1 << 16 { try write(text.take()) }
            }
            // If the last part of a split frame is missing, writes the complete parts before it.
            if frame.last?.isMark(.report) == true { text.add(report: frame) }
            try write(text.take())
        }
        text.beginTrace()
        var deviceNames: [Int32: String] = [:]
        for device in devices {
            deviceNames[device.device.number] =
                device.device.description?.name ?? RecordText.name(in: device.text)
        }
        var lines = TraceText(dumping: names, devices: deviceNames)
        let rendered = reports.map { report in
            lines.render(report)
            return (time: report.time, line: lines.bytes)
        }
        var results = (rendered + resultLines).sorted { $0.time < $1.time }[...]
        for record in records where !record.isOngoing {
            while let result = results.first, result.time < record.time {
                text.add(traceLine: results.removeFirst().line)
            }
            if lines.render(record) { text.add(traceLine: lines.bytes) }
            if text.count > 1 << 16 { try write(text.take()) }
        }
        for result in results { text.add(traceLine: result.line) }
        try write(text.take())
    }
}
