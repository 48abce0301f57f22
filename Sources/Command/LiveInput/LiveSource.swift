internal import Bridge
internal import DeviceNodes
package import Evdev
package import InputEvents
package import InputHub
internal import Recordings

/// A device that is read, and what it has said that nobody has heard yet.
package final class LiveSource {
    package let reader: DeviceReader
    /// Its number at the hub, nil when the hub leaves it alone.
    package var number: Int32?
    package var grab: GrabPolicy
    /// Whether it is grabbed because the panel is that it belongs to.
    package var isSibling = false
    /// Takes down each event; nil when nobody does.
    let record: ((RawEvent) throws(RecordingError) -> Void)?
    /// What was read and not handed on.
    @exclusivity(unchecked) package var frames = FrameQueue()
    var isGone = false
    /// All complete frames from before it was gone have been handed on.
    var isOver: Bool { isGone && frames.first == nil }
    /// The panel that it is, if it is one.
    package var panel: Panel?
    /// What was counted when its frames were handled.
    @exclusivity(unchecked) private(set) var handled = PanelCounts()
    @exclusivity(unchecked) private(set) var rate = ReportRate()
    /// What has been taken down of its counts.
    package var credited = PanelCounts()
    @exclusivity(unchecked) private var lag = LagWatch()

    init(
        _ reader: DeviceReader,
        _ number: Int32?,
        _ grab: GrabPolicy,
        record: ((RawEvent) throws(RecordingError) -> Void)?
    ) {
        (self.reader, self.number, self.grab, self.record) = (reader, number, grab, record)
    }

    package convenience init(_ reader: DeviceReader, _ number: Int32?, _ grab: GrabPolicy) {
        self.init(reader, number, grab, record: nil)
    }

    /// What is to be said, once a minute at most, of a device that was read late, and who is to blame (K13).
    func complaintOfLag(at now: Int64, wait: Range<Int64>) -> String? {
        guard let notice = lag.look(at: reader.counters, now: now, wait: wait) else { return nil }
        let (count, longest) = (notice.count, notice.longest / 1000)
        return "'\(reader.description.name)' had to wait for its reader"
            + (count == 1 ? ", \(longest) ms: " : " \(count) times, at most \(longest) ms: ")
            + Self.blame(isReadersFault: notice.isReadersFault, isRecording: record != nil)
    }

    /// Who let a device wait, and what may help.
    static func blame(isReadersFault: Bool, isRecording: Bool) -> String {
        guard isReadersFault else {
            return "the machine woke touchbridge up late; if that goes on, take load off the machine"
        }
        let remedy =
            isRecording
            ? "record to a faster disk or without --trace"
            : "do without --trace, and look for a shared object of the layout that takes long"
        return "touchbridge was busy; if that goes on, \(remedy)"
    }

    /// Counts a frame that has been handled at a time.
    package func count(_ frame: Range<Int>, handledAt now: Int64) {
        let time = frames.events[frame.upperBound - 1].time
        handled.events += frame.count
        handled.frames += 1
        handled.latency.add(now - time)
        guard let panel else { return }
        rate.note(time, isTouched: panel.presentCount > 0)
    }

    /// When the first complete frame began; the recording orders frames by it as well.
    var firstTime: Int64 { frames.first.map { frames.events[$0.lowerBound].time } ?? .max }

    /// Leaves nothing but an empty frame; an incomplete one is not handed on.
    package func finish(at time: Int64) {
        frames.removeAll()
        frames.append(RawEvent(.report, at: time))
    }
}
