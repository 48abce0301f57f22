public import InputEvents

/// Snapshot of an `EventLog` that any thread can use.
public struct EventCopy: Sendable {
    let entries: [EventLog.Entry]
    /// Sequence number of the oldest entry.
    let start: Int
    let records: [EventLog.Record]
    let descriptions: [DeviceDescription?]

    /// The replayable events of one device.
    public struct Device: Sendable {
        /// Slot of the device in the log.
        public let slot: Int
        /// Number of the device in the `InputHub`.
        public let number: Int32
        /// Description of the device; nil if the log was read from a file.
        public let description: DeviceDescription?
        /// Events in whole frames. If earlier events of the device are omitted, the first events set the device
        /// to the state that these earlier events produced.
        public let events: [RawEvent]
    }

    /// Time of the newest event; nil if the log is empty.
    public var newest: Int64? { entries.lazy.map(\.time).max() }

    /// Returns the devices with their events since a time, sorted by device number. Omits removed devices without such
    /// events. Each device's events stop before its first event after `end`.
    ///
    /// If contacts were down at that time, the device's events begin earlier, so that the touches are complete. If the
    /// log no longer contains the earlier events, a replay ignores these contacts until they lift (K6).
    public func devices(since time: Int64, until end: Int64 = .max) -> [Device] {
        devices { slot, record in
            let events = replayable(slot, record, since: time, until: end)
            return record.removedAt != .max && events.isEmpty ? nil : events
        }
    }

    /// Returns the devices with their whole frames in a range of times, sorted by device number. Omits devices that
    /// sent no event before the end of the range, and devices that were removed before the range.
    ///
    /// A contact that is down at the beginning of the range goes down at that time, with its last values. A contact
    /// that is down at the end of the range lifts at that time. If the log no longer contains the device's events at
    /// the beginning of the range, the device's events begin at the first known state.
    public func devices(in range: ClosedRange<Int64>) -> [Device] {
        devices { slot, record in
            guard record.removedAt >= range.lowerBound else { return nil }
            let events = excerpt(slot, record, in: range)
            return events.isEmpty ? nil : events
        }
    }

    private func devices(_ events: (_ slot: Int, EventLog.Record) -> [RawEvent]?) -> [Device] {
        var devices: [Device] = []
        for (slot, record) in records.enumerated() where record.number > 0 {
            guard let events = events(slot, record) else { continue }
            let description = descriptions[slot]
            devices.append(Device(slot: slot, number: record.number, description: description, events: events))
        }
        return devices.sorted { $0.number < $1.number }
    }

    private func excerpt(_ slot: Int, _ record: EventLog.Record, in range: ClosedRange<Int64>) -> [RawEvent] {
        var state = record.state
        // The state before the last event that was removed from the log is unknown.
        let beginning = max(range.lowerBound, state.time)
        guard beginning <= range.upperBound else { return [] }
        var events: [RawEvent]?
        var frame: [RawEvent] = []
        for index in entries.indices where Int(entries[index].slot) == slot && start + index >= record.first {
            let event = entries[index].event
            if events == nil, !state.isMidFrame, event.time >= beginning {
                events = state.openingEvents(at: beginning)
            }
            guard events != nil else {
                state.apply(event)
                continue
            }
            frame.append(event)
            guard event.isMark(.report), event.value == 0 else { continue }
            guard event.time <= range.upperBound else { break }
            for event in frame { state.apply(event) }
            events? += frame
            frame.removeAll(keepingCapacity: true)
        }
        let all = events ?? state.openingEvents(at: beginning)
        let isRemoved = record.removedAt <= range.upperBound
        return all
            + (isRemoved
                ? state.releaseEvents(at: max(record.removedAt, state.time)) : state.liftEvents(at: range.upperBound))
    }

    private func replayable(_ slot: Int, _ record: EventLog.Record, since time: Int64, until end: Int64) -> [RawEvent] {
        var own: [Int] = []
        for index in entries.indices where Int(entries[index].slot) == slot && start + index >= record.first {
            guard entries[index].time <= end else { break }
            own.append(index)
        }
        let first = beginning(of: own, record.state, since: time)
        var state = record.state
        for index in own[..<first] { state.apply(entries[index].event) }
        var events = state.hasHistory && !state.isMidFrame ? state.discoveryEvents() : []
        for index in own[first...] {
            let event = entries[index].event
            events.append(event)
            state.apply(event)
        }
        if record.removedAt != .max, record.removedAt <= end, !events.isEmpty {
            if record.removedAt < time { return [] }
            events += state.releaseEvents(at: max(record.removedAt, state.time))
        }
        return events
    }

    /// Returns the index in `own` of the first event to replay. This event begins a frame; if possible, no contact is
    /// down before this frame.
    private func beginning(of own: [Int], _ base: DeviceState, since time: Int64) -> Int {
        var state = base
        var clean: Int?
        var late: Int?
        // Index 0 is a candidate, except if the removed events end in the middle of a frame.
        if !state.isMidFrame { if state.isTouched { late = 0 } else { clean = 0 } }
        for (position, index) in own.enumerated() {
            let event = entries[index].event
            if event.time > time, clean != nil || late != nil { break }
            state.apply(event)
            guard !state.isMidFrame else { continue }
            if state.isTouched { late = position + 1 } else { clean = position + 1 }
        }
        return clean ?? late ?? own.count
    }
}
