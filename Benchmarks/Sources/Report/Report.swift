/// The report in Markdown: machine, table and notes.
public struct Report: Sendable {
    /// Names and values that describe the machine, in order.
    public var machine: [(name: String, value: String)]
    public var rows: [Row]

    public init(machine: [(name: String, value: String)] = [], rows: [Row]) {
        (self.machine, self.rows) = (machine, rows)
    }

    private static let columns = ["what", "touchbridge", "peer", "its figure", "ratio", "goal", "met", "turns", "note"]

    /// The table alone, with aligned columns and the notes below.
    public var table: String {
        var lines = [Self.columns]
        var notes: [String] = []
        var group: String?
        for row in inOrder {
            if row.group != group {
                group = row.group
                lines.append(["**\(row.group)**"] + Array(repeating: "", count: Self.columns.count - 1))
            }
            lines.append(Self.cells(row, note: Self.note(row.remark, in: &notes)))
        }
        var text = Self.aligned(lines)
        if !notes.isEmpty {
            text += "\n"
            for (number, note) in notes.enumerated() { text += "\n\(number + 1). \(note)" }
            text += "\n"
        }
        return text
    }

    /// The whole page; `picture` is the file name of the plot.
    public func page(picture: String?) -> String {
        var text = """
            # Benchmarks: the last run

            This page lists the CPU time, latency and memory use of Touchbridge, in comparison with libinput, libevdev
            and programs in C. For example, a ratio of 0.59 means that Touchbridge needs 59 % of the instructions, time
            or memory of its peer. `make bench` generates this page; [Benchmarks](../../Benchmarks/README.md) describes
            the rows.


            """
        text += Self.aligned([["machine", ""]] + machine.map { [$0.name, $0.value] })
        text += """

            A figure is the median of several measurements (*turns*), with the quartiles in brackets. Touchbridge and
            its peer are measured alternately. The ratio is computed for each turn. A goal is met if the median meets
            the goal; *within noise* means that a quartile lies on the other side of the goal. A *counted* figure is the
            same in every run.


            """
        text += table
        if let picture {
            text += """

                ## How costs grow

                ![Costs as views, recognizers, panels and clients become more](\(picture))

                """
        }
        return text
    }

    /// Rows ordered by group; groups are in order of their first row.
    private var inOrder: [Row] {
        var groups: [String] = []
        for row in rows where !groups.contains(row.group) { groups.append(row.group) }
        return groups.flatMap { group in rows.filter { $0.group == group } }
    }

    private static func note(_ remark: String, in notes: inout [String]) -> String {
        guard !remark.isEmpty else { return "" }
        if let index = notes.firstIndex(of: remark) { return String(index + 1) }
        notes.append(remark)
        return String(notes.count)
    }

    private static func cells(_ row: Row, note: String) -> [String] {
        let goals = row.goals.map { goal in
            let sign = goal.bound == .atMost ? "≤" : "≥"
            return goal.of == .ratio
                ? "ratio \(sign) \(Quantity.short(goal.limit))" : "\(sign) \(Quantity.text(goal.limit, row.unit))"
        }
        return [
            row.what, Spread(row.ours).text(row.unit), row.peer?.name ?? "",
            row.peer.map { Spread($0.samples).text(row.unit) } ?? "", row.ratio?.text("") ?? "",
            goals.joined(separator: ", "), row.verdict?.text ?? "", row.isCounted ? "counted" : String(row.ours.count),
            note,
        ]
    }

    /// Formats rows of cells as a Markdown table; the first row is the head.
    private static func aligned(_ rows: [[String]]) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        func line(_ cells: [String]) -> String {
            let padded = zip(cells, widths).map { " \($0)\(String(repeating: " ", count: $1 - $0.count)) " }
            return "|\(padded.joined(separator: "|"))|\n"
        }
        let rule = "|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|\n"
        return line(rows[0]) + rule + rows.dropFirst().map(line).joined()
    }
}
