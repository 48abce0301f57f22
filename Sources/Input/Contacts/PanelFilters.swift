public import Geometry
internal import Platform
public import Schema

/// What is done to a panel's contacts beyond placing them; all of it is off unless asked for.
public struct PanelFilters: Equatable, Sendable {
    /// What becomes of places outside the range that the panel announced (V6, V14).
    public enum OutOfRange: String, CaseIterable, Sendable {
        /// They count as the nearest place in the range.
        case clamp
        /// The whole stroke counts no more, from down to up.
        case reject
        /// They are taken as they are.
        case pass
        /// A stroke that goes down there begins where it enters the range; then they are clamped.
        case enter
    }

    public var outOfRange = OutOfRange.clamp
    /// Where no stroke may begin, in points; one that comes in from elsewhere goes on.
    public var deadZones: [Rect] = []
    /// A lift is held back for so many microseconds. A contact that goes down meanwhile, within `bounceDistance` of the
    /// lift, continues the touch; 0 for never.
    public var debounce: Int64 = 0
    /// How far from the lift the contact may come back, in points.
    public var bounceDistance = 20.0
    /// Steps shorter than this, in points, are smoothed: (4·p0 + 2·p1 + p2) / 7 of the newest three places; 0 for never.
    ///
    /// A finger that goes on evenly is shown 4/7 of a frame late while it is slow enough for it.
    public var dejitter = 0.0
    /// The part of the pressure range, from 0 to 1, below which a contact does not touch.
    public var minimumPressure = 0.0

    /// A point that touches by itself is left out until it has been quiet for so many microseconds; 0 for never.
    public var ghosts: Int64 = 0
    /// A contact of which nothing is heard for so many microseconds is cancelled; nil for never (V12).
    public var silenceLimit: Int64?
    /// Whether a pen in range cancels fingers and rejects new ones (V10).
    public var arbitrates = true

    public init() {}
}

extension PanelFilters {
    /// The keys of `filters:`.
    public static let table = Table<PanelFilters>(
        "Filters",
        "What is kept from a panel's events.",
        of: PanelFilters()
    ) {
        Key(
            "debounce",
            .microseconds,
            \.debounce,
            "A finger that is lifted for less than this has not been lifted; each lift is this much later."
        )
        Key("dejitter", .magnitude, \.dejitter, "Steps of less than so many points are smoothed.")
        Key(
            "minimumPressure",
            .number(0...1),
            \.minimumPressure,
            "A finger that presses less is none; 1 is the panel's most."
        )
        Key(
            "outOfRange",
            .choice(
                ["clamp": .clamp, "enter": .enter, "reject": .reject, "pass": .pass],
                formerly: ["ignore": "reject"]
            ),
            \.outOfRange,
            formerly: "outside",
            "Touches beyond the panel's range: moved to the edge, begun where they enter, rejected, or passed unchanged."
        )
        Key(
            "ghosts",
            .positiveMicroseconds,
            \.ghosts,
            "A point that touches by itself is left out until it has been quiet for so long."
        )
    }

    /// The keys of `input:` that are filters, too.
    public static let keysOfInput = [
        Key<PanelFilters>(
            "staleContactTimeout",
            .positiveMicroseconds,
            \.silenceLimit,
            formerly: "silenceLimit",
            "A finger is cancelled when the panel reports nothing of it for this long; no limit unless given."
        ),
        Key<PanelFilters>(
            "touchArbitration",
            .boolean,
            \.arbitrates,
            "Whether a pen in range cancels fingers and rejects new ones until it leaves; true unless given."
        ),
    ]
}

extension Setting where Value == Int64 {
    fileprivate static var microseconds: Setting { Setting<TimeSpan>.time.map { $0.microseconds } }
    fileprivate static var positiveMicroseconds: Setting { Setting<TimeSpan>.positiveTime.map { $0.microseconds } }
}
