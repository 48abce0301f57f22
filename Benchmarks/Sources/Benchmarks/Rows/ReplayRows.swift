import CBareDecode
import CSlotLoop
import InputEvents
import Recordings
import Report

/// Speed of replaying recordings, compared with C programs that decode the same bytes or only track the slots.
enum ReplayRows {
    private static let group = "Replay, events per second of processor time"
    private static let wanted = 15e6
    private static let turns = 15

    static func measure() throws -> [Row] {
        let (description, events) = longRecording(fingers: 10)
        return try inMemory() + onDisk(description, events)
    }

    // MARK: Files

    private static func onDisk(_ description: DeviceDescription, _ events: [RawEvent]) throws -> [Row] {
        let folder = try ScratchFolder()
        defer { folder.remove() }
        let evemu = folder.path + "/moves.evemu"
        let record = folder.path + "/moves.yml"
        let writers: [any RecordingWriter] = [
            try EvemuWriter(path: evemu, device: description),
            try LibinputRecordWriter(path: record, devices: [description]),
        ]
        for writer in writers {
            for event in events { try writer.write(RecordedEvent(device: 0, event: event)) }
            try writer.finish()
        }
        return [
            try row(
                "evemu file to events",
                evemu,
                follows: false,
                "The C program does not validate the file and reports no errors."
            ),
            try row(
                "evemu file to a view's method, 10 fingers",
                evemu,
                follows: true,
                "The C program decodes the same bytes and tracks slots. Touchbridge also validates each line, maps "
                    + "and filters contacts, creates touches, finds the view and calls the view's method."
            ),
            try row(
                "libinput-record file to a view's method, 10 fingers",
                record,
                follows: true,
                "Touchbridge reads the file twice, because devices can be described after their events, and "
                    + "accepts irregular YAML. The C program accepts only regular YAML."
            ),
        ]
    }

    private static func row(_ what: String, _ path: String, follows: Bool, _ remark: String) throws -> Row {
        var result = bare_decode()
        let decode = path.hasSuffix(".yml") ? bare_decode_record : bare_decode_evemu
        guard decode(&result, path, follows ? 1 : 0) == 0, result.events > 0 else {
            throw ReportFiles.Failure(description: "\(path) cannot be decoded")
        }
        let count = Int(result.events)
        var read = 0
        let samples = try Measure.turns(turns, calls: count) {
            let reader = try RecordingReader(path: path)
            if follows {
                let way = try PanelWay(reader.devices[0])
                while let recorded = try reader.next() { way.take(recorded.event) }
                read += way.sink.count
            } else {
                while let recorded = try reader.next() { read &+= Int(recorded.event.value) }
            }
        } _: {
            _ = decode(&result, path, follows ? 1 : 0)
        }
        precondition(read > 0 && result.sum != 0)
        return Row(
            group,
            what,
            unit: "events/s",
            ours: samples.ours.map { 1e9 / $0 },
            beside: Row.Peer(follows ? "bare C, slots only" : "bare C", samples.theirs.map { 1e9 / $0 }),
            goals: [.ratio(atLeast: 0.5), .value(atLeast: wanted)],
            remark: remark
        )
    }

    /// Returns a recording of 8000 frames, at 125 frames per second.
    private static func longRecording(fingers: Int32) -> (DeviceDescription, [RawEvent]) {
        let frames = PipelineBench.moves(fingers)
        var events: [RawEvent] = []
        for round in 0..<8 {
            for var event in frames where round == 0 || Axis(rawValue: event.code) != .trackingID {
                event.time += Int64(round) * 8_000_000
                events.append(event)
            }
        }
        return (PipelineBench.panel(), events)
    }

    // MARK: Memory

    private static func inMemory() throws -> [Row] {
        var rows: [Row] = []
        for fingers: Int32 in [1, 10] {
            rows.append(
                try memoryRow(
                    "\(fingers) \(fingers == 1 ? "finger" : "fingers")",
                    PipelineBench.panel(),
                    PipelineBench.moves(fingers)
                )
            )
        }
        if let (description, events) = PipelineBench.recorded("dell-canvas-touch") {
            rows.append(try memoryRow("a real panel (dell-canvas-touch)", description, events))
        }
        return rows
    }

    /// The kernel's `struct input_event`.
    private struct KernelEvent {
        var seconds: Int
        var microseconds: Int
        var type: UInt16
        var code: UInt16
        var value: Int32
    }

    private static func memoryRow(_ what: String, _ description: DeviceDescription, _ events: [RawEvent]) throws -> Row
    {
        let way = try PanelWay(description)
        let bytes = events.map { event in
            KernelEvent(
                seconds: Int(event.time / 1_000_000),
                microseconds: Int(event.time % 1_000_000),
                type: event.type.rawValue,
                code: event.code,
                value: event.value
            )
        }
        let duration = (events[events.count - 1].time - events[0].time) / 1_000_000 + 1
        let rounds = max(1, 200_000 / events.count)
        var later = 0
        var loop = slot_loop()
        let samples = Measure.turns(turns, calls: rounds * events.count) {
            for _ in 0..<rounds {
                for event in bytes {
                    let seconds = Int64(event.seconds + later)
                    way.take(
                        RawEvent(
                            time: seconds * 1_000_000 + Int64(event.microseconds),
                            type: EventType(rawValue: event.type),
                            code: event.code,
                            value: event.value
                        )
                    )
                }
                later += Int(duration)
            }
        } _: {
            for _ in 0..<rounds { slot_loop_run(&loop, bytes, bytes.count) }
        }
        precondition(way.sink.count > 0 && loop.frames > 0)
        return Row(
            group,
            "events in memory to a view's method, \(what)",
            unit: "events/s",
            ours: samples.ours.map { 1e9 / $0 },
            beside: Row.Peer("bare C, slots only", samples.theirs.map { 1e9 / $0 }),
            goals: [.value(atLeast: wanted)],
            remark:
                "The C loop decodes nothing and stores four numbers. It is a lower bound for event processing, not "
                + "a goal."
        )
    }
}
