public import Metrics

/// Metrics of a panel. Each stage of the panel's pipeline counts in its own instance; the instances are then added up.
public struct PanelMetrics: Measured {
    public var isUp = false
    public var contacts = 0
    public var reportRate: Double?
    public var staleContact: Double?
    public var lastTouch: Double?
    public var hasGhost = false
    public var ghosts = 0
    public var touches = 0
    public var events = 0
    public var frames = 0
    public var synDropped = 0
    public var resyncs = 0
    public var trackingIDReuses = 0
    public var invalidSlots = 0
    public var backwardFrames = 0
    public var staleContacts = 0
    public var filtered = FilteredStrokes()
    public var lag = DurationCounts()
    public var latency = DurationCounts()

    public init() {}

    public static let prefix = "touchbridge_panel_"

    public static let metrics: [Metric<PanelMetrics>] = [
        .gauge("up", \.isUp, "1 while the panel is connected and being read, otherwise 0."),
        .gauge("contacts", \.contacts, "Contacts on the panel, including rejected contacts."),
        .gauge(
            "report_rate",
            \.reportRate,
            unit: .hertz,
            "Frames per second while the panel is touched; average of the last few hundred frames."
        ),
        .gauge(
            "stale_contact",
            \.staleContact,
            unit: .seconds,
            formerly: "quiet_contact",
            "Longest time since the last event of a contact that is down."
        ),
        .gauge(
            "last_touch_timestamp",
            \.lastTouch,
            unit: .seconds,
            mqtt: "lastTouch",
            "Time of the last touch, in seconds since 1970."
        ),
        .gauge("ghost", \.hasGhost, mqtt: "ghost", "1 while a ghost is detected, otherwise 0."),
        .counter(
            "ghosts",
            \.ghosts,
            mqtt: "ghosts",
            "Detected ghosts; only with `filters: { ghosts: … }`."
        ),
        .counter(
            "touches",
            \.touches,
            "Touches that began; excludes contacts that palm rejection, filters or accommodations rejected."
        ),
        .counter("events", \.events, "Events that were processed."),
        .counter("frames", \.frames, "Frames that were processed."),
        .counter(
            "syn_dropped",
            \.synDropped,
            formerly: "overflows",
            "Number of times that the kernel dropped events (SYN_DROPPED)."
        ),
        .counter(
            "resyncs",
            \.resyncs,
            mqtt: "resyncs",
            formerlyMQTT: "gaps",
            "Number of times that the panel's state was re-read because events were lost or inconsistent."
        ),
        .counter(
            "tracking_id_reuses",
            \.trackingIDReuses,
            formerly: "double_ids",
            "Contacts that began in a slot whose previous contact had not ended."
        ),
        .counter(
            "invalid_slots",
            \.invalidSlots,
            mqtt: "invalidSlots",
            formerly: "bad_slots",
            formerlyMQTT: "badSlots",
            "Events for slots that the panel does not announce, or above the supported maximum."
        ),
        .counter("backward_frames", \.backwardFrames, "Frames with an earlier timestamp than the previous frame."),
        .counter(
            "stale_contacts",
            \.staleContacts,
            mqtt: "staleContacts",
            formerly: "stuck_contacts",
            formerlyMQTT: "stuck",
            "Contacts that were cancelled after `staleContactTimeout` without an event."
        ),
        .filtered("outOfRange", \.filtered.outOfRange),
        .filtered("deadZone", \.filtered.deadZone),
        .filtered("debounce", \.filtered.debounce),
        .filtered("ghost", \.filtered.ghost),
        .filtered("holdDuration", \.filtered.holdDuration),
        .filtered("ignoreRepeat", \.filtered.ignoreRepeat),
        .histogram("lag", \.lag, "Age of the oldest event in each read, measured from its kernel timestamp."),
        .histogram(
            "latency",
            \.latency,
            "Time from the kernel's timestamp of a frame to the end of its processing: views, gestures, handlers."
        ),
    ]
}

/// Number of strokes (contacts from touch-down to lift) that each filter or touch accommodation of a panel rejected.
public struct FilteredStrokes: Equatable, Sendable {
    public var outOfRange = 0
    public var deadZone = 0
    /// Number of strokes that continued the touch of a previous stroke.
    public var debounce = 0
    public var ghost = 0
    /// Number of strokes that the accommodation `holdDuration` rejected.
    public var holdDuration = 0
    /// Number of strokes that the accommodation `ignoreRepeat` rejected.
    public var ignoreRepeat = 0

    public init() {}

    public var total: Int { outOfRange + deadZone + debounce + ghost + holdDuration + ignoreRepeat }
}

extension Metric where Source == PanelMetrics {
    fileprivate static func filtered(
        _ reason: String,
        _ path: any WritableKeyPath<PanelMetrics, Int> & Sendable
    ) -> Metric {
        .counter(
            "strokes_filtered",
            path,
            labels: [("reason", reason)],
            mqtt: "strokesFiltered",
            formerly: "strokes_kept_back",
            formerlyMQTT: "keptBack",
            "Strokes that a filter or a touch accommodation rejected, including strokes that `debounce` merged into the previous touch."
        )
    }
}
