public import Geometry
internal import JSON
public import Platform
public import Schema
public import YAML

/// A screen and its panel.
public struct ScreenLayout: Sendable {
    public var name: Located<String>?
    /// In points.
    public var size: Size?
    /// Position among several screens, in points; by default to the right of the previous screen.
    public var position: Point?
    public var input = InputLayout()
    /// In points of the screen.
    public var deadZones: [Located<Rect>] = []
    public var idle: IdleLayout?
    public var dark: DarkLayout?
    public var root: ViewLayout?
    public var windows: [WindowLayout] = []
    /// Handlers of the screen's own events, such as `idle` and `dark`, and of its devices' events.
    public var on: [EventBinding] = []
    public var mark = Mark(line: 1, column: 1)

    /// The default size of a screen.
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
        "A screen and the panel before it.",
        of: ScreenLayout()
    ) {
        Key("name", Setting<String>.name.located(), \.name, "What logs, traces and `{{screen}}` call it.")
        Key("size", .extent, \.size, "`[width, height]` in points; 1920 by 1080 unless given.")
        Key(
            "position",
            .point,
            \.position,
            "Where it lies among several screens; to the right of the one before unless given."
        )
        Key("input", .input, \.input, "Which panel is meant; any touchscreen unless said.")
        Key(
            "deadZones",
            .list(of: Setting<Rect>.rect.located()),
            \.deadZones,
            "Rectangles `[x, y, width, height]` in which no touch begins."
        )
        Key("idle", .table(IdleLayout.table), \.idle, "What happens when the screen is not touched for a while.")
        Key("dark", .table(DarkLayout.table), \.dark, "When the screen is made dark, and what lights it again.")
        Key("root", .view, \.root, "The view that fills the screen.")
        Key("windows", .list(of: .window), \.windows, "Windows of the screen beside the one with the root.")
        Key(
            "on",
            .bindings(of: .screen),
            \.on,
            "What happens when it becomes idle, active, dark or awake, and with its devices."
        )
    }

    fileprivate func checkDeadZones(_ reading: Reading) {
        guard let size else { return }
        for zone in deadZones where !zone.value.intersects(Rect(origin: .zero, size: size)) {
            reading.warning("this dead zone lies outside of the screen, or is empty", at: zone.mark)
        }
    }
}

/// The time without touches after which a screen is idle, and the handlers for that.
public struct IdleLayout: Sendable {
    public var after = TimeSpan(microseconds: 0)
    public var calls: [HandlerCall] = []

    public init() {}
}

extension IdleLayout {
    static let table = Table<IdleLayout>(
        "Idle",
        "What happens when a screen is not touched for a while.",
        of: IdleLayout()
    ) {
        Key("after", .positiveTime, \.after, required: true, "So long after the last touch.")
        Key("do", .calls, \.calls, "The handlers that are called.")
    }
}

/// The time after which a screen is made dark, and the handlers that make it dark or light it.
public struct DarkLayout: Sendable {
    public var after = TimeSpan(microseconds: 0)
    public var calls: [HandlerCall] = []
    public var wake: [HandlerCall] = []
    /// Touches that begin later than this after the wake-up are accepted, even while earlier fingers are down.
    public var limit = TimeSpan(microseconds: 2_000_000)

    public init() {}
}

extension DarkLayout {
    static let table = Table<DarkLayout>(
        "Dark",
        "When a screen is made dark, and what lights it: the touch that wakes it does nothing else.",
        of: DarkLayout()
    ) {
        Key("after", .positiveTime, \.after, required: true, "So long after the last touch.")
        Key("do", .calls, \.calls, "The handlers that make it dark; none where something else does it.")
        Key("wake", .calls, \.wake, required: true, "The handlers that light it, at once when it is touched.")
        Key(
            "limit",
            .positiveTime,
            \.limit,
            "Touches that begin so long after the waking one are heard in any case; 2s unless given."
        )
    }
}
