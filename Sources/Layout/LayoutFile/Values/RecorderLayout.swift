/// Settings of the flight recorder and of its dumps.
public struct RecorderLayout: Equatable, Sendable {
    /// Whether records are retained at all.
    public var isOn = true
    public var seconds = 60
    /// In megabytes.
    public var memory = 8
    /// Directory of the dumps; nil for the service's own.
    public var directory: String?
    /// Whether the failure of a plugin causes a dump.
    public var onFailure = false

    public init() {}

    static var off: RecorderLayout {
        var layout = RecorderLayout()
        layout.isOn = false
        return layout
    }
}
