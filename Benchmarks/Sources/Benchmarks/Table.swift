/// Prints rows below a heading, with aligned columns.
struct Table {
    private let title: String
    private let columns: [String]
    private var rows: [[String]] = []

    init(_ title: String, _ columns: [String]) {
        self.title = title
        self.columns = columns
    }

    mutating func add(_ cells: String...) { rows.append(cells) }

    func show() {
        let widths = columns.indices.map { column in
            max(columns[column].count, rows.map { $0[column].count }.max() ?? 0)
        }
        print("\n## \(title)\n")
        print(line(columns, widths))
        print("|" + widths.map { String(repeating: "-", count: $0 + 2) }.joined(separator: "|") + "|")
        for row in rows { print(line(row, widths)) }
    }

    private func line(_ cells: [String], _ widths: [Int]) -> String {
        "|"
            + zip(cells, widths).map { " " + $0 + String(repeating: " ", count: $1 - $0.count) + " " }
            .joined(separator: "|") + "|"
    }
}

extension Double {
    /// The number as text; the number of decimals depends on the magnitude.
    var short: String {
        let factor = magnitude >= 100 ? 1.0 : magnitude >= 10 ? 10 : magnitude >= 0.1 ? 100 : 100_000
        let rounded = (self * factor).rounded() / factor
        return rounded == rounded.rounded() && factor == 1 ? String(Int(rounded)) : String(rounded)
    }
}

extension Figure {
    var text: String { "\(median.short) (\(least.short)–\(most.short))" }
}
