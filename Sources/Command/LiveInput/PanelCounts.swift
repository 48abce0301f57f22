internal import Bridge
package import Contacts
internal import DeviceNodes
internal import Evdev
package import InputEvents
internal import InputHub

/// What was counted of a panel: numbers that only grow.
package struct PanelCounts: Equatable, Sendable {
    package var events = 0
    package var frames = 0
    /// Times the kernel's queue overflowed.
    package var drops = 0
    package var doubleIDs = 0
    package var badSlots = 0
    package var backwardTimes = 0
    package var dropped = DroppedStrokes()
    package var ghosts = 0
    /// Contacts that were cancelled because nothing was heard of them.
    package var stuck = 0
    /// From the kernel's time stamp to when it was read, of the oldest event of each reading.
    package var lag = DurationCounts()
    /// From the kernel's time stamp to when all was done that came of a frame.
    package var latency = DurationCounts()

    package init() {}

    /// A counter of Prometheus: `touchbridge_panel_<name>_total`.
    package struct Counter: Sendable {
        package let name: String
        package let help: String
        package let path: any WritableKeyPath<PanelCounts, Int> & Sendable
        /// Value of the label `reason`, for the counters that share a name and a help.
        package let reason: String?

        fileprivate init(
            _ name: String,
            _ help: String,
            _ path: any WritableKeyPath<PanelCounts, Int> & Sendable,
            reason: String? = nil
        ) {
            (self.name, self.help, self.path, self.reason) = (name, help, path, reason)
        }

        fileprivate static func strokes(
            _ reason: String,
            _ path: any WritableKeyPath<PanelCounts, Int> & Sendable
        ) -> Counter {
            Counter("strokes_kept_back", "Strokes that the filters kept back, by the filter.", path, reason: reason)
        }
    }

    /// Every integer of these counts, in the order of the page.
    package static let counters = [
        Counter("events", "Events that were read.", \.events),
        Counter("frames", "Frames that were handled.", \.frames),
        Counter("overflows", "Times that the kernel threw events away (SYN_DROPPED).", \.drops),
        Counter("double_ids", "Contacts that began where the last one had not ended.", \.doubleIDs),
        Counter("bad_slots", "Reports of slots that the panel does not have, or too many.", \.badSlots),
        Counter("backward_frames", "Frames older than the one before.", \.backwardTimes),
        Counter("ghosts", "Points found that touch by themselves.", \.ghosts),
        Counter("stuck_contacts", "Fingers cancelled because nothing was heard of them.", \.stuck),
        Counter.strokes("outOfRange", \.dropped.outOfRange),
        Counter.strokes("deadZone", \.dropped.inDeadZone),
        Counter.strokes("debounce", \.dropped.bounced),
        Counter.strokes("ghost", \.dropped.ofGhosts),
    ]

    /// Adds what is there now and was not yet before.
    package mutating func add(_ now: PanelCounts, since before: PanelCounts) {
        for counter in Self.counters {
            self[keyPath: counter.path] += now[keyPath: counter.path] - before[keyPath: counter.path]
        }
        lag.add(now.lag, since: before.lag)
        latency.add(now.latency, since: before.latency)
    }
}

/// How a panel is at the time.
package struct PanelState: Equatable, Sendable {
    /// Whether it is there and read.
    package var isUp = false
    package var contacts = 0
    /// Frames in a second while it is touched, nil while that is not known.
    package var reportRate: Double?
    /// For how long the quietest finger that is down has said nothing, in microseconds.
    package var silence: Int64?
    /// When it was last touched, of the monotonic clock.
    package var lastTouch: Int64?

    package init(
        isUp: Bool = false,
        contacts: Int = 0,
        reportRate: Double? = nil,
        silence: Int64? = nil,
        lastTouch: Int64? = nil
    ) {
        (self.isUp, self.contacts, self.reportRate) = (isUp, contacts, reportRate)
        (self.silence, self.lastTouch) = (silence, lastTouch)
    }
}

/// How fast a panel reports while it is touched: newer frames weigh more than those of long ago.
struct ReportRate: Equatable, Sendable {
    private var time: Int64 = 0
    private var count: Int64 = 0
    private var last: Int64?

    /// No panel that is touched is silent for so long and still reports at a rate.
    private static let pause: Int64 = 100_000
    private static let weight: Int64 = 256

    /// Notes a frame, and whether fingers are down after it.
    mutating func note(_ frame: Int64, isTouched: Bool) {
        if let last, frame > last, frame - last < Self.pause {
            time += frame - last
            count += 1
            if count >= Self.weight { (time, count) = (time / 2, count / 2) }
        }
        last = isTouched ? frame : nil
    }

    /// Frames in a second, nil before there were a few.
    var perSecond: Double? { count >= 8 && time > 0 ? Double(count) * 1_000_000 / Double(time) : nil }
}

extension LiveSource {
    /// What was counted of the device since it was opened.
    package var counts: PanelCounts {
        var counts = handled
        counts.drops = reader.counters.drops
        counts.doubleIDs = reader.counters.doubleIDs
        counts.lag = reader.counters.lags
        // A slot that the reader keeps back is none that the frames could count again.
        counts.badSlots = reader.counters.badSlots + (panel?.oddities.badSlots ?? 0)
        counts.backwardTimes = panel?.oddities.backwardTimes ?? 0
        counts.dropped = panel?.dropped ?? DroppedStrokes()
        counts.ghosts = panel?.ghostCount ?? 0
        counts.stuck = panel?.silencedCount ?? 0
        return counts
    }

    /// How it is at a time of the monotonic clock.
    package func state(at now: Int64) -> PanelState {
        PanelState(
            isUp: !isGone,
            contacts: panel?.presentCount ?? 0,
            reportRate: rate.perSecond,
            silence: panel?.oldestNews.map { max(0, now - $0) },
            lastTouch: panel?.lastTouch
        )
    }
}
