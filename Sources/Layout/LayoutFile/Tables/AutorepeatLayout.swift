internal import HandlerEvents
public import Platform
internal import Schema
internal import YAML

/// Delay and interval at which a pressed button repeats `touchDown`; value of `autorepeat:`.
public struct AutorepeatLayout: Sendable {
    /// Time from the press to the first repetition.
    public var delay = TimeSpan(microseconds: 500_000)
    /// Time between two repetitions.
    public var interval = TimeSpan(microseconds: 100_000)

    public init() {}

    /// Limit autorepeat-rate (limits.md, Layouts): maximum number of repeated `touchDown` events per second of a button
    /// with `autorepeat`. If exceeded: an error is reported at the `interval:` key.
    fileprivate static let rateLimit: Int64 = 50
    /// Allowed range of `delay` and `interval`, in microseconds.
    fileprivate static let times = 1_000_000 / rateLimit...10_000_000
}

extension AutorepeatLayout {
    static let table = Table<AutorepeatLayout>(
        "Autorepeat",
        "Repeats `touchDown` of a button while a finger presses the button.",
        of: AutorepeatLayout()
    ) {
        Key("delay", .repetitionTime, \.delay, "Time from the press to the first repetition. Default: 500ms.")
        Key("interval", .repetitionTime, \.interval, "Time between two repetitions. Default: 100ms.")
    }
}

extension Setting where Value == AutorepeatLayout {
    static var autorepeat: Setting { Setting.table(AutorepeatLayout.table) }
}

extension Setting where Value == TimeSpan {
    fileprivate static var repetitionTime: Setting {
        time.map(expected: "a time from 20ms to 10s, such as 100ms") {
            AutorepeatLayout.times.contains($0.microseconds) ? $0 : nil
        }
    }
}

extension ViewLayout {
    /// Warns if no handler receives the events that a pressed button repeats.
    static func checkAutorepeat(of view: ViewLayout, _ node: Node, _ reading: Reading) {
        guard view.autorepeat != nil, let key = node["autorepeat"], !reading.hasErrors,
            !view.on.contains(where: { $0.events.contains(.touchDown) })
        else { return }
        reading.warning(
            "'autorepeat' repeats 'touchDown', which has no handler; add 'on: { touchDown: … }'",
            .noEffect,
            at: key.mark
        )
    }
}
