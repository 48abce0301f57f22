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
    @exclusivity(unchecked) package var events: ContiguousArray<RawEvent> = []
    /// The first event that has not been handed on.
    @exclusivity(unchecked) package var next = 0
    var isGone = false
    /// All that it said before it was gone has been handed on.
    var isOver: Bool { isGone && frame == nil }
    /// The panel that it is, if it is one.
    package var panel: Panel?
    /// What was counted when its frames were handled.
    @exclusivity(unchecked) private(set) var handled = PanelCounts()
    @exclusivity(unchecked) private(set) var rate = ReportRate()
    /// What has been taken down of its counts.
    package var credited = PanelCounts()
    /// The first frame that is complete, or the first piece of one that the kernel split (K7).
    @exclusivity(unchecked) package private(set) var frame: Range<Int>?
    /// No frame ends before here.
    @exclusivity(unchecked) private var searched = 0
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
        let time = events[frame.upperBound - 1].time
        handled.events += frame.count
        handled.frames += 1
        handled.latency.add(now - time)
        guard let panel else { return }
        rate.note(time, isTouched: panel.presentCount > 0)
    }

    /// When the first complete frame began; the recording orders frames by it as well.
    var firstTime: Int64 { frame.map { events[$0.lowerBound].time } ?? .max }

    /// Looks for the next frame, or piece of one, that is complete. The report of a frame in pieces may never come.
    func findFrame() {
        frame = nil
        searched = max(searched, next)
        while searched < events.count {
            defer { searched += 1 }
            if events[searched].isMark(.report) {
                frame = next..<searched + 1
                return
            }
        }
    }

    /// Leaves nothing but an empty frame; one without an end is not handed on.
    package func finish(at time: Int64) {
        events.removeAll(keepingCapacity: true)
        events.append(RawEvent(.report, at: time))
        (searched, next) = (0, 0)
        findFrame()
    }

    /// Makes room; what is left of an unfinished frame stays.
    func forgetWhatWasHandedOn() {
        guard next > 0 else { return }
        if next == events.count { events.removeAll(keepingCapacity: true) } else { events.removeSubrange(..<next) }
        (searched, next) = (0, 0)
        findFrame()
    }
}
