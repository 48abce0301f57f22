package import Contacts
internal import InputEvents
package import InputHub
public import ResponderKit

/// Records devices, contacts, ghost touches and ignored touches.
extension TraceRecorder {
    package var followsContacts: Bool { true }

    /// Records a change of a device, such as a removal or a loss of events.
    package func device(_ number: Int32, _ name: String, _ change: InputHub.DeviceChange, at time: Int64) {
        var record = record(.device, at: max(time, application.now))
        record.device = number
        record.subject = names.id(of: name, .device)
        record.detail = change.rawValue
        write(record)
    }

    package func contact(_ report: ContactReport) {
        var record = TraceRecord(report.wasTouch ? .contactRejected : .contact, at: report.time)
        record.other = InternedID(clamping: report.measuredTime)
        record.device = report.device
        record.slot = Int16(truncatingIfNeeded: report.slot)
        record.detail = TraceRecord.ContactRejection(report.rejection).rawValue
        if case .tracker(.tooLight) = report.rejection {
            (record.former, record.count) = (report.state.distance > 0 ? 1 : 0, report.pressure)
        }
        (record.x, record.y) = (Double(report.state.x), Double(report.state.y))
        (record.u, record.v) = (report.location.x, report.location.y)
        write(record)
    }

    package func ghost(_ report: GhostReport, of device: Int32) {
        var record = record(.ghost, at: max(report.time, application.now))
        record.device = device
        record.detail = report.change == .found ? 1 : 0
        record.former = report.reason.rawValue
        record.count = Int16(clamping: report.touches)
        (record.x, record.y) = (Double(report.since), Double(report.period ?? 0))
        (record.u, record.v) = (report.location.x, report.location.y)
        write(record)
    }

    public func ignored(_ sample: TouchSample, reason: SampleRejection) {
        // `ignored(_:waking:)` has already recorded this finger.
        if reason == .unwanted, wakingFinger == sample.finger {
            wakingFinger = nil
        } else {
            ignored(sample, reason, on: 0)
        }
    }

    /// Records a finger that wakes its screen and does not become a touch.
    package func ignored(_ sample: TouchSample, waking screen: String) {
        wakingFinger = sample.finger
        ignored(sample, .unwanted, on: names.id(of: screen, .screen))
    }

    private func ignored(_ sample: TouchSample, _ reason: SampleRejection, on screen: InternedID) {
        var record = record(.ignored)
        record.subject = screen
        record.device = sample.finger.device
        record.slot = Int16(truncatingIfNeeded: sample.finger.contact)
        record.detail = reason.rawValue
        (record.u, record.v) = (sample.location.x, sample.location.y)
        write(record)
    }
}
