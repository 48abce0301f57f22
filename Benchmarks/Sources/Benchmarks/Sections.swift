import Report

/// Benchmark sections, selectable by name on the command line.
enum Sections {
    /// Sections that print separate, detailed tables.
    static var digging: [(name: String, run: () -> Void)] {
        [
            ("way", PipelineBench.run), ("hits", HitTestBench.run), ("frames", FrameBench.run),
            ("memory", MemoryBench.run), ("contacts", ContactBench.run), ("recorder", RecorderBench.run),
            ("watch", WatchBench.run), ("wake", WakeBench.run), ("live", LiveBench.run),
        ]
    }

    /// Sections of the main table, each with the function that returns its rows. To add a section, add an entry.
    static var rows: [(name: String, measure: () throws -> [Record])] {
        [
            ("counted", { try CountedRows.measure().map(Record.row) }),
            ("replay", { try ReplayRows.measure().map(Record.row) }),
            ("tree", { TreeRows.measure().map(Record.row) }),
            ("commands", { try CommandRows.measure().map(Record.row) }),
            ("calls", { CallRows.measure().map(Record.row) }),
            ("allocations", { AllocationRows.measure().map(Record.row) }),
            ("program", { try ProgramRows.measure().map(Record.row) }),
            ("scale", { try Scale.measure().map(Record.point) }),
        ]
    }

    struct Stranger: Error, CustomStringConvertible {
        let description: String

        init(_ name: String, _ all: [String]) {
            description = "There is no section \(name): there are \(all.joined(separator: ", "))."
        }
    }

    /// Runs and prints the named sections: separate tables and sections of the main table.
    static func show(_ wanted: [String]) throws {
        let names = digging.map(\.name) + rows.map(\.name)
        if let stranger = wanted.first(where: { !names.contains($0) }) { throw Stranger(stranger, names) }
        if digging.contains(where: { wanted.contains($0.name) }) {
            print("# Benchmarks\n\nEach figure is taken \(Measure.rounds) times: median (least–most).")
        }
        for (name, run) in digging where wanted.contains(name) { run() }
        let records = try rows.filter { wanted.contains($0.name) }.flatMap { try $0.measure() }
        let ofTable = records.compactMap { if case .row(let row) = $0 { row } else { nil } }
        if !ofTable.isEmpty { print("\n\(Report(rows: ofTable).table)") }
        for case .point(let point) in records {
            let spread = Spread(point.samples)
            let (size, cost) = (Quantity.short(point.x), Quantity.text(spread.median, "ns"))
            print("\(point.chart): \(point.series), \(size): \(cost)")
        }
    }

    /// Appends the rows of the named sections to a file; all sections if none is named.
    static func measure(_ wanted: [String], into path: String) throws {
        if let stranger = wanted.first(where: { one in !rows.contains { $0.name == one } }) {
            throw Stranger(stranger, rows.map(\.name))
        }
        for (name, measure) in rows where wanted.isEmpty || wanted.contains(name) {
            try ReportFiles.append(measure().map(\.line), to: path)
        }
    }
}
