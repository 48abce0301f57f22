/// Limits on a layout, which prevent a layout from exhausting time, memory or stack.
public struct LayoutLimits: Sendable {
    /// Limit layout-bytes (Layouts): bytes of one layout file, and of all its files together. If exceeded: the file is
    /// not read: `it has more than 8 MiB; a layout is smaller`.
    public var bytes = 8 << 20
    /// Limit layout-files (Layouts): files of a layout; a file included twice counts once. If exceeded: an error at the
    /// `include:`.
    public var files = 100
    /// Limit include-depth (Layouts): depth of nested includes. If exceeded: an error at the `include:`.
    public var includeDepth = 16
    /// Limit layout-values (Layouts): values after includes, aliases and templates are resolved. If exceeded: one
    /// error: `make the layout smaller`.
    public var values = 300_000
    /// Limit layout-depth (Layouts): depth of nested lists and mappings. If exceeded: one error.
    public var depth = 100
    /// Limit layout-text-bytes (Layouts): bytes of text after includes, aliases and templates are resolved. If
    /// exceeded: one error.
    public var textBytes = 8 << 20

    /// Creates the default limits, which are sufficient for layouts that people or tools write.
    public init() {}
}
