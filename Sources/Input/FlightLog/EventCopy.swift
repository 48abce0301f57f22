public import InputEvents

/// What an `EventLog` held at one time, for any thread.
public struct EventCopy: Sendable {
    let entries: [EventLog.Entry]
    /// The number of the oldest entry.
    let start: Int
    let records: [EventLog.Record]
    let descriptions: [DeviceDescription?]

    /// What is known of one device.
    public struct Device: Sendable {
        /// Its place in the log.
        public let place: Int
        /// Its number at the hub.
        public let number: Int32
        /// Nil when the log was found and not made.
        public let description: DeviceDescription?
        /// How it was found, unless all that it ever said is there, and then what it said, report by report.
        public let events: [RawEvent]
    }

    /// The time of the newest event, nil when there is none.
    public var newest: Int64? { entries.map(\.time).max() }

    /// Each device with what it said since a time, in the order of their numbers.
    ///
    /// A device's part begins earlier when fingers were down then, so that their touches are whole, as far as there are
    /// events. Where there are not, they are found down, and count for nothing until they lift (K6).
    public func devices(since time: Int64) -> [Device] {
        var devices: [Device] = []
        for (place, record) in records.enumerated() where record.number > 0 {
            let events = replayable(place, record, since: time)
            if record.goneAt != .max, events.isEmpty { continue }
            let description = descriptions[place]
            devices.append(Device(place: place, number: record.number, description: description, events: events))
        }
        return devices.sorted { $0.number < $1.number }
    }

    private func replayable(_ place: Int, _ record: EventLog.Record, since time: Int64) -> [RawEvent] {
        let own = entries.indices.filter { Int(entries[$0].place) == place && start + $0 >= record.first }
        let first = beginning(of: own, record.state, since: time)
        var state = record.state
        for index in own[..<first] { state.apply(entries[index].event) }
        var events = state.hasHistory && !state.isMidFrame ? state.discovery() : []
        for index in own[first...] {
            let event = entries[index].event
            events.append(event)
            state.apply(event)
        }
        if record.goneAt != .max, !events.isEmpty {
            if record.goneAt < time { return [] }
            events += state.farewell(at: max(record.goneAt, state.time))
        }
        return events
    }

    /// The place of the first event to be told: behind a report, and no finger down there if that can be.
    private func beginning(of own: [Int], _ base: DeviceState, since time: Int64) -> Int {
        var state = base
        var clean: Int?
        var late: Int?
        // Before the first one, unless what made room was half a report.
        if !state.isMidFrame { if state.isTouched { late = 0 } else { clean = 0 } }
        for (place, index) in own.enumerated() {
            let event = entries[index].event
            if event.time > time, clean != nil || late != nil { break }
            state.apply(event)
            guard !state.isMidFrame else { continue }
            if state.isTouched { late = place + 1 } else { clean = place + 1 }
        }
        return clean ?? late ?? own.count
    }
}
