internal import Bridge
import JSON
import PluginAPI
import Report
internal import Snapshots

/// Input-thread time of commands from plugins, pages and brokers, in a tree of 5000 views.
///
/// Parsing a command and serializing its reply happen on other threads and are not measured.
enum CommandRows {
    private static let group = "Commands, 5000 views"
    private static let goal = 1_000_000.0
    private static let remark =
        "Processor time of the input thread until the next event. Half of the views are sliders; each view has two "
        + "gestures and a sequence. The flight recorder is on."

    static func measure() throws -> [Row] {
        try rows() + latencies()
    }

    private static func rows() throws -> [Row] {
        var rows: [Row] = []
        func add(_ what: String, _ tree: CommandStage.Tree = .groups, _ commands: TreeCommand...) throws {
            rows.append(try row(what, tree, commands))
        }
        let long = String(repeating: "a", count: 60_000)
        try add("`set` of every property of a slider", .groups, every(0.25), every(0.75))
        try add("`set` of a frame that 4999 other frames depend on, in groups", .groups, resize(900), resize(800))
        try add("`set` of a frame that 4999 siblings' frames depend on", .siblings, resize(900), resize(800))
        try add("`set` of a view that is hidden and shown", .groups, hide(true), hide(false))
        try add("`set` of a view whose name is misspelled", .groups, .set(view: "w0", properties: ["alpha": 0.5]))
        try add("`set` of a view with a name of 60 000 bytes", .groups, .set(view: long, properties: ["alpha": 0.5]))
        try add("`set` of 1500 unknown properties", .groups, .set(view: "v0", properties: unknown))
        try add(
            "`add` of 100 views, then their `remove`",
            .groups,
            .add(many, to: "page", at: nil),
            .remove(view: "new")
        )
        try add(
            "`add` of 100 views behind 4999 siblings, then their `remove`",
            .siblings,
            .add(many, to: "page", at: 0),
            .remove(view: "new")
        )
        try add(
            "`focus` of an unknown name, after `add` and `remove`",
            .groups,
            .add(["id": "new"], to: "page", at: nil),
            .remove(view: "new"),
            .focus(view: "w0")
        )
        try add("`focus` of one view, then of another", .groups, .focus(view: "v1"), .focus(view: "v4998"))
        try add("`raise` of a gesture", .groups, .raise(gesture: "a0", state: "began"))
        try add("`send` of an event with a handler", .groups, .send(view: "v0", event: "valueChanged"))
        try add("`cancelTouches` of all ten fingers", .groups, .cancelTouches(view: nil))
        try add("`describe` of 1000 views", .thousand, .describe(view: "group0"))
        try add("`describe` of more views than allowed", .groups, .describe(view: nil))
        rows.append(try row("`remove` of 100 views with gestures", .thousand, [.remove(view: "group1")], isOnce: true))
        try add("`remove` of more views than allowed", .groups, .remove(view: "page"))
        rows.append(try snapshot())
        return rows
    }

    private static var unknown: JSONValue { .object((0..<1500).map { .init("key\($0)", 1) }) }

    private static func every(_ value: Double) -> TreeCommand {
        .set(
            view: "v0",
            properties: [
                "frame": [0, 0, "50%", .number(value * 100)], "transform": ["rotation": .number(value * 100)],
                "alpha": .number(value), "hidden": false, "userInteractionEnabled": true, "multipleTouchEnabled": true,
                "exclusiveTouch": true, "tag": 5, "enabled": true, "selected": true, "range": [0, 2],
                "value": .number(value),
            ]
        )
    }

    private static var many: JSONValue {
        let inner: [JSONValue] = (0..<99).map {
            .object([.init("id", .text("new\($0)")), .init("class", "Slider"), .init("frame", [0, 0, "50%", 10])])
        }
        return ["id": "new", "subviews": .list(inner)]
    }

    private static func resize(_ width: Double) -> TreeCommand {
        .set(view: "page", properties: ["frame": [0, 0, .number(width), 900]])
    }

    private static func hide(_ isHidden: Bool) -> TreeCommand {
        .set(view: "page", properties: ["hidden": .boolean(isHidden)])
    }

