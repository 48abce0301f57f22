internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == Boxed<Arrangement> {
    /// Accepts the settings of a grid, such as the numbers of columns and rows.
    static var grid: Setting {
        Setting<GridLayout>.table(GridLayout.table)
            .then { grid, node, reading in
                guard node["columns"] == nil, node["rows"] == nil else { return }
                reading.error("'grid' needs 'columns' or 'rows', as in 'grid: { columns: 3 }'", .missingKey, at: node)
            }
            .map { Boxed(.grid($0)) }
    }

    /// Accepts the settings of a stack, such as the direction.
    static var stack: Setting { Setting<StackLayout>.table(StackLayout.table).map { Boxed(.stack($0)) } }
}

extension Setting where Value == Arrangement.Spacing {
    /// Accepts one length as the spacing in both directions, or a list of two lengths.
    fileprivate static var spacing: Setting {
        let both = Setting<Length>.spacing
        let list = Setting<[Length]>.list(of: .spacing, count: 2...2, as: "a list [horizontal, vertical]")
        return Setting(
            expected: "a length or a list [horizontal, vertical]",
            schema: ["anyOf": [both.schema, list.schema]]
        ) { node, reading in
            guard node.sequence == nil else {
                return list.read(node, reading).map { Arrangement.Spacing(horizontal: $0[0], vertical: $0[1]) }
            }
            return both.read(node, reading).map { Arrangement.Spacing(horizontal: $0, vertical: $0) }
        }
    }
}

extension Setting where Value == Length {
    /// Accepts a length that is 0 or greater.
    fileprivate static var spacing: Setting {
        length.then { length, node, reading in
            if length.isNegative {
                reading.error("a gap or padding cannot be negative; write 0 or more", .wrongValue, at: node)
            }
        }
    }
}

extension GridLayout {
    static let table = Table<GridLayout>(
        "Grid",
        "Positions the subviews of a view in cells of equal size, row by row.",
        of: GridLayout()
    ) {
        Key(
            "columns",
            .integer(1...1000),
            \.columns,
            "Number of columns. Default: as many as the subviews need in the given rows."
        )
        Key("rows", .integer(1...1000), \.rows, "Number of rows. Default: as many as the subviews need.")
        Key("gap", .spacing, \.gap, "Distance between cells, or `[horizontal, vertical]` distances. Default: 0.")
        Key(
            "padding",
            .spacing,
            \.padding,
            "Distance between the cells and the view's edges, or `[horizontal, vertical]` distances. Default: 0."
        )
    }
}

extension StackLayout {
    static let table = Table<StackLayout>(
        "Stack",
        "Positions the subviews of a view one after the other. A subview can set its length along the axis.",
        of: StackLayout()
    ) {
        Key("axis", .anyCase, \.axis, "Direction of the stack. Default: vertical.")
        Key("gap", .spacing, \.gap, "Distance between subviews. Default: 0.")
        Key(
            "padding",
            .spacing,
            \.padding,
            "Distance between the subviews and the view's edges, or `[horizontal, vertical]` distances. Default: 0."
        )
    }
}
