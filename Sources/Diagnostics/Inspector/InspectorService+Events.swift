internal import FlightLog
internal import Platform
internal import Recordings
internal import Snapshots
internal import TouchTrace

/// Responds to the inspector pages' requests for recordings and for the panels' contacts at a given time.
extension InspectorService {
    /// Limit inspector-recording (limits.md, Web pages and clients): maximum number of events in a recording that the
    /// inspector saves. If exceeded: the page shows an error.
    static let eventLimit = 262_144

    /// Responds to the web pages' requests that need raw events. `events` is nil if raw events are not recorded.
    func answerQuestions(about events: EventCopy?) {
        for client in clients.values where client.replies.isEmpty {
            if let range = client.takeRecording() {
                client.replies.append(Message.recording(recording(of: range, from: events)))
            }
            if let time = client.slotTime, time != .max { answerSlots(of: client, from: events, at: time) }
        }
    }

    func answerSlots(of client: Client, from events: EventCopy?, at time: Int64) {
        finishSlots(of: client, events.map { PanelContacts.all(in: $0, at: time) } ?? [], at: time)
    }

    /// Responds to the web pages' requests for the current contacts.
    func answerQuestions(about contacts: [PanelContacts]) {
        for client in clients.values where client.needsContacts {
            finishSlots(of: client, contacts, at: .max)
        }
    }

    private func finishSlots(of client: Client, _ contacts: [PanelContacts], at time: Int64) {
        client.slotTime = nil
        client.replies.append(Message.slots(contacts, at: time))
    }

    private func recording(of range: ClosedRange<Int64>, from events: EventCopy?) -> Message.Recording {
        guard let events else {
            return .failure("the flight recorder is off, so no raw events are available; save a touch script instead")
        }
        var origin = RecordingOrigin()
        (origin.version, origin.reason, origin.time) = (version, "saved by the inspector", range.upperBound)
        // Rounds up to whole seconds, at least one.
        origin.seconds = Int((range.upperBound - range.lowerBound - 1) / 1_000_000 + 1)
        origin.made = epoch()?.date(of: range.upperBound) ?? ""
        var period = RecordedPeriod(events.devices(in: range), origin)
        guard !period.isEmpty else {
            return .failure("no panel sent an event in these seconds, or the events are too old")
        }
        guard period.eventCount <= Self.eventLimit else {
            return .failure("the selected seconds contain more than \(Self.eventLimit) events; select fewer seconds")
        }
        if let names = mailbox.names { period.names = names }
        period.records = (history.start..<history.end).map { history[$0] }.filter { range.contains($0.time) }
        period.reports = mailbox.callReports.filter { range.contains($0.called) }
        var text: [UInt8] = []
        period.write { text += $0 }
        return .success(text)
    }
}

/// A copy of the raw events, retained while pages request earlier contacts.
struct RetainedEvents {
    private let copy: EventCopy
    private let newest: Int64?
    /// Remaining number of `tick()` calls until the copy is released.
    private var rest = Self.life

    /// Maximum number of `tick()` calls without a use, about 5 s; then the copy is released.
    static let life = 150

    init(_ copy: EventCopy) { (self.copy, newest) = (copy, copy.newest) }

    /// Returns the copy and restarts its countdown; nil if the copy does not contain all events until the given time.
    mutating func copy(until time: Int64) -> EventCopy? {
        guard let newest, time <= newest else { return nil }
        rest = Self.life
        return copy
    }

    mutating func tick() { rest -= 1 }

    /// Whether the copy must be released.
    var isExpired: Bool { rest <= 0 }
}