    /// Returns a row with the time of the slowest command in each turn. The commands run between two events, as in the
    /// service.
    private static func row(
        _ what: String,
        _ tree: CommandStage.Tree,
        _ commands: [TreeCommand],
        isOnce: Bool = false
    ) throws -> Row {
        var stage = try CommandStage(tree)
        let samples = try (0..<(isOnce ? 7 : 15)).map { _ in
            if isOnce { stage = try CommandStage(tree) }
            return commands.map { command in
                if case .cancelTouches = command { stage.putDownTenFingers() }
                return stage.time(command)
            }.max() ?? 0
        }
        let ours = isOnce ? samples : Array(samples.dropFirst())
        return Row(group, what, unit: "ns", ours: ours, goals: [.value(atMost: goal)], remark: remark)
    }

    /// Returns the row for the tree snapshot sent to an inspector page.
    private static func snapshot() throws -> Row {
        let stage = try CommandStage(.groups)
        return Row(
            group,
            "the inspector's tree of 1000 views",
            unit: "ns",
            ours: Measure.turns(14, calls: 1) { _ = stage.pipeline.snapshot(limit: 1000) },
            goals: [.value(atMost: goal)],
            remark: remark
        )
    }

    // MARK: Touch latency

    private static func latencies() throws -> [Row] {
        let usual: [TreeCommand] = [
            .set(view: "v0", properties: ["alpha": 0.5]), .set(view: "w0", properties: ["alpha": 0.5]),
            .send(view: "v0", event: "valueChanged"), .set(view: "v4000", properties: ["value": 0.5]),
        ]
        let kinds: [(String, [TreeCommand], CommandStage.Tree, [Goal])] = [
            ("100 commands a second", usual, .groups, [.ratio(atMost: 1.05)]),
            ("100 a second of the slowest `set`", [resize(900), resize(800)], .groups, [.ratio(atMost: 1.05)]),
            ("100 a second of the slowest `describe`", [.describe(view: "group0")], .thousand, [.ratio(atMost: 1.05)]),
        ]
        return try kinds.flatMap { name, commands, tree, goals in
            try [120, 1000].map { try percentile(name, commands, tree, hertz: $0, goals) }
        }
    }

    /// Returns the row for the 99th percentile of the touch-to-handler latency. Compares 100 commands per second with
    /// no commands.
    ///
    /// A touch that arrives during a command waits for the end of the command. After a slow command, the plugin's next
    /// command is delayed.
    private static func percentile(
        _ name: String,
        _ commands: [TreeCommand],
        _ tree: CommandStage.Tree,
        hertz: Int,
        _ goals: [Goal]
    ) throws -> Row {
        let stage = try CommandStage(tree)
        let period = 1_000_000_000 / Double(hertz)
        var random = Random(seed: 1)
        var now: Int64 = 0
        func p99(_ withCommands: Bool) -> Double {
            // Executes leftover commands of the previous turn before measuring this turn.
            stage.pipeline.carryOutCommands()
            var latencies: [Double] = []
            var number = 0
            for frame in 1...2000 {
                now += Int64(period / 1000)
                // Submits the commands due since the previous frame.
                while withCommands, number < Int64(frame) * Int64(period / 1000) / 10_000 {
                    stage.submit(commands[number % commands.count])
                    number += 1
                }
                let busy = stage.hasCommands(at: now) ? stage.carryOut(at: now) : 0
                // The commands start at the beginning of the period; the touch arrives at a random time within it.
                latencies.append(max(0, busy - random.double(below: period)) + stage.touch())
            }
            latencies.sort()
            return latencies[latencies.count * 99 / 100]
        }
        _ = (p99(true), p99(false))
        var (with, without) = ([Double](), [Double]())
        for turn in 0..<15 {
            if turn % 2 == 0 { with.append(p99(true)) }
            without.append(p99(false))
            if turn % 2 != 0 { with.append(p99(true)) }
        }
        return Row(
            group,
            "touch to handler, 99th percentile: 1 finger at \(hertz == 1000 ? "1 kHz" : "\(hertz) Hz"), \(name)",
            unit: "ns",
            ours: with,
            beside: Row.Peer("without commands", without),
            goals: goals,
            remark:
                "Processor time from the wait for a frame to the end of its handlers. It includes `poll` and `read` "
                + "of a pipe instead of a panel, and the rest of a command in progress. Of 100 usual commands 50 "
                + "set a property, 25 send an event and 25 name a missing view."
        )
    }
}
