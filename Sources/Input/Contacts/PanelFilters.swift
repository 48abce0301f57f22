public import Geometry
internal import Platform
public import Schema

/// Filters of a panel's contacts. By default, all filters except `outOfRange` and `arbitrates` are off.
public struct PanelFilters: Equatable, Sendable {
    /// Treatment of positions outside the axis range that the device reports (rules V6, V14).
    public enum OutOfRange: String, CaseIterable, Sendable {
        /// Moves a position outside the range to the nearest position in range.
        case clamp
        /// Rejects a stroke (from touch-down to lift) that begins outside the range, and cancels a stroke that leaves
        /// the range.
        case reject
        /// Passes positions outside the range unchanged.
        case pass
        /// Begins the stroke at its first position in range, and clamps all later positions.
        case enter
    }

    public var outOfRange = OutOfRange.clamp
    /// Areas in points; a stroke that begins in an area is rejected. A stroke that moves into an area continues.
    public var deadZones: [Rect] = []
    /// Delay of lifts in microseconds; 0 turns the filter off. A contact within this time and within `bounceDistance`
    /// of the lift continues the touch.
    public var debounce: Int64 = 0
    /// Maximum distance between a lift and the contact that continues the touch, in points.
    public var bounceDistance = 20.0
    /// Distance in points; a shorter movement from one frame to the next is smoothed. The smoothed location is
    /// (4·p0 + 2·p1 + p2) / 7, where p0 is the newest of the last three locations. 0 turns smoothing off.
    ///
    /// Smoothing delays the location of a slow finger at constant speed by 4/7 of a frame.
    public var dejitter = 0.0
    /// Fraction of the pressure range, from 0 to 1; a contact with less pressure is not a touch.
    public var minimumPressure = 0.0

    /// Quarantine of a ghost in microseconds: touches at its location are rejected until none begins for this time. 0
    /// turns the ghost filter off.
    public var ghosts: Int64 = 0
    /// Timeout in microseconds for contacts without events, which are then cancelled; nil turns the timeout off (V12).
    public var staleContactTimeout: Int64?
    /// Timeout in microseconds without any event; the panel is then reported as silent (V23). Nil turns the report off.
    public var silentAfter: Int64?
    /// Whether a pen in range cancels the touches of fingers and rejects new fingers (V10).
    public var arbitrates = true

    public init() {}
}

extension PanelFilters {
    /// The keys of `filters:`.
    public static let table = Table<PanelFilters>(
        "Filters",
        "Filters of a panel's contacts.",
        of: PanelFilters()
    ) {
        Key(
            "debounce",
            .microseconds,
            \.debounce,
            "Minimum duration of a lift. Shorter lifts are ignored, and each lift is delayed by this time."
        )
        Key("dejitter", .magnitude, \.dejitter, "Distance in points below which movements are smoothed.")
        Key(
            "minimumPressure",
            .number(0...1),
            \.minimumPressure,
            "Minimum pressure of a touch; 1 is the panel's maximum."
        )
        Key(
            "outOfRange",
            .choice(
                ["clamp": .clamp, "enter": .enter, "reject": .reject, "pass": .pass],
                formerly: ["ignore": "reject"]
            ),
            \.outOfRange,
            formerly: "outside",
            "Treatment of contacts outside the panel's range. `clamp` moves the contact to the edge, `enter` begins the contact where it enters the range, `reject` rejects the contact, and `pass` leaves the contact unchanged. Default: clamp."
        )
        Key(
            "ghosts",
            .positiveMicroseconds,
            \.ghosts,
            "Time for which touches at the position of a detected ghost are rejected after the latest touch there."
        )
    }

    /// Keys of `input:` that set filters.
    public static let keysOfInput = [
        Key<PanelFilters>(
            "staleContactTimeout",
            .positiveMicroseconds,
            \.staleContactTimeout,
            formerly: "silenceLimit",
            "Time without events after which a contact is cancelled. Default: unlimited."
        ),
        Key<PanelFilters>(
            "silentAfter",
            .positiveMicroseconds,
            \.silentAfter,
            "Time without any event of the panel after which the screen sends `silent`. Default: never."
        ),
        Key<PanelFilters>(
            "touchArbitration",
            .boolean,
            \.arbitrates,
            "Whether a pen cancels and rejects fingers while the pen is in range. Default: true."
        ),
    ]
}

extension Setting where Value == Int64 {
    fileprivate static var microseconds: Setting { Setting<TimeSpan>.time.map { $0.microseconds } }
    fileprivate static var positiveMicroseconds: Setting { Setting<TimeSpan>.positiveTime.map { $0.microseconds } }
}
