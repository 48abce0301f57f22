/// Limits on a layout, which prevent a layout from exhausting time, memory or stack.
public struct LayoutLimits: Sendable {
    /// Limit layout-bytes (limits.md, Layouts): maximum number of bytes of one layout file, and of all files of the
    /// layout together. If exceeded: the file is not read, and the error contains `larger than 8 MiB`.
    public var bytes = 8 << 20
    /// Limit layout-files (limits.md, Layouts): maximum number of files of a layout; a file that is included twice
    /// counts once. If exceeded: an error is reported at the `include:` key.
    public var files = 100
    /// Limit include-depth (limits.md, Layouts): maximum depth of nested includes. If exceeded: an error is reported at
    /// the `include:` key.
    public var includeDepth = 16
    /// Limit layout-values (limits.md, Layouts): maximum number of values in a layout, counted after includes, aliases
    /// and templates are resolved. If exceeded: an error that contains `make the layout smaller` is reported.
    public var values = 300_000
    /// Limit layout-depth (limits.md, Layouts): maximum depth of nested lists and mappings. If exceeded: an error
    /// that contains `more than 100 nested lists and mappings` is reported.
    public var depth = 100
    /// Limit layout-text-bytes (limits.md, Layouts): maximum number of bytes of all strings in a layout, counted after
    /// includes, aliases and templates are resolved. If exceeded: an error that contains `make the layout smaller` is
    /// reported.
    public var textBytes = 8 << 20

    /// Creates the default limits, which are sufficient for real layouts.
    public init() {}
}
