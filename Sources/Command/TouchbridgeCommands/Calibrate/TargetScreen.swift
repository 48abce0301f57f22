internal import CommandSupport
internal import Geometry
internal import Glibc

/// Draws targets on a terminal that covers the screen.
struct TargetScreen {
    private let columns: Int
    private let rows: Int

    /// Creates a screen with the size of the terminal; nil if standard error is not a terminal, or if the terminal is
    /// too small.
    init?() {
        guard Console.isTerminal else { return nil }
        // The fields of `winsize`: rows, columns, and the size in pixels.
        let size = withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4) { buffer -> (Int, Int)? in
            buffer.initialize(repeating: 0)
            guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), buffer.baseAddress!) == 0 else { return nil }
            return (Int(buffer[1]), Int(buffer[0]))
        }
        guard let size else { return nil }
        self.init(columns: size.0, rows: size.1)
    }

    /// Creates a screen; nil if it is too small for nine targets and the text between them.
    init?(columns: Int, rows: Int) {
        guard columns >= 60, rows >= 10 else { return nil }
        (self.columns, self.rows) = (columns, rows)
    }

    /// Moves a target to the center of a character cell, so that the target is drawn exactly at its location.
    func aligned(_ target: CalibrationTarget) -> CalibrationTarget {
        let (column, row) = cell(target)
        let location = Point(x: (Double(column) + 0.5) / Double(columns), y: (Double(row) + 0.5) / Double(rows))
        return CalibrationTarget(name: target.name, location: location)
    }

    /// The zero-based cell that contains a target.
    private func cell(_ target: CalibrationTarget) -> (column: Int, row: Int) {
        (Int(target.location.x * Double(columns)), Int(target.location.y * Double(rows)))
    }

    /// Returns escape sequences that draw a target, and texts between the upper and the middle row of targets.
    func picture(of target: CalibrationTarget, _ texts: [String]) -> String {
        var picture = "\u{1b}[2J\u{1b}[?25l"
        for (index, line) in texts.flatMap(wrapped).enumerated() {
            picture += "\u{1b}[\(rows / 3 + index);\((columns - line.count) / 2 + 1)H\(line)"
        }
        let (column, row) = cell(target)
        return picture + "\u{1b}[\(row + 1);\(column + 1)H\u{1b}[7m+\u{1b}[0m"
    }

    /// Splits a text into lines of at most the screen's width.
    private func wrapped(_ text: String) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Escape sequences that clear the screen and show the cursor.
    static let clear = "\u{1b}[2J\u{1b}[H\u{1b}[?25h"

    func show(_ text: String) { try? Output.error.write(Array(text.utf8), waits: false) }
}
