import Glibc
import Report

/// Cost of reading a panel and latency of touches, from the output of the emulated PC (`scripts/bench-counted`). On
/// this PC, each instruction of the program or the kernel takes one nanosecond.
enum CountedRows {
    private static let cost = "Cost of a panel's event, in instructions of program and kernel"
    private static let windows8Cost =
        "Cost of a run of a panel with Windows 8 reports, in million instructions of program and kernel"
    private static let touchCost = "Cost of a touch's change, in instructions of all programs and the kernel"
    private static let delay = "Latency from the kernel's timestamp, in thousand instructions"
    private static let whole =
        "Touchbridge calls a C handler for each touch, with a flight recorder, one screen, one view and one call. "
        + "libinput returns each touch, and the benchmark discards the touch. libinput and libevdev call read(2) "
        + "once more to detect that no event is left. The kernel runs without CPU vulnerability mitigations, so "
        + "system calls are cheaper than on other machines."
    private static let slots =
        "The loop over libevdev_next_event only tracks slots; it has no views and handlers."
    private static let floor = "The peer reads whole frames with read(2) and tracks the slots. This is a lower bound."

    /// One line of the output: the numbers of one reader in one turn.
    private struct Line {
        let kind: String
        let fingers: Int
        let hertz: Int
        let reader: String
        let numbers: [Double]

        init?(_ text: String) {
            let words = text.split(separator: " ").map(String.init)
            guard words.count >= 6, let fingers = Int(words[1]), let hertz = Int(words[2]) else { return nil }
            (kind, self.fingers, self.hertz, reader) = (words[0], fingers, hertz, words[3])
            numbers = words[4...].compactMap(Double.init)
        }
    }

    static func measure() throws -> [Row] {
        guard let path = getenv("TOUCHBRIDGE_COUNTED").map({ String(cString: $0) }) else {
            throw ReportFiles.Failure(description: "TOUCHBRIDGE_COUNTED names no file of scripts/bench-counted's lines")
        }
        let lines = try ReportFiles.lines(path).compactMap(Line.init)
        guard !lines.isEmpty else {
            throw ReportFiles.Failure(description: "\(path) contains no line of scripts/bench-counted's output")
        }
        return try costs(lines.filter { $0.kind == "cost" }, busy: lines.filter { $0.kind == "busy" })
            + windows8(lines.filter { $0.kind == "windows8" })
            + scripts(lines.filter { $0.kind == "script" })
            + delays(lines.filter { $0.kind == "delays" })
    }

    private static func cases(_ lines: [Line]) -> [(fingers: Int, hertz: Int)] {
        var cases: [(fingers: Int, hertz: Int)] = []
        for line in lines where !cases.contains(where: { $0 == (line.fingers, line.hertz) }) {
            cases.append((line.fingers, line.hertz))
        }
        return cases
    }

    private static func name(_ one: (fingers: Int, hertz: Int)) -> String {
        "\(one.fingers) finger\(one.fingers == 1 ? "" : "s") at \(one.hertz == 1000 ? "1 kHz" : "\(one.hertz) Hz")"
    }

    // MARK: Costs

    private static func costs(_ lines: [Line], busy: [Line]) throws -> [Row] {
        // Goals for one finger and for several.
        let peers: [(reader: String, name: String, goals: (one: Double, more: Double)?, remark: String)] = [
            ("libinput", "libinput", (0.9, 0.45), whole),
            ("libevdev", "libevdev_next_event", (1.25, 0.6), slots),
            ("read", "read(2)", nil, floor),
        ]
        return try cases(lines).flatMap { one in
            let own = lines.filter { ($0.fingers, $0.hertz) == one }
            let others = busy.filter { ($0.fingers, $0.hertz) == one }
            guard let events = own.first(where: { $0.reader == "read" && $0.numbers.count == 3 })?.numbers[2] else {
                throw ReportFiles.Failure(description: "there is no event count of \(name(one))")
            }
            try check(own + others, one)
            func samples(_ reader: String, in lines: [Line]) -> [Double] {
                lines.filter { $0.reader == reader }.map { $0.numbers[0] / events }
            }
            let rows = peers.map { peer in
                Row(
                    cost,
                    name(one),
                    ours: samples("touchbridge", in: own),
                    beside: .init(peer.name, samples(peer.reader, in: own)),
                    goals: peer.goals.map { [.ratio(atMost: one.fingers == 1 ? $0.one : $0.more)] } ?? [],
                    remark: peer.remark
                )
            }
            guard !others.isEmpty else { return rows }
            return rows + [
                Row(
                    cost,
                    "\(name(one)), larger layout",
                    ours: samples("touchbridge-busy", in: others),
                    beside: .init("libinput", samples("libinput", in: others)),
                    goals: [.ratio(atMost: one.fingers == 1 ? 1.2 : 0.7)],
                    remark: "The layout has two views, a pan in progress, two calls for each touch, and an idle time."
                )
            ]
        }
    }

