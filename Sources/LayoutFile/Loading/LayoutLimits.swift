/// How much a layout may ask for, so that none can exhaust time, memory or stack.
public struct LayoutLimits: Sendable {
    /// Of one file, and of all files together.
    public var bytes = 8 << 20
    /// Read in all, one that is included several times counted once.
    public var files = 100
    /// Files that include each other.
    public var includeDepth = 16
    /// Values in all, with includes, aliases and templates resolved.
    public var values = 300_000
    /// Lists and mappings within each other, with everything resolved.
    public var depth = 100
    /// Of the texts that there are with includes and aliases resolved, and of those that templates make.
    public var textBytes = 8 << 20

    /// The limits that suit layouts written by people or tools.
    public init() {}
}
