public import Geometry
internal import Platform
public import Schema

/// Filters of a panel's contacts; all but `outOfRange` and `arbitrates` are off by default.
public struct PanelFilters: Equatable, Sendable {
    /// Treatment of positions outside the announced range (V6, V14).
    public enum OutOfRange: String, CaseIterable, Sendable {
        /// Moves them to the nearest position in range.
        case clamp
        /// Rejects the whole stroke, from down to up.
        case reject
        /// Passes them unchanged.
        case pass
        /// Begins the stroke where it enters the range, and clamps it afterwards.
        case enter
    }

    public var outOfRange = OutOfRange.clamp
    /// Areas in points where no stroke may begin; a stroke that enters one continues.
    public var deadZones: [Rect] = []
    /// Time in microseconds for which a lift is held back; 0 turns the filter off. A contact that goes down during this
    /// time, within `bounceDistance` of the lift, continues the touch.
    public var debounce: Int64 = 0
    /// Maximum distance from the lift at which a contact continues the touch, in points.
    public var bounceDistance = 20.0
    /// Steps shorter than this length, in points, are smoothed: the location is (4·p0 + 2·p1 + p2) / 7 of the newest
    /// three locations. 0 turns smoothing off.
    ///
    /// A slow finger at constant speed is reported 4/7 of a frame late.
    public var dejitter = 0.0
    /// Fraction of the pressure range, from 0 to 1, below which a contact does not touch.
    public var minimumPressure = 0.0

    /// Time in microseconds for which a ghost must be quiet before its touches are accepted; 0 turns the filter off.
    public var ghosts: Int64 = 0
    /// Time in microseconds without a report after which a contact is cancelled; nil turns the timeout off (V12).
    public var staleContactTimeout: Int64?
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
            "Treatment of contacts outside the panel's range. `clamp` moves them to the edge, `enter` begins them where they enter the range, `reject` rejects them, and `pass` leaves them unchanged. Default: clamp."
        )
        Key(
            "ghosts",
            .positiveMicroseconds,
            \.ghosts,
            "Time for which touches at a detected ghost are rejected, counted from the latest touch there."
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
            "touchArbitration",
            .boolean,
            \.arbitrates,
            "Whether a pen in range cancels fingers and rejects new fingers until the pen leaves. Default: true."
        ),
    ]
}

extension Setting where Value == Int64 {
    fileprivate static var microseconds: Setting { Setting<TimeSpan>.time.map { $0.microseconds } }
    fileprivate static var positiveMicroseconds: Setting { Setting<TimeSpan>.positiveTime.map { $0.microseconds } }
}
