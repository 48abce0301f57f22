internal import Contacts
internal import InputEvents
public import ResponderKit

/// Records of devices and of contacts that are no touches yet.
extension TraceRecorder {
    /// A device came, went or lost events.
    public func device(_ number: Int32, _ name: String, _ change: TraceRecord.DeviceChange, at time: Int64) {
        var record = record(.device, at: max(time, application.now))
        record.device = number
        record.subject = names.id(of: name, .device)
        record.detail = change.rawValue
        write(record)
    }

    func contact(
        _ change: ContactChange,
        _ refusal: StrokeRefusal?,
        isTakenBack: Bool,
        away: Int64,
        at place: Point,
        of device: Int32,
        _ time: Int64
    ) {
        var record = TraceRecord(isTakenBack ? .contactTakenBack : .contact, at: time)
        record.other = InternedID(clamping: away)
        record.device = device
        record.slot = Int16(truncatingIfNeeded: change.slot)
        record.detail = TraceRecord.ContactRejection(refusal).rawValue
        (record.x, record.y) = (Double(change.state.x), Double(change.state.y))
        (record.u, record.v) = (place.x, place.y)
        write(record)
    }

    func neglected(
        _ slot: Int,
        _ state: SlotState,
        _ reason: ContactTracker.Neglect,
        _ hasTouched: Bool,
        _ pressure: Int16,
        at place: Point,
        of device: Int32,
        _ time: Int64
    ) {
        var record = TraceRecord(hasTouched ? .contactTakenBack : .contact, at: time)
        record.device = device
        record.slot = Int16(truncatingIfNeeded: slot)
        record.detail = TraceRecord.ContactRejection(reason).rawValue
        if reason == .tooLight { (record.former, record.count) = (state.distance > 0 ? 1 : 0, pressure) }
        (record.x, record.y) = (Double(state.x), Double(state.y))
        (record.u, record.v) = (place.x, place.y)
        write(record)
    }

    func ghost(_ device: Int32, _ report: GhostReport) {
        var record = record(.ghost, at: max(report.time, application.now))
        record.device = device
        record.detail = report.change == .found ? 1 : 0
        record.former = report.reason.rawValue
        record.count = Int16(clamping: report.touches)
        (record.x, record.y) = (Double(report.since), Double(report.period ?? 0))
        (record.u, record.v) = (report.place.x, report.place.y)
        write(record)
    }

    public func ignored(_ sample: TouchSample, reason: IgnoredTouch) {
        // One that wakes a screen has its record before the handlers of that screen.
        if reason == .unwanted, wakingFinger == sample.finger {
            wakingFinger = nil
        } else {
            ignored(sample, reason, on: 0)
        }
    }

    /// A finger went down on a screen that it wakes, and never becomes a touch.
    func unheard(_ sample: TouchSample, on screen: String) {
        wakingFinger = sample.finger
        ignored(sample, .unwanted, on: names.id(of: screen, .screen))
    }

    private func ignored(_ sample: TouchSample, _ reason: IgnoredTouch, on screen: InternedID) {
        var record = record(.ignored)
        record.subject = screen
        record.device = sample.finger.device
        record.slot = Int16(truncatingIfNeeded: sample.finger.contact)
        record.detail = reason.rawValue
        (record.u, record.v) = (sample.location.x, sample.location.y)
        write(record)
    }
}
