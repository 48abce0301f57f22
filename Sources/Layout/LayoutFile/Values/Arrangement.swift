/// Arrangement of a view's subviews.
enum Arrangement: Sendable {
    /// Cells of equal size, filled from left to right and from top to bottom.
    case grid(GridLayout)
    /// One row or one column.
    case stack(StackLayout)

    /// A horizontal and a vertical length.
    struct Spacing: Sendable {
        var horizontal = Length()
        var vertical = Length()
    }
}

/// Value of `grid:`.
struct GridLayout: Sendable {
    var columns: Int?
    var rows: Int?
    var gap = Arrangement.Spacing()
    var padding = Arrangement.Spacing()

    /// Returns the number of columns and rows for `count` subviews.
    func cells(for count: Int) -> (columns: Int, rows: Int) {
        func lines(_ cells: Int) -> Int { max(1, (count + cells - 1) / cells) }
        let columns = columns ?? rows.map(lines) ?? 1
        return (columns, rows ?? lines(columns))
    }

    func frames(for count: Int) -> [FrameLayout] {
        let (columns, rows) = cells(for: count)
        let horizontal = Segments(padding: padding.horizontal, gap: gap.horizontal, count: columns)
        let vertical = Segments(padding: padding.vertical, gap: gap.vertical, count: rows)
        return (0..<count).map { index in
            let (x, width) = horizontal[index % columns]
            let (y, height) = vertical[index / columns]
            return .rect(x: x, y: y, width: width, height: height)
        }
    }
}

/// Value of `stack:`.
struct StackLayout: Sendable {
    enum Axis: String, CaseIterable, Sendable {
        case vertical, horizontal
    }

    var axis = Axis.vertical
    var gap = Length()
    var padding = Arrangement.Spacing()

    /// Returns the frames of subviews with these lengths along the axis; subviews without a length share the
    /// remaining length.
    func frames(for lengths: [Length?]) -> [FrameLayout] {
        let (along, across) =
            axis == .vertical ? (padding.vertical, padding.horizontal) : (padding.horizontal, padding.vertical)
        let fixed = lengths.compactMap(\.self).reduce(Length(), +)
        let shared = lengths.count { $0 == nil }
        let rest = Length(fraction: 1) - along * 2 - gap * Double(max(0, lengths.count - 1)) - fixed
        let (start, extent) = (across, Length(fraction: 1) - across * 2)
        var position = along
        return lengths.map { length in
            let length = length ?? rest / Double(shared)
            defer { position = position + length + gap }
            return axis == .vertical
                ? .rect(x: start, y: position, width: extent, height: length)
                : .rect(x: position, y: start, width: length, height: extent)
        }
    }
}

/// Segments of equal length, with gaps between them and padding at both ends.
private struct Segments {
    let padding: Length
    let gap: Length
    let count: Int

    subscript(index: Int) -> (start: Length, length: Length) {
        let whole = Length(fraction: 1) - padding * 2 - gap * Double(count - 1)
        // Multiplies before dividing, so that each start is rounded only once.
        return (padding + gap * Double(index) + whole * Double(index) / Double(count), whole / Double(count))
    }
}
