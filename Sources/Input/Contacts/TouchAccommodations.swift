internal import Platform
public import Schema

/// Settings of a screen for people with tremor or limited dexterity, as in iOS. By default, all
/// accommodations are off.
public struct TouchAccommodations: Equatable, Sendable {
    /// Determines the location of a tap; applies if the finger lifts within `gestureDelay`.
    public enum TapAssistance: Sendable {
        /// Movement is delivered without a delay.
        case off
        /// The tap is where the finger went down.
        case initial
        /// The tap is where the finger lifted.
        case final
    }

    /// Whether the accommodations are on initially; a command can switch the accommodations later.
    public var isEnabled = true
    /// Minimum duration of a contact in microseconds before it becomes a touch; 0 turns this accommodation off.
    public var holdDuration: Int64 = 0
    /// Time in microseconds after a lift during which new contacts are ignored; 0 turns this accommodation off.
    public var ignoreRepeat: Int64 = 0
    public var tapAssistance = TapAssistance.off
    /// Maximum time in microseconds for which `tapAssistance` withholds movement.
    public var gestureDelay: Int64 = 500_000
    /// Distance from the touch-down in points below which movement is withheld; 0 turns this accommodation off.
    public var minimumMovement = 0.0

    public init() {}

    /// Whether at least one accommodation is set.
    public var hasEffect: Bool {
        holdDuration > 0 || ignoreRepeat > 0 || tapAssistance != .off || minimumMovement > 0
    }

    /// Limit accommodation-time (limits.md, Layouts): maximum number of microseconds of `holdDuration`, `ignoreRepeat`
    /// and `gestureDelay`. If exceeded: an error that contains `a time of at most 10s` is reported.
    fileprivate static let timeLimit: Int64 = 10_000_000
}

extension TouchAccommodations {
    /// The keys of `accommodations:`.
    public static let table = Table<TouchAccommodations>(
        "Accommodations",
        "Accommodations for people with tremor or limited dexterity (docs/guide/accessibility.md).",
        of: TouchAccommodations()
    ) {
        Key(
            "enabled",
            .boolean,
            \.isEnabled,
            "Whether the accommodations are on from the start. `tree.accommodate` switches them. Default: true."
        )
        Key(
            "holdDuration",
            .shortTime,
            \.holdDuration,
            "Time for which a finger must be down before its touch begins; shorter touches are ignored. Default: 0s."
        )
        Key(
            "ignoreRepeat",
            .shortTime,
            \.ignoreRepeat,
            "Time after a lift during which new touches are ignored. Default: 0s."
        )
        Key(
            "tapAssistance",
            .choice(["off": .off, "initial": .initial, "final": .final]),
            \.tapAssistance,
            "Location of a tap that ends within `gestureDelay`: where the finger went down (`initial`), or where it lifted (`final`). Default: off."
        )
        Key(
            "gestureDelay",
            .shortTime,
            \.gestureDelay,
            "Time for which `tapAssistance` withholds movement. Default: 500ms."
        )
        Key(
            "minimumMovement",
            .number(0...200),
            \.minimumMovement,
            "Distance in points that a finger must move before its movement is delivered. Default: 0."
        )
    }
}

extension Setting where Value == Int64 {
    /// Accepts a time up to the limit of the accommodations, and converts it to microseconds.
    fileprivate static var shortTime: Setting {
        Setting<TimeSpan>.time.map(expected: "a time of at most 10s, such as 300ms") {
            $0.microseconds <= TouchAccommodations.timeLimit ? $0.microseconds : nil
        }
    }
}