    /// Returns the rows for a panel with Windows 8 reports. Touchbridge masks unused event codes with EVIOCSMASK, so
    /// the kernel drops these events.
    private static func windows8(_ lines: [Line]) throws -> [Row] {
        try cases(lines).map { one in
            let own = lines.filter { ($0.fingers, $0.hertz) == one }
            try check(own, one)
            func samples(_ reader: String) -> [Double] {
                // Instructions of the whole run; the readers receive different numbers of events.
                own.filter { $0.reader == reader }.map { $0.numbers[0] / 1_000_000 }
            }
            return Row(
                windows8Cost,
                name(one),
                ours: samples("touchbridge"),
                beside: .init("libinput", samples("libinput")),
                goals: [.ratio(atMost: one.fingers == 10 ? 0.35 : 0.6)],
                remark: "Touchbridge masks the events that contacts do not use (EVIOCSMASK); libinput does not."
            )
        }
    }

    /// Returns the rows for a tree command and a script call per touch, compared with an equivalent plugin process.
    private static func scripts(_ lines: [Line]) throws -> [Row] {
        try cases(lines).map { one in
            let own = lines.filter { ($0.fingers, $0.hertz) == one }
            try check(own, one)
            func samples(_ reader: String) -> [Double] {
                own.filter { $0.reader == reader && $0.numbers.count > 2 }.map { $0.numbers[0] / $0.numbers[2] }
            }
            return Row(
                touchCost,
                "a tree command and a script of ten lines: \(name(one))",
                ours: samples("touchbridge-script"),
                beside: .init("a process plugin", samples("touchbridge-process")),
                goals: [.ratio(atMost: 0.5)],
                remark:
                    "A C program does the work of the script, and sends the command `set`. The figure includes the cost of "
                    + "the panel's events and of a C handler, and the instructions of the plugin process."
            )
        }
    }

    /// Throws if a reader exited early or delivered too few events: its cost would be too low.
    private static func check(_ lines: [Line], _ one: (fingers: Int, hertz: Int)) throws {
        for line in lines where line.numbers[0] <= 0 {
            throw ReportFiles.Failure(description: "\(line.reader) ended before the end of \(name(one))")
        }
        let counts = lines.filter { ["libinput", "touchbridge"].contains($0.reader) }.map {
            $0.numbers.count > 2 ? $0.numbers[2] : 0
        }
        guard let first = counts.first, first > 0, counts.allSatisfy({ $0 == first }) else {
            throw ReportFiles.Failure(
                description: "the readers of \(name(one)) reported different touches: \(counts)"
            )
        }
    }

    // MARK: Delays

    private static let ranks = [
        (name: "median", column: 4), (name: "99th percentile", column: 5), (name: "99.9th percentile", column: 6),
    ]

    private static func delays(_ lines: [Line]) -> [Row] {
        cases(lines).flatMap { one in
            let own = lines.filter { ($0.fingers, $0.hertz) == one && $0.numbers.count > 6 }
            func samples(_ reader: String, _ column: Int) -> [Double] {
                own.filter { $0.reader == reader }.map { $0.numbers[column] }
            }
            let besideLibinput = ranks.map { rank in
                Row(
                    delay,
                    "to a handler, \(rank.name): \(name(one))",
                    ours: samples("touchbridge-layout", rank.column),
                    beside: .init("libinput's event", samples("libinput-delays", rank.column)),
                    goals: rank.column == 5 ? [.ratio(atMost: one.fingers == 1 ? 0.9 : 1)] : [],
                    remark: "Each program runs alone on one CPU, and polls the panel as its documentation recommends."
                )
            }
            let troubles = [
                ("touchbridge-hung", "with a hung process plugin"),
                ("touchbridge-broker", "with an unreachable broker"),
                ("touchbridge-slow", "with a WebSocket client that does not read"),
                ("touchbridge-inspect", "with the inspector open"),
            ]
            let disturbed = troubles.map { reader, trouble in
                Row(
                    delay,
                    "\(trouble), 99th percentile: \(name(one))",
                    ours: samples(reader, 5),
                    beside: .init("without", samples("touchbridge-layout", 5)),
                    goals: [.ratio(atMost: 1.05)],
                    remark:
                        "The input thread shares one CPU with the thread of the plugin or inspector, which receives "
                        + "each touch after the measured handler. The inspector's thread has a lower priority; in "
                        + "the packaged service, the drop-in inspector.conf allows this priority."
                )
            }
            let forwarded = samples("forwarded", 5)
            guard !forwarded.isEmpty else { return besideLibinput + disturbed }
            return besideLibinput + disturbed + [
                Row(
                    delay,
                    "to the virtual panel's timestamp, 99th percentile: \(name(one))",
                    ours: forwarded,
                    beside: .init("to a handler", samples("touchbridge-layout", 5)),
                    remark: "The latency ends when the kernel has accepted the frame from uinput.forward."
                )
            ]
        }
    }
}
