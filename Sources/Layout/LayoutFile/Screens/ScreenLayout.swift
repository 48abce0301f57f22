public import Contacts
public import Geometry
internal import JSON
public import Platform
public import Schema
public import YAML

/// A screen and the panel that is mapped to it.
public struct ScreenLayout: Sendable {
    public var name: Located<String>?
    /// Size of the screen, in points.
    public var size: Size?
    /// Position of the screen among all screens, in points. By default, the screen is to the right of the previous
    /// screen.
    public var position: Point?
    public var input = InputLayout()
    /// Dead zones, in points of the screen.
    public var deadZones: [Located<Rect>] = []
    /// Touch accommodations; nil if the screen has none.
    public var accommodations: TouchAccommodations?
    public var idle: IdleLayout?
    public var dark: DarkLayout?
    public var root: ViewLayout?
    public var windows: [WindowLayout] = []
    /// Handlers for events of the screen, such as `idle` and `dark`, and for events of its devices.
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    /// Whether the touch accommodations are on from the start; nil if the screen has none.
    public var accommodatesAtStart: Bool? { accommodations?.isEnabled }
    /// Whether `holdDuration` delays the beginning of touches while the accommodations are on.
    public var holdsTouches: Bool { accommodations.map { $0.holdDuration > 0 } ?? false }

    /// Default size of a screen, in points.
    public static let defaultSize = Size(width: 1920, height: 1080)

    public init() {}
}

extension Setting where Value == ScreenLayout {
    static var screen: Setting {
        Setting.table(ScreenLayout.table).then { screen, node, reading in
            screen.mark = node.mark
            screen.checkDeadZones(reading)
        }
    }
}

extension ScreenLayout {
    static let table = Table<ScreenLayout>(
        "Screen",
        "A screen and its panel.",
        of: ScreenLayout()
    ) {
        Key("name", Setting<String>.name.located(), \.name, "The name in logs, traces and `{{screen}}`.")
        Key("size", .extent, \.size, "Width and height in points. Default: `[1920, 1080]`.")
        Key(
            "position",
            .point,
            \.position,
            "Position relative to other screens, in points. Default: to the right of the previous screen."
        )
        Key(
            "input",
            .input,
            \.input,
            "Properties that the screen's panel must have, and the panel's settings. Default: any touchscreen."
        )
        Key(
            "deadZones",
            .list(of: Setting<Rect>.rect.located()),
            \.deadZones,
            "Rectangles `[x, y, width, height]` in which new touches are rejected."
        )
        Key(
            "accommodations",
            .accommodations,
            \.accommodations,
            "Accommodations for people with tremor or limited dexterity. Default: none."
        )
        Key("idle", .idle, \.idle, "Handlers that are called after some time without touches.")
        Key(
            "dark",
            .table(DarkLayout.table, ifIncomplete: { _ in }),
            \.dark,
            "Switches the screen off after some time without touches, and on at the next touch."
        )
        Key("root", .view, \.root, "The view that fills the screen.")
        Key("windows", .list(of: .window), \.windows, "Additional windows of the screen.")
        Key(
            "on",
            .bindings(of: .screen),
            \.on,
            "Handlers of the screen's events and of its devices."
        )
    }

    fileprivate func checkDeadZones(_ reading: Reading) {
        guard let size else { return }
        for zone in deadZones where !zone.value.intersects(Rect(origin: .zero, size: size)) {
            let message = "this dead zone is empty or lies outside the screen, so it has no effect"
            reading.warning("\(message); correct its rectangle in 'deadZones'", .noEffect, at: zone.mark)
        }
    }
}

/// Time without touches until a screen is idle, and the handlers to call then.
public struct IdleLayout: Sendable {
    public var after = TimeSpan(microseconds: 0)
    public var calls: [HandlerCall] = []
    public var mark = Mark(line: 1, column: 1)

    public init() {}
}

extension Setting where Value == IdleLayout {
    fileprivate static var idle: Setting {
        Setting.table(IdleLayout.table, ifIncomplete: { _ in }).then { idle, node, _ in idle.mark = node.mark }
    }
}

extension IdleLayout {
    static let table = Table<IdleLayout>(
        "Idle",
        "Handlers that are called once after some time without touches. A resting finger counts as a touch.",
        of: IdleLayout()
    ) {
        Key(
            "after",
            .positiveTime,
            \.after,
            required: true,
            "Time since the end of the last touch or, before the first touch, since the start."
        )
        Key("do", .calls, \.calls, "The handlers, which are called again only after the next touch.")
    }
}

/// Time without touches until a screen is turned off, and the handlers that turn the screen off and on.
public struct DarkLayout: Sendable {
    public var after = TimeSpan(microseconds: 0)
    public var calls: [HandlerCall] = []
    public var wake: [HandlerCall] = []
    /// Maximum time for which new touches are rejected after a wake-up. The rejection ends earlier when the fingers
    /// that woke the screen lift.
    public var limit = TimeSpan(microseconds: 2_000_000)

    public init() {}
}

extension DarkLayout {
    static let table = Table<DarkLayout>(
        "Dark",
        "Switches the screen off and on (docs/guide/recipes/wake.md). A touch that wakes the screen is not delivered.",
        of: DarkLayout()
    ) {
        Key("after", .positiveTime, \.after, required: true, "Time since the last touch.")
        Key(
            "do",
            .calls,
            \.calls,
            "Handlers that switch the screen off. Omit `do` if another program switches the screen off."
        )
        Key(
            "wake",
            .calls,
            \.wake,
            required: true,
            "Handlers that switch the screen on when a touch begins."
        )
        Key(
            "limit",
            .positiveTime,
            \.limit,
            "Time after which touches are delivered even if the finger that woke the screen is down. Default: 2s."
        )
    }
}
